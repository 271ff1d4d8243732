(** Rule "lemma": each guess that splits some words takes so much (docs/certificates/total-least.md). *)
From Coq Require Import List Arith Bool Lia PArith Permutation Wf_nat.
From Verified Require Import Rules Facts Numbered Hashed Tables Game Rule Strategy Cost Shown.
Import ListNotations.

Definition same_places (L M : list place) : bool := if list_eq_dec Nat.eq_dec L M then true else false.
Lemma same_places_spec L M : same_places L M = true -> L = M.
Proof. unfold same_places. destruct (list_eq_dec _ _ _); congruence. Qed.

Fixpoint ascending_places (L : list place) : bool :=
  match L with
  | a :: (b :: _) as M => (a <? b) && ascending_places M
  | _ => true
  end.

Lemma ascending_places_distinct L : ascending_places L = true -> NoDup L.
Proof.
  assert (forall L a, ascending_places (a :: L) = true -> forall x, In x L -> a < x) as K.
  { clear. induction L as [|b L IH]; intros a H x; [intros []|].
    change ((a <? b) && ascending_places (b :: L) = true) in H. apply andb_prop in H as [Hab Hb].
    apply Nat.ltb_lt in Hab. intros [<-|Hx]; [exact Hab|]. specialize (IH b Hb x Hx). lia. }
  induction L as [|a L IH]; intros H; constructor.
  - intros Hi. specialize (K L a H a Hi). lia.
  - apply IH. destruct L; [reflexivity|]. now apply andb_prop in H as [_ H].
Qed.

Section Lemmas.
Variable G : game.

(** As many guesses as words are as good as any number (Theorem 7). *)
Definition effective (n : nat) (g : option nat) : option nat :=
  match g with Some k => if n <=? k then None else g | None => None end.
Definition no_fewer (g k : option nat) : bool :=
  match g, k with None, _ => true | Some g, Some k => k <=? g | Some _, None => false end.

(** With [guesses] left the words take [least], if what is fixed are the facts [under]. *)
Record statement := Takes { under : list fact; guesses : option nat; least : option nat }.
Definition true_lemma (L : list place) (c : statement) : Prop :=
  costs G (guesses c) (fun x => allowed G (under c) x = true) L (least c).

Definition lemmas := hashed (list place) statement.
Section Known.
Variable hash : list place -> positive.
Variable known : lemmas.

(** The lemmas about exactly these words, and the best of them; there are none about one word. *)
Definition about (C : list place) : list statement :=
  match C with _ :: _ :: _ => get same_places hash C known | _ => [] end.
Definition by_lemmas (g : option nat) (r : list fact) (C : list place) : option nat :=
  let g := effective (length C) g in
  fold_right (fun c b =>
    if no_fewer (guesses c) g && match unknown r (under c) with [] => true | _ => false end
    then larger (least c) b else b) (Some 0) (about C).

