(** Rule "pair": one guess is left; or two are, and each guess allowed gives two of the words one response. *)
From Coq Require Import List Arith Bool Lia.
From Verified Require Import Rules Facts Game.
Import ListNotations.

Section Pair.
Variable G : game.

(** Do two of the words give the guess [t] one response? *)
Fixpoint some_equal (n : nat) (cols : list (place -> nat)) (t : place) : bool :=
  match cols with [] => false | c :: cols => (c t =? n) || some_equal n cols t end.
Fixpoint clash (cols : list (place -> nat)) (t : place) : bool :=
  match cols with [] => false | c :: cols => some_equal (c t) cols t || clash cols t end.

Definition pair_ok (g : nat) (r : list fact) (L : list place) : bool :=
  proper G L &&
  ((g =? 1) || ((g =? 2) && let cols := map (column G) L in
                            forallb (clash cols) (candidates G r))).

Hypothesis laws : lawful G.

Lemma some_equal_spec n L t : some_equal n (map (column G) L) t = true -> exists b, In b L /\ column G b t = n.
Proof.
  induction L as [|b L IH]; simpl; [discriminate|]. rewrite orb_true_iff, Nat.eqb_eq. intros [E|H]; [eauto|].
  destruct (IH H) as (c & ? & ?). eauto.
Qed.

Lemma clash_spec L t : NoDup L -> clash (map (column G) L) t = true ->
  exists a b, In a L /\ In b L /\ a <> b /\ column G a t = column G b t.
Proof.
  induction L as [|a L IH]; simpl; [discriminate|]. intros Hd. inversion Hd; subst. rewrite orb_true_iff. intros [H|H].
  - apply some_equal_spec in H as (b & Hb & E). exists a, b. repeat split; auto. intros ->. contradiction.
  - destruct IH as (b & c & ? & ? & ? & ?); auto. exists b, c. auto.
Qed.

Theorem pair_sound g r L : pair_ok g r L = true -> true_statement G (Lost g r L).
Proof.
  unfold pair_ok. rewrite andb_true_iff, orb_true_iff, andb_true_iff, !Nat.eqb_eq. intros [HL H].
  apply proper_spec in HL as (H2 & Hd & HL). split; [|auto]. simpl. intros s Hs.
  destruct H as [->|[-> H]]; [eapply one_guess; eauto|]. simpl in H. rewrite forallb_forall in H.
  destruct s as [|t next]; [destruct H2 as (a & _ & Ha & _); exact (Hs a Ha)|].
  assert (t < size G /\ allowed G r t = true) as [Ht At].
  { destruct H2 as (a & _ & Ha & _). destruct (Hs a Ha) as (? & ? & _). auto. }
  specialize (H t (all_candidates G laws r t Ht At)).
  apply clash_spec in H as (a & b & Ha & Hb & N & E); auto. apply (columns G laws) in E; auto.
  (* the two words are left with one guess *)
  assert (forall h, In h [a; b] -> In h L) as I by (intros h [<-|[<-|[]]]; auto).
  eapply (refuted_guess G laws 2 1) with (L' := [a; b]) (p := response G t a) (3 := I).
  - auto.
  - exists a, b. simpl. auto.
  - intros h [<-|[<-|[]]]; auto.
  - lia.
  - intros x Hx. exact Hx.
  - intros s. apply one_guess. exists a, b. simpl. auto.
  - exact Hs.
Qed.

End Pair.
