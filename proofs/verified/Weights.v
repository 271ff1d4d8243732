(** Rule "weights": whatever is guessed, an opponent can answer so that the words left keep most of their weight; then
    two words are left for the last guess. *)
From Coq Require Import List Arith Bool Lia.
From Verified Require Import Rules Facts Game.
Import ListNotations.

(** ** The weight of some of the words *)

Definition weighted := list (place * nat).
Fixpoint weight (P : place -> bool) (W : weighted) : nat :=
  match W with [] => 0 | (h, w) :: W => (if P h then w else 0) + weight P W end.
Fixpoint sum_of (W : weighted) : nat := match W with [] => 0 | (_, w) :: W => w + sum_of W end.
Fixpoint heaviest (W : weighted) : nat := match W with [] => 0 | (_, w) :: W => max w (heaviest W) end.

(** What each of [g - 1] guesses may lose. *)
Definition most_loss (g : nat) (W : weighted) : nat := (sum_of W - heaviest W - 1) / (g - 1).

Lemma most_loss_spec g W : 2 <= g -> heaviest W < sum_of W -> heaviest W + (g - 1) * most_loss g W < sum_of W.
Proof.
  intros Hg H. unfold most_loss. pose proof (Nat.mul_div_le (sum_of W - heaviest W - 1) (g - 1)). lia.
Qed.

Lemma weight_le P W : weight P W <= sum_of W.
Proof. induction W as [|(h, w) W IH]; simpl; [lia|]. destruct (P h); lia. Qed.

Lemma weight_all W : weight (fun _ => true) W = sum_of W.
Proof. induction W as [|(h, w) W IH]; simpl; auto. Qed.

Lemma weight_and P Q W : weight P W + weight Q W <= weight (fun x => P x && Q x) W + sum_of W.
Proof. induction W as [|(h, w) W IH]; simpl; [lia|]. destruct (P h), (Q h); simpl; lia. Qed.

Lemma heaviest_le W h w : In (h, w) W -> w <= heaviest W.
Proof. induction W as [|(k, v) W IH]; simpl; [tauto|]. intros [[= -> ->]|H]; [lia|]. specialize (IH H). lia. Qed.

(** More than the heaviest word weighs only a set of two words. *)
Lemma two_words P W : NoDup (map fst W) -> heaviest W < weight P W ->
  exists a b, In a (map fst W) /\ In b (map fst W) /\ a <> b /\ P a = true /\ P b = true.
Proof.
  assert (forall m V, (forall h w, In (h, w) V -> w <= m) -> NoDup (map fst V) -> m < weight P V ->
    exists a b, In a (map fst V) /\ In b (map fst V) /\ a <> b /\ P a = true /\ P b = true) as K.
  { intros m. induction V as [|(h, w) V IH]; simpl; intros Hm Hd Hw; [lia|]. inversion Hd; subst.
    destruct (P h) eqn:Eh.
    - assert (0 < weight P V) as H by (specialize (Hm h w (or_introl eq_refl)); lia).
      assert (exists b, In b (map fst V) /\ P b = true) as (b & Hb & Eb).
      { clear - H. induction V as [|(b, v) V IH]; simpl in *; [lia|]. destruct (P b) eqn:E; [eauto|].
        destruct IH as (c & ? & ?); eauto. }
      exists h, b. repeat split; auto. intros ->. auto.
    - destruct IH as (a & b & ? & ? & ? & ? & ?); eauto. exists a, b. auto 7. }
  intros Hd. apply K; auto. intros h w. apply heaviest_le.
Qed.

Section Weights.
Variable G : game.

(** With columns for words: the weight of those whose column has [n] at [t]; is some cell so heavy? *)
Fixpoint cell_weight (n : nat) (cols : list ((place -> nat) * nat)) (t : place) : nat :=
  match cols with [] => 0 | (c, w) :: cols => (if c t =? n then w else 0) + cell_weight n cols t end.
Definition heavy_cell (least : nat) (cols : list ((place -> nat) * nat)) (t : place) : bool :=
  existsb (fun cw => least <=? cell_weight (fst cw t) cols t) cols.
Definition columns_of (W : weighted) := map (fun hw => (column G (fst hw), snd hw)) W.

