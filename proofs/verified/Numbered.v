(** What has been numbered from 1 on: a tree that finds a number by its binary digits. *)
From Coq Require Import PArith.

Section Numbered.
Variable A : Type.

Inductive numbered := Nothing | Fork (zeros : numbered) (here : option A) (ones : numbered).

Fixpoint find (k : positive) (e : numbered) {struct e} : option A :=
  match e, k with
  | Nothing, _ => None
  | Fork _ x _, xH => x
  | Fork l _ _, xO k => find k l
  | Fork _ _ r, xI k => find k r
  end.

Fixpoint add (k : positive) (a : A) (e : numbered) {struct k} : numbered :=
  match k, e with
  | xH, Nothing => Fork Nothing (Some a) Nothing
  | xH, Fork l _ r => Fork l (Some a) r
  | xO k, Nothing => Fork (add k a Nothing) None Nothing
  | xO k, Fork l x r => Fork (add k a l) x r
  | xI k, Nothing => Fork Nothing None (add k a Nothing)
  | xI k, Fork l x r => Fork l x (add k a r)
  end.

Lemma find_added k a e : find k (add k a e) = Some a.
Proof. revert e. induction k; intros [|l x r]; simpl; auto. Qed.

Lemma find_other k j a e : j <> k -> find j (add k a e) = find j e.
Proof.
  revert j e. induction k; intros [j|j|] [|l x r] N; simpl; try reflexivity; try congruence;
    now rewrite IHk by congruence.
Qed.

End Numbered.
Arguments Nothing {A}.
Arguments find {A}.
Arguments add {A}.
