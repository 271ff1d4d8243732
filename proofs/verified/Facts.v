(** What a response fixes in hard mode (Theorem 1 in docs/certificates/depth-impossible.md). *)
From Coq Require Import List Arith Bool Lia.
From Verified Require Import Rules.
Import ListNotations.

(** A restriction is a list of facts: a green letter in its place, or so many of a letter at least. *)
Inductive fact := GreenAt (i : nat) (a : letter) | AtLeast (a : letter) (n : nat).

Definition has (f : fact) (x : word) : bool :=
  match f with
  | GreenAt i a => match nth_error x i with Some b => a =? b | None => false end
  | AtLeast a n => n <=? count a x
  end.

(** Whoever has [f] has [g]. *)
Definition implies (f g : fact) : bool :=
  match f, g with
  | GreenAt i a, GreenAt j b => (i =? j) && (a =? b)
  | AtLeast a n, AtLeast b m => (a =? b) && (m <=? n)
  | _, _ => false
  end.

Lemma implies_has f g x : implies f g = true -> has f x = true -> has g x = true.
Proof.
  destruct f as [i a|a n], g as [j b|b m]; simpl; try discriminate;
    rewrite andb_true_iff, !Nat.eqb_eq, ?Nat.leb_le; intros [-> ?]; [now subst|lia].
Qed.

(** What the response [p] to [t] fixes. *)
Fixpoint greens (i : nat) (t : word) (p : pattern) : list fact :=
  match t, p with
  | a :: t, Green :: p => GreenAt i a :: greens (S i) t p
  | _ :: t, _ :: p => greens (S i) t p
  | _, _ => []
  end.
Definition reveal (t : word) (p : pattern) : list fact :=
  greens 0 t p ++ map (fun a => AtLeast a (coloured a t p)) t.

Lemma in_greens t p f k : In f (greens k t p) <->
  exists i a, f = GreenAt (k + i) a /\ nth_error t i = Some a /\ nth_error p i = Some Green.
Proof.
  revert p k. induction t as [|b t IH]; intros p k.
  - split; [intros []|intros ([|i] & a & _ & H & _); discriminate].
  - destruct p as [|c p]; [split; [intros []|intros ([|i] & a & _ & _ & H); discriminate]|].
    assert (In f (greens (S k) t p) <->
      exists i a, f = GreenAt (k + S i) a /\ nth_error t i = Some a /\ nth_error p i = Some Green) as K.
    { rewrite IH. split; intros (i & a & -> & H); exists i, a; split; auto; f_equal; lia. }
    assert (In f (greens k (b :: t) (c :: p)) <-> (c = Green /\ f = GreenAt k b) \/ In f (greens (S k) t p)) as ->.
    { destruct c; simpl; intuition (try discriminate; auto). }
    rewrite K. split.
    + intros [(-> & ->)|(i & a & H)]; [exists 0, b; simpl; split; [f_equal; lia|auto]|exists (S i), a; auto].
    + intros ([|i] & a & -> & Ht & Hp); simpl in *; [left|right; exists i, a; auto].
      injection Ht as ->. injection Hp as ->. auto.
Qed.

Lemma coloured_absent a t p : ~ In a t -> coloured a t p = 0.
Proof.
  revert p. induction t as [|b t IH]; intros [|c p] H; simpl in *; auto.
  destruct (Nat.eqb_spec a b); [subst; tauto|]. apply IH. tauto.
Qed.

(** A guess keeps a response exactly if it has the facts that the response reveals. *)
Theorem reveal_keeps t p x : forallb (fun f => has f x) (reveal t p) = true <-> keeps t p x.
Proof.
  unfold reveal, keeps. rewrite forallb_app, andb_true_iff, !forallb_forall. split; intros [Hg Hl]; split.
  - intros i a Ht Hp. specialize (Hg (GreenAt i a)). simpl in Hg.
    destruct (nth_error x i) as [b|].
    + f_equal. symmetry. apply Nat.eqb_eq, Hg, in_greens. exists i, a. auto.
    + discriminate Hg. apply in_greens. exists i, a. auto.
  - intros a. destruct (in_dec Nat.eq_dec a t) as [Hi|Hn]; [|rewrite coloured_absent; auto; lia].
    apply Nat.leb_le, (Hl (AtLeast a (coloured a t p))), in_map_iff. eauto.
  - intros f Hf. apply in_greens in Hf as (i & a & -> & Ht & Hp). simpl. rewrite (Hg i a Ht Hp). apply Nat.eqb_refl.
  - intros f Hf. apply in_map_iff in Hf as (a & <- & _). apply Nat.leb_le, Hl.