Definition weights_ok (g : nat) (r : list fact) (W : weighted) : bool :=
  proper G (map fst W) && (2 <=? g) && (heaviest W <? sum_of W) &&
  let least := sum_of W - most_loss g W in let cols := columns_of W in
  forallb (heavy_cell least cols) (candidates G r).

Definition cell (t : place) (n : nat) (h : place) : bool := column G h t =? n.

Lemma cell_weight_spec n W t : cell_weight n (columns_of W) t = weight (cell t n) W.
Proof. induction W as [|(h, w) W IH]; simpl; auto. Qed.

Hypothesis laws : lawful G.

(** Guess after guess, the opponent answers so that the words in [C] keep their weight. *)
Lemma opponent W g : NoDup (map fst W) -> (forall x, In x (map fst W) -> x < size G) ->
  forall loss (r : list fact),
  (forall t, t < size G -> allowed G r t = true -> exists h, In h (map fst W) /\
    sum_of W <= loss + weight (cell t (column G h t)) W) ->
  forall s (A : place -> Prop) C, (forall x, A x -> allowed G r x = true) ->
  heaviest W + g * loss < weight C W ->
  ~ forall h, In h (map fst W) -> C h = true -> wins G (S g) s A h.
Proof.
  intros Hd HL loss r Hloss. induction g as [|g IH]; intros s A C HA HC Hw.
  - destruct (two_words C W Hd) as (a & b & Ha & Hb & N & Ca & Cb); [lia|].
    apply (one_guess G s A [a; b]); [exists a, b; simpl; auto|]. intros h [<-|[<-|[]]]; auto.
  - destruct (two_words C W Hd) as (a & _ & Ha & _ & _ & Ca & _); [lia|].
    destruct s as [|t next]; [exact (Hw a Ha Ca)|]. destruct (Hw a Ha Ca) as (Ht & At & _).
    destruct (Hloss t Ht (HA t At)) as (k & Hk & E). set (n := column G k t) in *. set (p := response G t k).
    set (C' := fun h => C h && cell t n h).
    assert (heaviest W + g * loss < weight C' W) as HC'.
    { pose proof (weight_and C (cell t n) W). pose proof (weight_le (cell t n) W). simpl in HC. unfold C'. lia. }
    assert (forall h, In h (map fst W) -> C' h = true -> C h = true /\ response G t h = p) as K.
    { unfold C', cell. intros h Hh. rewrite andb_true_iff, Nat.eqb_eq. intros [? ?]. split; auto.
      apply (columns G laws); auto. }
    apply (IH (next p) (keep G A t p) C'); auto; [intros x [Ax _]; auto|].
    intros h Hh Hc. destruct (K h Hh Hc) as [Ch Hp]. destruct (Hw h Hh Ch) as (_ & _ & [E'|H]); [|now rewrite Hp in H].
    destruct (two_words C' W Hd) as (a' & b' & Ha' & Hb' & N & Ca' & Cb'); [lia|].
    exfalso. subst h. apply N. destruct (K a' Ha' Ca') as [_ Ea], (K b' Hb' Cb') as [_ Eb].
    rewrite (itself G laws t a'), (itself G laws t b'); auto; congruence.
Qed.

Theorem weights_sound g r W : weights_ok g r W = true -> true_statement G (Lost g r (map fst W)).
Proof.
  unfold weights_ok. cbv zeta. rewrite !andb_true_iff, Nat.leb_le, Nat.ltb_lt, forallb_forall.
  intros (((HL & Hg) & Hh) & H).
  apply proper_spec in HL as (H2 & Hd & HL). split; [|auto]. simpl. intros s Hs.
  pose proof (most_loss_spec g W Hg Hh) as Hm. set (loss := most_loss g W) in *.
  apply (opponent W (g - 1)) with (loss := loss) (r := r) (s := s) (A := fun x => allowed G r x = true)
    (C := fun _ : place => true); auto.
  - intros t Ht At. specialize (H t (all_candidates G laws r t Ht At)).
    apply existsb_exists in H as ((c & w) & Hc & E).
    apply in_map_iff in Hc as ((h & v) & [= <- <-] & Hv). apply Nat.leb_le in E. simpl in E.
    rewrite cell_weight_spec in E. exists h. split; [apply in_map_iff; exists (h, v); auto|lia].
  - rewrite weight_all. lia.
  - intros h Hi _. replace (S (g - 1)) with g by lia. auto.
Qed.

End Weights.
