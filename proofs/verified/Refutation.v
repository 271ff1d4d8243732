(** A refutation: nodes, each of which says that a state is lost, and what follows from the last ones. *)
From Coq Require Import List Arith Bool Lia PArith.
From Verified Require Import Rules Facts Numbered Tables Game Pair Weights Chain Rule.
Import ListNotations.

(** ** Ascending lists of words *)

Fixpoint merge (a b : list place) {struct a} : list place :=
  let fix merge_into (b : list place) : list place :=
    match a, b with
    | [], _ => b
    | _, [] => a
    | x :: a', y :: b' =>
        if x =? y then x :: merge a' b' else if x <? y then x :: merge a' b else y :: merge_into b'
    end
  in merge_into b.

Lemma in_merge x a b : In x (merge a b) <-> In x a \/ In x b.
Proof.
  revert b. induction a as [|y a IH]; intros b; [destruct b; simpl; tauto|].
  induction b as [|z b IHb]; [simpl; tauto|].
  change (merge (y :: a) (z :: b)) with
    (if y =? z then y :: merge a b else if y <? z then y :: merge a (z :: b) else z :: merge (y :: a) b).
  destruct (Nat.eqb_spec y z) as [->|]; [simpl; rewrite IH; tauto|].
  destruct (y <? z); [simpl; rewrite IH; simpl; tauto|].
  change (In x (z :: merge (y :: a) b)) with (z = x \/ In x (merge (y :: a) b)). rewrite IHb. simpl. tauto.
Qed.

Definition sort (L : list place) : list place := fold_right (fun x => merge [x]) [] L.
Definition union (cs : list statement) : list place := fold_right (fun c => merge (words c)) [] cs.

Lemma in_sort x L : In x (sort L) <-> In x L.
Proof. induction L as [|y L IH]; [simpl; tauto|]. change (sort (y :: L)) with (merge [y] (sort L)).
  rewrite in_merge, IH. simpl. tauto. Qed.

Lemma in_union x cs : In x (union cs) <-> exists c, In c cs /\ In x (words c).
Proof.
  induction cs as [|c cs IH]; [simpl; firstorder|]. change (union (c :: cs)) with (merge (words c) (union cs)).
  rewrite in_merge, IH. split.
  - intros [H|(d & ? & ?)]; [exists c|exists d]; simpl; auto.
  - intros (d & [<-|Hd] & H); eauto.
Qed.

Section Refutation.
Variable G : game.

Inductive node :=
| Pair (g : nat) (r : list fact) (L : list place)
| Weights (g : nat) (r : list fact) (W : list (place * nat))
| Chain (g : nat) (r : list fact) (L : list place) (cs : cases)
| Rule (g : nat) (r : list fact) (children : list positive).

(** What was proven is kept in little space: there may be a million statements. *)
Definition proven := numbered (unit -> statement).
Definition kept (c : statement) : unit -> statement :=
  match c with Lost g r L => let L := packed L in fun _ => Lost g r (L tt) end.

Fixpoint fetch (e : proven) (ks : list positive) : option (list statement) :=
  match ks with
  | [] => Some []
  | k :: ks => match find k e, fetch e ks with Some c, Some cs => Some (c tt :: cs) | _, _ => None end
  end.

(** What a node says, if its rule holds. *)
Definition judge (e : proven) (n : node) : option statement :=
  match n with
  | Pair g r L => if pair_ok G g r L then Some (Lost g r (sort L)) else None
  | Weights g r W => if weights_ok G g r W then Some (Lost g r (sort (map fst W))) else None
  | Chain g r L cs => if chain_ok G g r L cs then Some (Lost g r (sort L)) else None
  | Rule g r ks =>
      match fetch e ks with
      | Some cs => let U := union cs in if rule_ok G g r U cs then Some (Lost g r U) else None
      | None => None
      end
  end.

(** The nodes come one by one, numbered from 1. *)
Definition progress : Type := proven * positive.
Definition start : progress := (Nothing, 1%positive).
Definition step (st : progress) (n : node) : option progress :=
  match judge (fst st) n with
  | Some c => Some (add (snd st) (kept c) (fst st), Pos.succ (snd st))
  | None => None
  end.

