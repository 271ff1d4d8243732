(** Functions that the program keeps as tables. Each of these is the function that it is given, so no theorem says more
    or less because of them; Extract.v replaces them by arrays and hash tables. *)
From Coq Require Import List Arith.
Import ListNotations.

(** The members of a list, by their places. *)
Definition array {A : Type} (l : list A) (default : A) : nat -> A := fun i => nth i l default.

(** The values of a function below [n]. *)
Definition table (n : nat) (f : nat -> nat) : nat -> nat := f.
Definition marks (n : nat) (f : nat -> bool) : nat -> bool := f.

(** Is a number below [n] in this list? *)
Definition members (n : nat) (l : list nat) : nat -> bool := fun i => existsb (Nat.eqb i) l.

(** The values that have been asked for: all of them, or the last ones. *)
Definition remember {A B : Type} (f : A -> B) : A -> B := f.
Definition remember_some {A B : Type} (f : A -> B) : A -> B := f.

(** A list that is kept in little space, and made anew whenever it is asked for. *)
Definition packed (l : list nat) : unit -> list nat := fun _ => l.

(** The values [f h t], kept column by column, and how many different ones the [h] of a list have. Both are below [n]. *)
Definition matrix (n : nat) (f : nat -> nat -> nat) : (nat -> nat -> nat) * (list nat -> nat -> nat) :=
  (f, fun l t => length (nodup Nat.eq_dec (map (fun h => f h t) l))).

(** A list divided by the values [f h t] of its [h], in ascending order. *)
Fixpoint insert (n h : nat) (cells : list (nat * list nat)) : list (nat * list nat) :=
  match cells with
  | [] => [(n, [h])]
  | (m, L) :: cells' =>
      if n =? m then (m, h :: L) :: cells'
      else if n <? m then (n, [h]) :: cells else (m, L) :: insert n h cells'
  end.
Definition divided (f : nat -> nat -> nat) (l : list nat) (t : nat) : list (nat * list nat) :=
  fold_right (fun h => insert (f h t) h) [] l.
