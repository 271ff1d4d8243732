(** Rule "rule": each guess allowed that splits the union of the children's words is refuted by one of them. *)
From Coq Require Import List Arith Bool Lia.
From Verified Require Import Rules Facts Game.
Import ListNotations.

Section Rule.
Variable G : game.
Notation statement := Game.statement.

(** The facts of [b] that don't follow from [r]. *)
Definition unknown (r b : list fact) : list fact :=
  filter (fun f => negb (existsb (fun g => implies g f) r)) b.

(** Is the guess [t] refuted by [c], with [g] guesses left? That is, do the words of [c] give it one response, after
    which all that [c] needs is fixed? *)
Definition refutes (g : nat) (r : list fact) (c : statement) : place -> bool :=
  let rest := unknown r (facts c) in
  match words c with
  | [] => fun _ => false
  | h :: _ =>
      if (g <=? S (left c)) && match rest with [] => true | _ => reveals G && allowed G rest h end
      then let cols := map (column G) (words c) in let fixes := having G rest in
           fun t => one_response cols t && fixes t
      else fun _ => false
  end.

Definition rule_ok (g : nat) (r : list fact) (U : list place) (cs : list statement) : bool :=
  match cs with [] => false | _ => true end &&
  let survive := fold_left (fun ts c => let refuted := refutes g r c in filter (fun t => negb (refuted t)) ts) cs in
  let cols := map (column G) U in forallb (one_response cols) (survive (candidates G r)).

Hypothesis laws : lawful G.

Lemma unknown_spec r b x : allowed G r x = true -> allowed G (unknown r b) x = true -> allowed G b x = true.
Proof.
  unfold allowed, unknown. rewrite !forallb_forall. intros Hr Hb f Hf.
  destruct (existsb (fun g => implies g f) r) eqn:E.
  - apply existsb_exists in E as (g & Hg & E). eapply (implied G laws); eauto.
  - apply Hb, filter_In. now rewrite E.
Qed.

(** Each guess that [c] refutes loses, also with fewer guesses and more fixed. *)
Lemma refutes_spec g g' r (A : place -> Prop) c L t next : true_statement G c -> incl (words c) L -> t < size G ->
  g' <= g -> (forall x, A x -> allowed G r x = true) -> refutes g r c t = true ->
  ~ forall h, In h L -> wins G g' (Guess t next) A h.
Proof.
  intros (Hl & H2 & Hs) HL Ht Hg HA H. unfold refutes in H. destruct (words c) as [|h L'] eqn:E; [discriminate|].
  destruct (_ && _) eqn:Ec in H; [|discriminate]. apply andb_prop in Ec as [Hn Hu]. apply Nat.leb_le in Hn.
  apply andb_prop in H as [Hone Ha]. rewrite having_allowed in Ha.
  apply (refuted_guess G laws g' (left c) A _ L (h :: L') t next (response G t h) Hs H2 HL) with (4 := Hl).
  - intros x Hx. eapply one_response_spec; eauto. now left.
  - lia.
  - intros x [Ax Kx]. apply (unknown_spec r); [now apply HA|].
    destruct (unknown r (facts c)) as [|f fs]; [reflexivity|].
    apply andb_prop in Hu as [Hr Hh]. unfold allowed in *. rewrite forallb_forall in *.
    intros k Hk. apply (fixed G laws k t h x); auto. apply Hs. now left.
Qed.

Lemma survivors g r cs ts t : In t ts ->
  In t (fold_left (fun ts c => filter (fun t => negb (refutes g r c t)) ts) cs ts) \/
  exists c, In c cs /\ refutes g r c t = true.
Proof.
  revert ts. induction cs as [|c cs IH]; intros ts Ht; simpl; [now left|].
  destruct (refutes g r c t) eqn:E; [right; exists c; auto|].
  destruct (IH (filter (fun t => negb (refutes g r c t)) ts)) as [H|(d & ? & ?)]; [|now left|right; exists d; auto].
  apply filter_In. now rewrite E.
Qed.

(** Of all numbers of guesses up to [g] take the least with which a strategy wins. Its first guess isn't refuted, so it
    splits nothing, and one guess less would do. *)
Theorem rule_sound g r U cs : (forall c, In c cs -> true_statement G c /\ incl (words c) U) ->
  (forall x, In x U -> x < size G) -> rule_ok g r U cs = true -> true_statement G (Lost g r U).
Proof.
  intros Hc HU H. unfold rule_ok in H. apply andb_prop in H as [Hne H]. cbv zeta in H. rewrite forallb_forall in H.
  assert (pair_in U) as H2.
  { destruct cs as [|c cs]; [discriminate|].
    destruct (Hc c (or_introl eq_refl)) as [(_ & (a & b & Ha & Hb & N) & _) Hi].
    exists a, b. auto. }
  split; [|auto]. simpl. destruct H2 as (a & b & Ha & Hb & N).
  assert (forall n (A : place -> Prop), n <= g -> (forall x, A x -> allowed G r x = true) -> lost G n A U) as K;
    [|now apply K].
  induction n as [|n IH]; intros A Hn HA s Hs; [exact (Hs a Ha)|].
  destruct s as [|t next]; [exact (Hs a Ha)|]. destruct (Hs a Ha) as (Ht & At & _).
  destruct (survivors g r cs (candidates G r) t (all_candidates G laws r t Ht (HA t At))) as [Hi|(c & Hi & E)].
  - assert (forall h, In h U -> response G t h = response G t a) as E.
    { intros h Hh. eapply one_response_spec; eauto. }
    apply (IH (keep G A t (response G t a))) with (s := next (response G t a)); [lia|intros x [Ax _]; auto|].
    intros h Hh. destruct (Hs h Hh) as (_ & _ & [Eh|Hw]); [|now rewrite (E h Hh) in Hw].
    destruct (not_found G laws U t (response G t a) h); auto. exists a, b. auto.
  - destruct (Hc c Hi) as [Htrue Hincl]. exact (refutes_spec g (S n) r A c U t next Htrue Hincl Ht Hn HA E Hs).
Qed.

End Rule.