(** Is the opener [t] refuted, or with one guess left not the only word? *)
Definition loses (g : nat) (H : list place) (refuted : list (place -> bool)) (t : place) : bool :=
  existsb (fun refuted => refuted t) refuted || ((g =? 1) && existsb (fun h => negb (h =? t)) H).

(** What follows for the words [H] that are left and [g] guesses: is each of the [openers] refuted? [R] is what the
    history has fixed. An opener is refuted, too, if one is that is like it; [changes] show which are. *)
Definition conclude (e : proven) (root : list positive) (changes : list change) (g : nat) (R : list fact)
    (H : list place) (inside : place -> bool) (openers : list place) : bool :=
  match fetch e root with
  | None => false
  | Some cs =>
      let useful := filter (fun c => forallb inside (words c)) cs in
      (g =? 0)
      || existsb (fun c => (g <=? left c) && match unknown R (facts c) with [] => true | _ => false end) useful
      || let loses := loses g H (map (refutes G g R) useful) in
         let first := first_alike G changes H in
         let also := match changes with
                     | [] => fun _ => false
                     | _ => members (size G) (map first (filter loses (seq 0 (size G))))
                     end in
         forallb (fun t => loses t || also (first t)) openers
  end.

Hypothesis laws : lawful G.

Lemma true_same_words g r L L' : (forall x, In x L <-> In x L') ->
  true_statement G (Lost g r L) -> true_statement G (Lost g r L').
Proof.
  intros E (Hl & (a & b & Ha & Hb & N) & Hs). simpl in *. split; [|split]; simpl.
  - eapply lost_mono; [reflexivity| |intros x; apply E|exact Hl]. auto.
  - exists a, b. rewrite <- !E. auto.
  - intros x. rewrite <- E. auto.
Qed.

Definition all_true (e : proven) : Prop := forall k c, find k e = Some c -> true_statement G (c tt).

Lemma fetch_true e ks cs : all_true e -> fetch e ks = Some cs -> forall c, In c cs -> true_statement G c.
Proof.
  intros He. revert cs. induction ks as [|k ks IH]; simpl; intros cs H c Hc; [injection H as <-; destruct Hc|].
  destruct (find k e) eqn:E; [|discriminate]. destruct (fetch e ks); [|discriminate].
  injection H as <-. destruct Hc as [<-|Hc]; eauto.
Qed.

Theorem judge_sound e n c : all_true e -> judge e n = Some c -> true_statement G c.
Proof.
  intros He. destruct n as [g r L|g r W|g r L cs|g r ks]; simpl.
  - destruct (pair_ok _ _ _ _) eqn:E; [|discriminate]. intros [= <-].
    apply (true_same_words g r L); [symmetry; apply in_sort|now apply pair_sound].
  - destruct (weights_ok _ _ _ _) eqn:E; [|discriminate]. intros [= <-].
    apply (true_same_words g r (map fst W)); [symmetry; apply in_sort|now apply weights_sound].
  - destruct (chain_ok _ _ _ _ _) eqn:E; [|discriminate]. intros [= <-].
    apply (true_same_words g r L); [symmetry; apply in_sort|].
    pose proof E as K. unfold chain_ok in K. rewrite !andb_true_iff, Nat.leb_le in K. destruct K as [[[_ HP] Hg] _].
    apply proper_spec in HP as (_ & _ & HL). eapply chain_sound; eauto.
  - destruct (fetch e ks) as [cs|] eqn:Ef; [|discriminate]. destruct (rule_ok _ _ _ _ _) eqn:E; [|discriminate].
    intros [= <-]. pose proof (fetch_true e ks cs He Ef) as Hc. apply (rule_sound G laws g r (union cs) cs); auto.
    + intros c Hi. split; auto. intros x Hx. apply in_union. eauto.
    + intros x Hx. apply in_union in Hx as (c & Hi & Hx). now apply (Hc c Hi).
Qed.

Lemma start_true : all_true (fst start).
Proof. intros k c H. discriminate H. Qed.

Lemma step_true st n st' : all_true (fst st) -> step st n = Some st' -> all_true (fst st').
Proof.
  unfold step. intros He. destruct (judge (fst st) n) as [c|] eqn:E; [|discriminate]. intros [= <-] k d. simpl.
  destruct (Pos.eq_dec k (snd st)) as [->|N].
  - rewrite find_added. intros [= <-]. destruct c. exact (judge_sound _ _ _ He E).
  - rewrite find_other by auto. apply He.
Qed.

Theorem conclude_sound e root changes g R H inside openers : all_true e -> (forall x, inside x = true -> In x H) ->
  (forall x, In x H -> x < size G) -> NoDup H -> H <> [] ->
  conclude e root changes g R H inside openers = true ->
  forall t next (A : place -> Prop), In t openers -> t < size G -> (forall x, A x -> allowed G R x = true) ->
  ~ forall h, In h H -> wins G g (Guess t next) A h.
Proof.
  intros He Hin Hs Hd Hne Hc t next A Ht Hts HA Hw. unfold conclude in Hc.
  destruct (fetch e root) as [cs|] eqn:Ef; [|discriminate]. set (useful := filter _ cs) in Hc.
  assert (forall c, In c useful -> true_statement G c /\ incl (words c) H) as Hu.
  { intros c Hi. apply filter_In in Hi as [Hi Hf]. split; [eapply fetch_true; eauto|].
    intros x Hx. rewrite forallb_forall in Hf. auto. }
  rewrite !orb_true_iff in Hc. destruct Hc as [[Hc|Hc]|Hc].
  - apply Nat.eqb_eq in Hc as ->. destruct H as [|h H]; [auto|]. exact (Hw h (or_introl eq_refl)).
  - apply existsb_exists in Hc as (c & Hi & Hb). apply andb_prop in Hb as [Hg Hr]. apply Nat.leb_le in Hg.
    destruct (Hu c Hi) as [(Hl & _) HI]. revert Hw.
    apply (lost_mono G g (left c) A _ H (words c) Hg) with (3 := Hl); auto.
    intros x Ax. apply (unknown_spec G laws R); [now apply HA|].
    destruct (unknown R (facts c)); [reflexivity|discriminate].
  - cbv zeta in Hc. set (lost_one := loses g H _) in Hc. set (first := first_alike G changes H) in Hc.
    assert (forall u, u < size G -> lost_one u = true -> forall next, ~ finds_all G g (Guess u next) R H) as K.
    { intros u Hsu E next' (A' & HA' & Hw'). unfold lost_one, loses in E. rewrite orb_true_iff, andb_true_iff,
      Nat.eqb_eq in E.
      destruct E as [E|[-> E]].
      - apply existsb_exists in E as (f & Hf & Hr). apply in_map_iff in Hf as (c & <- & Hi).
        destruct (Hu c Hi) as [Htrue HI]. revert Hw'. eapply (refutes_spec G laws g g R); eauto.
      - apply existsb_exists in E as (h & Hh & N). apply negb_true_iff, Nat.eqb_neq in N.
        destruct (Hw' h Hh) as (_ & _ & [E|[]]). congruence. }
    assert (finds_all G g (Guess t next) R H) as Hf by (exists A; auto).
    rewrite forallb_forall in Hc. specialize (Hc t Ht). apply orb_prop in Hc as [Hc|Hc]; [exact (K t Hts Hc next Hf)|].
    assert (exists u, u < size G /\ lost_one u = true /\ first u = first t) as (u & Hsu & El & Eu).
    { destruct changes as [|c0 cs']; [discriminate|]. apply existsb_exists in Hc as (x & Hx & E).
      apply Nat.eqb_eq in E as <-. apply in_map_iff in Hx as (u & E & Hx). apply filter_In in Hx as [Hx El].
      apply in_seq in Hx. exists u. repeat split; auto. lia. }
    destruct (alike_first G laws changes R H t Hd Hs Hts) as [[_ H1] _].
    destruct (H1 g next Hf) as (next1 & Hf1 & _). destruct (alike_first G laws changes R H u Hd Hs Hsu) as [_ [_ H2]].
    fold first in H1, H2, Hf1. rewrite <- Eu in Hf1. destruct (H2 g next1 Hf1) as (next2 & Hf2 & _).
    exact (K u Hsu El next2 Hf2).
Qed.

End Refutation.