Qed.

(** ** How many tiles of a letter are coloured *)

Lemma count_remove a b u : existsb (Nat.eqb a) u = true ->
  count b u = (if b =? a then 1 else 0) + count b (remove_one a u).
Proof.
  induction u as [|c u IH]; simpl; [discriminate|]. destruct (Nat.eqb_spec a c) as [->|]; [auto|].
  simpl. intros H. rewrite (IH H). lia.
Qed.

Lemma existsb_count a u : existsb (Nat.eqb a) u = negb (count a u =? 0).
Proof. induction u as [|b u IH]; simpl; auto. destruct (a =? b); simpl; auto. Qed.

(** Places in which both words have the letter [a]. *)
Fixpoint both (a : letter) (t h : word) : nat :=
  match t, h with b :: t, c :: h => (if (b =? c) && (a =? b) then 1 else 0) + both a t h | _, _ => 0 end.

Lemma count_unmatched a t h : length t = length h -> count a h = both a t h + count a (unmatched t h).
Proof.
  revert h. induction t as [|b t IH]; intros [|c h] H; try discriminate H; [easy|injection H as Hl; simpl].
  rewrite (IH h Hl). destruct (Nat.eqb_spec b c) as [->|]; simpl; lia.
Qed.

Lemma coloured_tiles a t h u : length t = length h ->
  coloured a t (tiles t h u) = both a t h + min (count a t - both a t h) (count a u) /\ both a t h <= count a t.
Proof.
  revert h u. induction t as [|b t IH]; intros [|c h] u H; try discriminate H; [easy|injection H as Hl; simpl].
  destruct (Nat.eqb_spec b c) as [<-|]; simpl.
  - destruct (IH h u Hl) as [-> Hle]. destruct (a =? b); lia.
  - destruct (existsb (Nat.eqb b) u) eqn:E; simpl.
    + destruct (IH h (remove_one b u) Hl) as [-> Hle]. rewrite (count_remove b a u E).
      destruct (a =? b); lia.
    + destruct (IH h u Hl) as [-> Hle]. rewrite existsb_count in E. apply negb_false_iff, Nat.eqb_eq in E.
      destruct (Nat.eqb_spec a b) as [->|]; lia.
Qed.

Theorem coloured_score a t h : length t = length h -> coloured a t (score t h) = min (count a t) (count a h).
Proof.
  intros Hl. unfold score. destruct (coloured_tiles a t h (unmatched t h) Hl) as [-> Hle].
  rewrite (count_unmatched a t h Hl). lia.
Qed.

Lemma green_tile t h u i a : nth_error t i = Some a -> nth_error h i = Some a ->
  nth_error (tiles t h u) i = Some Green.
Proof.
  revert h u i. induction t as [|b t IH]; intros [|c h] u [|i] Ht Hh; simpl in *; try discriminate.
  - injection Ht as ->. injection Hh as ->. now rewrite Nat.eqb_refl.
  - destruct (b =? c); [|destruct (existsb _ _)]; simpl; eauto.
Qed.

(** Theorem 1: what the guess and the hidden word both have, each guess that keeps the response has, too. *)
Theorem revealed t h x f : length t = length h -> has f t = true -> has f h = true -> keeps t (score t h) x ->
  has f x = true.
Proof.
  intros Hl Ht Hh [Hg Hc]. destruct f as [i a|a n]; simpl in *.
  - destruct (nth_error t i) as [b|] eqn:Et, (nth_error h i) as [c|] eqn:Eh; try discriminate.
    apply Nat.eqb_eq in Ht as <-, Hh as <-.
    rewrite (Hg i a Et); [apply Nat.eqb_refl|eapply green_tile; eauto].
  - specialize (Hc a). rewrite coloured_score in Hc by auto. rewrite Nat.leb_le in *. lia.
Qed.

(** Only the hidden word itself gets this response. *)
Theorem score_self t h : length t = length h -> score t h = score t t -> h = t.
Proof.
  assert (forall t u, tiles t t u = map (fun _ => Green) t) as S.
  { clear. intros t. induction t; simpl; intros; auto. now rewrite Nat.eqb_refl, IHt. }
  unfold score. rewrite S. generalize (unmatched t h) as u. revert h.
  induction t as [|a t IH]; intros [|b h] u H E; try discriminate H; [easy|injection H as Hl; simpl in E].
  destruct (Nat.eqb_spec a b) as [<-|]; [injection E as E; f_equal; eauto|].
  destruct (existsb (Nat.eqb a) u); discriminate.
Qed.
