(** What a response tells of the hidden word, as sets of words say it (the facts of a cell in
    docs/certificates/total-least.md). *)
From Coq Require Import List Arith Bool Lia.
From Verified Require Import Rules Facts.
Import ListNotations.

(** a-, a?i and a!i: the letter doesn't occur; it occurs, but not there; it is there. Places count from 0. *)
Inductive trait := Lacks (a : letter) | Misplaced (i : nat) (a : letter) | Placed (i : nat) (a : letter).

Definition trait_eq_dec : forall f g : trait, {f = g} + {f <> g}.
Proof. decide equality; apply Nat.eq_dec. Defined.

(** [test] says which facts something has: a word, or the place of a word. *)
Definition holds {X : Type} (test : fact -> X -> bool) (f : trait) : X -> bool :=
  match f with
  | Lacks a => let occurs := test (AtLeast a 1) in fun x => negb (occurs x)
  | Misplaced i a =>
      let occurs := test (AtLeast a 1) in let there := test (GreenAt i a) in fun x => occurs x && negb (there x)
  | Placed i a => test (GreenAt i a)
  end.

(** What hard mode fixes where a trait was shown. *)
Definition fixes (f : trait) : list fact :=
  match f with Lacks _ => [] | Misplaced _ a => [AtLeast a 1] | Placed i a => [GreenAt i a; AtLeast a 1] end.

(** What the response [p] to [t] tells, by the tile [c] of the letter [a] at place [i]. *)
Definition tells (t : word) (p : pattern) (i : nat) (a : letter) (c : tile) : list trait :=
  match c with
  | Green => [Placed i a]
  | Yellow => [Misplaced i a]
  | Grey => if coloured a t p =? 0 then [Lacks a] else []
  end.
Fixpoint told_from (told : nat -> letter -> tile -> list trait) (i : nat) (t : word) (p : pattern) : list trait :=
  match t, p with a :: t, c :: p => told i a c ++ told_from told (S i) t p | _, _ => [] end.
Definition told (t : word) (p : pattern) : list trait := told_from (tells t p) 0 t p.

Lemma in_told_from told k t p f : In f (told_from told k t p) ->
  exists i a c, nth_error t i = Some a /\ nth_error p i = Some c /\ In f (told (k + i) a c).
Proof.
  revert k p. induction t as [|b t IH]; intros k [|d p] H; try destruct H; simpl in H.
  apply in_app_or in H as [H|H].
  - exists 0, b, d. rewrite Nat.add_0_r. auto.
  - apply IH in H as (i & a & c & Ht & Hp & H). exists (S i), a, c. rewrite Nat.add_succ_r. auto.
Qed.

Lemma in_told t p f : In f (told t p) ->
  exists i a c, nth_error t i = Some a /\ nth_error p i = Some c /\ In f (tells t p i a c).
Proof. apply in_told_from. Qed.

Lemma coloured_positive t p i a c : nth_error t i = Some a -> nth_error p i = Some c -> c <> Grey ->
  1 <= coloured a t p.
Proof.
  revert p i. induction t as [|b t IH]; intros [|d p] [|i] Ht Hp N; simpl in *; try discriminate.
  - injection Ht as ->. injection Hp as ->. rewrite Nat.eqb_refl. destruct c; [contradiction|lia..].
  - specialize (IH p i Ht Hp N). lia.
Qed.

(** A tile is green exactly where the letter is in place. *)
Lemma tile_green t h u i a c : nth_error t i = Some a -> nth_error (tiles t h u) i = Some c ->
  exists b, nth_error h i = Some b /\ (c = Green <-> a = b).
Proof.
  revert h u i. induction t as [|x t IH]; intros [|y h] u [|i] Ht Hc; simpl in *; try discriminate.
  - injection Ht as ->. exists y. split; [reflexivity|]. destruct (Nat.eqb_spec a y) as [E|E].
    + injection Hc as <-. tauto.
    + destruct (existsb _ _); injection Hc as <-; split; intros; try discriminate; contradiction.
  - destruct (x =? y); [|destruct (existsb _ _)]; simpl in Hc; eauto.
Qed.

Theorem told_true t h f : length t = length h -> In f (told t (score t h)) -> holds has f h = true.
Proof.
  intros Hl H. apply in_told in H as (i & a & c & Ht & Hp & H). pose proof Hp as Hc.
  apply tile_green with (1 := Ht) in Hp as (b & Hb & E). pose proof (coloured_score a t h Hl) as Hs.
  assert (1 <= count a t) as H1.
  { clear - Ht. revert i Ht. induction t as [|x t IH]; intros [|i] Ht; simpl in *; try discriminate.
    - injection Ht as ->. rewrite Nat.eqb_refl. lia.
    - specialize (IH i Ht). lia. }
  destruct c; simpl in H.
  - destruct (Nat.eqb_spec (coloured a t (score t h)) 0); [|destruct H]. destruct H as [<-|[]]. simpl.
    destruct (count a h); [reflexivity|lia].
  - destruct H as [<-|[]]. simpl. rewrite Hb.
    assert (1 <= coloured a t (score t h)) by (eapply coloured_positive; eauto; discriminate).
    destruct (Nat.eqb_spec a b) as [->|N]; [destruct E as [_ E]; discriminate (E eq_refl)|].
    destruct (count a h); [lia|reflexivity].
  - destruct H as [<-|[]]. simpl. rewrite Hb. apply Nat.eqb_eq. now apply E.
Qed.

(** Whoever has what the response reveals has what its traits fix. *)
Theorem told_fixed t p f g x : In f (told t p) -> In g (fixes f) -> forallb (fun f => has f x) (reveal t p) = true ->
  has g x = true.
Proof.
  intros H Hg Hx. rewrite forallb_forall in Hx. apply in_told in H as (i & a & c & Ht & Hp & H).
  assert (c <> Grey -> has (AtLeast a 1) x = true) as K.
  { intros N. pose proof (coloured_positive t p i a c Ht Hp N) as H1.
    specialize (Hx (AtLeast a (coloured a t p))). apply Nat.leb_le. etransitivity; [exact H1|].
    apply Nat.leb_le, Hx, in_or_app. right. apply in_map_iff. exists a. split; [reflexivity|].
    eapply nth_error_In, Ht. }
  destruct c; simpl in H.
  - destruct (_ =? 0); [|destruct H]. destruct H as [<-|[]]. destruct Hg.
  - destruct H as [<-|[]]. destruct Hg as [<-|[]]. now apply K.
  - destruct H as [<-|[]]. destruct Hg as [<-|[<-|[]]]; [|now apply K].
    apply Hx, in_or_app. left. apply in_greens. exists i, a. auto.
Qed.

(** ** An order of traits *)

Definition code (f : trait) : nat :=
  match f with Lacks a => 64 * a | Placed i a => 64 * a + 2 * i + 1 | Misplaced i a => 64 * a + 2 * i + 2 end.
Fixpoint insert_trait (f : trait) (fs : list trait) : list trait :=
  match fs with
  | [] => [f]
  | g :: fs' => if trait_eq_dec f g then fs else if code f <? code g then f :: fs else g :: insert_trait f fs'
  end.
Definition ordered (fs : list trait) : list trait := fold_right insert_trait [] fs.

Lemma in_ordered f fs : In f (ordered fs) -> In f fs.
Proof.
  assert (forall g gs, In f (insert_trait g gs) -> f = g \/ In f gs) as K.
  { intros g gs. induction gs as [|h gs IH]; simpl; [intuition|].
    destruct (trait_eq_dec g h); [simpl; intuition|]. destruct (code g <? code h); simpl; intuition. }
  induction fs as [|g fs IH]; simpl; [tauto|]. intros H. apply K in H as [->|H]; auto.
Qed.