(** What is added up first for each cell; what its own words show; and what is counted where that isn't enough. *)
Definition first_bound (g : option nat) (r : list fact) (C : list place) : option nat :=
  larger (closed G g C) (by_lemmas g r C).
Definition own_bound (r : list fact) (C : list place) : option nat :=
  match C with _ :: _ :: _ :: _ :: _ => by_shown (max (length C) (own_shown G r C)) C | _ => Some 0 end.
Definition counted_bound (g : option nat) (most : place -> nat) (ts : list place) (r : list fact) (C : list place)
    : option nat :=
  match C with
  | _ :: _ :: _ :: _ :: _ => larger (separate G g most r ts C) (by_shown (most_shown G most r ts C) C)
  | _ => Some 0
  end.

(** Is [b] as much as counting could give? The most that is shown is no less than what the words of [C] show. *)
Definition enough (g : option nat) (r : list fact) (C : list place) (b : option nat) : bool :=
  match g, own_shown G r C with Some 2, _ | _, 0 => false | _, m => reaches b (Some (3 * length C - m)) end.

(** Guesses that are like smaller ones are left out; [changes] show which are. *)
Definition lemma_ok (c : statement) (changes : list change) (H : list place) : bool :=
  match H with _ :: _ :: _ => true | _ => false end && ascending_places H && forallb (fun x => x <? size G) H &&
  let r := under c in let v := least c in let g := one_less (guesses c) in let n := 3 * length H in
  let ts := candidates G r in let ok := having G r in let responses := responses G H in
  let most := table (size G) (fun t => if ok t then responses t else 0) in
  let first := first_alike G changes H in
  forallb (fun t => (first t <? t) || (most t <=? 1) || reaches (Some (n - S (most t))) v ||
    let first C := first_bound g (fixed_after G t r C) C in let own C := own_bound (fixed_after G t r C) C in
    guess_takes G v 0 t H first own ||
    guess_takes G v 0 t H (fun C => larger (first C) (own C))
      (fun C => let r := fixed_after G t r C in
        if enough g r C (first C) then Some 0 else counted_bound g most ts r C)) ts.

Definition take_lemma (c : statement) (changes : list change) (H : list place) : option lemmas :=
  if lemma_ok c changes H then Some (put hash H (Takes (under c) (effective (length H) (guesses c)) (least c)) known)
    else None.

(** ** Why it holds *)

Hypothesis laws : lawful G.
Hypothesis Hknown : every true_lemma known.

Lemma by_lemmas_sound g r (A : place -> Prop) C : (forall x, A x -> allowed G r x = true) ->
  costs G g A C (by_lemmas g r C).
Proof.
  intros HA. unfold by_lemmas. assert (forall c, In c (about C) -> true_lemma C c) as H.
  { intros c Hc. assert (In c (get same_places hash C known)) as Hi by (destruct C as [|a [|b M]]; [easy..|exact Hc]).
    eapply every_get; eauto. apply same_places_spec. }
  induction (about C) as [|c cs IH]; simpl; [intros n s _ _; simpl; lia|].
  destruct (_ && _) eqn:E; [|apply IH; auto using in_cons]. apply andb_prop in E as [Hg Hu].
  apply costs_larger; [|apply IH; auto using in_cons].
  apply (costs_mono G g (guesses c) A _ C (least c)) with (3 := H c (or_introl eq_refl)).
  - intros n Hn. destruct (guesses c) as [k|]; simpl in *; [|exact I].
    destruct g as [j|]; simpl in *; [|discriminate]. destruct (length C <=? j); [discriminate|].
    apply Nat.leb_le in Hg. lia.
  - intros x Ax. apply (unknown_spec G laws r); [auto|]. now destruct (unknown r (under c)).
Qed.

Lemma one_response_only L t a b : responses G L t <= 1 -> In a L -> In b L -> column G a t = column G b t.
Proof.
  intros H Ha Hb. destruct (Nat.eq_dec (column G a t) (column G b t)) as [|N]; [auto|exfalso].
  assert (2 <= responses G L t); [|lia]. unfold responses. rewrite (varieties G laws).
  apply (NoDup_incl_length (l := [column G a t; column G b t])).
  - repeat constructor; simpl; intuition.
  - intros n [<-|[<-|[]]]; rewrite nodup_In; [exact (in_map (fun h => column G h t) L a Ha)|].
    exact (in_map (fun h => column G h t) L b Hb).
Qed.

(** What is fixed after a guess. *)
Lemma fixed_after_spec r t k C L h (A : place -> Prop) : (forall x, In x L -> x < size G) -> t < size G ->
  In (k, C) (cells G t L) -> In h C -> (forall x, A x -> allowed G r x = true) ->
  forall x, keep G A t (response G t h) x -> allowed G (fixed_after G t r C) x = true.
Proof.
  intros HL Ht HC Hh HA x [Ax Kx]. destruct C as [|a C]; [destruct Hh|]. unfold fixed_after.
  assert (In a L) as Ha by (eapply in_cell; eauto; now left).
  assert (response G t h = response G t a) as E by (eapply cell_response; eauto; now left).
  rewrite E in Kx. apply (kept_shown G laws) in Kx; auto. specialize (HA x Ax).
  unfold allowed in *. rewrite forallb_app, Kx. exact HA.
Qed.

Lemma counted_bound_sound g r most ts (A : place -> Prop) C : NoDup C -> (forall x, In x C -> x < size G) ->
  (forall x, A x -> allowed G r x = true) ->
  (forall t, t < size G -> allowed G r t = true -> In t ts /\ responses G C t <= most t) ->
  costs G g A C (counted_bound g most ts r C).
Proof.
  intros Hd HC HA Hts. unfold counted_bound.
  destruct C as [|a [|b [|c [|d M]]]]; try (intros n s _ _; simpl; lia).
  apply costs_larger; [eapply separate_sound; eauto; discriminate|]. eapply by_shown_sound; eauto; [discriminate|].
  intros t Ht At. now apply most_shown_spec.
Qed.

Lemma own_bound_sound g r (A : place -> Prop) C : NoDup C -> (forall x, In x C -> x < size G) ->
  (forall x, A x -> allowed G r x = true) -> costs G g A C (own_bound r C).
Proof.
  intros Hd HC HA. unfold own_bound. destruct C as [|a [|b [|c [|d M]]]]; try (intros n s _ _; simpl; lia).
  eapply by_shown_sound; eauto; [discriminate|]. intros t Ht At. set (L := a :: b :: c :: d :: M) in *.
  destruct (in_dec Nat.eq_dec t L) as [Hi|N]; [pose proof (own_shown_spec G r L t Hi At)|
    pose proof (other_shown G laws L t N)]; lia.
Qed.

(** A guess that splits nothing may be left out. *)
Lemma lemma_sound c changes H : lemma_ok c changes H = true -> true_lemma H c.
Proof.
  unfold lemma_ok. cbv zeta. rewrite !andb_true_iff, !forallb_forall. intros [[[H2 Hasc] HH] Hall].
  apply ascending_places_distinct in Hasc as Hd.
  assert (forall x, In x H -> x < size G) as Hs by (intros x Hx; now apply Nat.ltb_lt, HH).
  assert (pair_in H /\ H <> []) as [Hp Hne].
  { destruct H as [|a [|b M]]; try discriminate. split; [|discriminate]. exists a, b. simpl. repeat split; auto.
    inversion Hd; subst. intros ->. simpl in *. tauto. }
  set (g := guesses c) in *. set (r := under c) in *. set (v := least c) in *.
  assert (forall n s (A : place -> Prop), within g n -> (forall x, A x -> allowed G r x = true) ->
    (forall h, In h H -> wins G n s A h) -> reached v (total G n s H)) as K;
    [|intros n s Hn Hw; apply (K n s _ Hn (fun x Hx => Hx) Hw)].
  destruct Hp as (a & _ & Ha & _ & _). induction n as [|n IH]; intros s A Hn HA Hw; [destruct (Hw a Ha)|].
  destruct s as [|t next]; [destruct (Hw a Ha)|]. revert next A HA Hw.
  induction t as [t IHt] using lt_wf_ind. intros next A HA Hw. destruct (Hw a Ha) as (Ht & At & _).
  specialize (Hall t (all_candidates G laws r t Ht (HA t At))). unfold table in Hall.
  rewrite having_allowed, (HA t At) in Hall. rewrite !orb_true_iff, Nat.leb_le, Nat.ltb_lt in Hall.
  destruct Hall as [[[Hall|Hall]|Hall]|Hall].
  - destruct (alike_first G laws changes r H t Hd Hs Ht) as [[_ Hf] _].
    destruct (Hf (S n) next) as (next' & (A' & HA' & Hw') & HP); [exists A; auto|].
    unfold total. rewrite <- (list_sum_permutation _ _ HP). exact (IHt _ Hall next' A' HA' Hw').
  - assert (forall h, In h H -> t <> h /\ response G t h = response G t a) as E.
    { intros h Hh. assert (forall x, In x H -> response G t x = response G t a) as Er.
      { intros x Hx. apply (columns G laws); auto. now apply (one_response_only H). }
      split; [|auto]. apply (not_found G laws H t (response G t a) h Hs Ht); auto.
      destruct H as [|x [|y M]]; try discriminate. exists x, y. simpl. repeat split; auto.
      inversion Hd; subst. intros ->. simpl in *. tauto. }
    apply (reached_more v (total G n (next (response G t a)) H)).
    + apply (IH _ (keep G A t (response G t a))).
      * destruct g; simpl in *; [lia|exact I].
      * intros x [Ax _]. auto.
      * intros h Hh. destruct (Hw h Hh) as (_ & _ & [Eh|Hwh]); [now destruct (E h Hh)|].
        destruct (E h Hh) as [_ Er]. now rewrite Er in Hwh.
    + rewrite (total_not_found G n t next (next (response G t a))); [lia|].
      intros h Hh. destruct (E h Hh) as [N Er]. split; [exact N|now rewrite Er].
  - pose proof (bound_L1 G laws _ _ _ _ _ Hd Hs Ht Hw) as H1. eapply reaches_spec; [exact Hall|].
    unfold shows in H1. cbn [reached]. destruct (member t H); lia.
  - assert (forall k C h, In (k, C) (cells G t H) -> In h C ->
      costs G (one_less g) (keep G A t (response G t h)) C (first_bound (one_less g) (fixed_after G t r C) C) /\
      costs G (one_less g) (keep G A t (response G t h)) C (own_bound (fixed_after G t r C) C) /\
      costs G (one_less g) (keep G A t (response G t h)) C (counted_bound (one_less g)
        (table (size G) (fun t => if having G r t then responses G H t else 0)) (candidates G r)
          (fixed_after G t r C) C))
      as Hcells.
    { intros k C h HC Hh.
      assert (forall x, In x C -> In x H) as Hi by (intros x Hx; eapply in_cell; eauto).
      assert (NoDup C) as HdC by (eapply cells_distinct; eauto).
      assert (C <> []) as HneC by (intros E; rewrite E in Hh; destruct Hh).
      pose proof (fixed_after_spec r t k C H h A Hs Ht HC Hh HA) as Hfix. split; [|split].
      - unfold first_bound. apply costs_larger; [now apply closed_sound; auto|now apply by_lemmas_sound].
      - apply own_bound_sound; auto.
      - apply counted_bound_sound; auto. intros u Hu Au.
        assert (allowed G r u = true) as Aru.
        { destruct C as [|x C]; [contradiction|]. unfold fixed_after, allowed in *.
          rewrite forallb_app, andb_true_iff in Au. apply Au. }
        split; [now apply (all_candidates G laws)|]. unfold table. rewrite having_allowed, Aru.
        apply responses_mono; [exact laws|]. exact Hi. }
    destruct Hall as [Hall|Hall]; eapply (guess_takes_sound G laws g t A H v 0); eauto; intros k C h HC Hh;
      destruct (Hcells k C h HC Hh) as (B1 & B2 & B3); auto using costs_larger.
    split; [auto using costs_larger|]. cbv zeta. destruct (enough _ _ _ _); [|exact B3]. intros m s _ _. simpl. lia.
Qed.

Theorem take_lemma_true c changes H known' : take_lemma c changes H = Some known' -> every true_lemma known'.
Proof.
  unfold take_lemma. destruct (lemma_ok c changes H) eqn:E; [|discriminate]. intros [= <-].
    pose proof (lemma_sound c changes H E) as Ht.
  apply every_put; [exact Hknown|]. unfold true_lemma in *. cbn [guesses under least]. unfold effective.
  destruct (guesses c) as [k|]; [|exact Ht]. destruct (length H <=? k) eqn:El; [|exact Ht].
  apply Nat.leb_le in El. unfold lemma_ok in E. cbv zeta in E. rewrite !andb_true_iff, forallb_forall in E.
  destruct E as [[[_ Hasc] HH] _]. apply (enough_guesses G laws).
  - now apply ascending_places_distinct.
  - intros x Hx. now apply Nat.ltb_lt, HH.
  - eapply costs_mono; [|intros x Hx; exact Hx|exact Ht]. intros n. simpl. lia.
Qed.
End Known.
End Lemmas.
