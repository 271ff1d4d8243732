(** The rules of Wordle, and of games of codes such as Mastermind.

    This file and Claims.v have no theorems. They are all that a reader has to agree with: the theorems of Checker.v and
    Least.v speak of these definitions and of nothing else. *)
From Coq Require Import List Arith Bool.
Import ListNotations.

(** * Words and responses *)

Definition letter := nat.                       (* a number: a is 97, b is 98; each other letter has one, too *)
Definition word := list letter.

Inductive tile := Grey | Yellow | Green.
Definition pattern := list tile.

Definition word_eq_dec : forall a b : word, {a = b} + {a <> b} := list_eq_dec Nat.eq_dec.
Definition tile_eq_dec : forall a b : tile, {a = b} + {a <> b}. Proof. decide equality. Defined.
Definition pattern_eq_dec : forall a b : pattern, {a = b} + {a <> b} := list_eq_dec tile_eq_dec.

Fixpoint remove_one (a : letter) (u : list letter) : list letter :=
  match u with
  | [] => []
  | b :: u => if a =? b then u else b :: remove_one a u
  end.

(** The letters of the hidden word [h] that aren't in place in the guess [t]. *)
Fixpoint unmatched (t h : word) : list letter :=
  match t, h with
  | a :: t, b :: h => if a =? b then unmatched t h else b :: unmatched t h
  | _, _ => []
  end.

(** From left to right: a letter in place is green; another one is yellow if [u], the unmatched letters that no tile
    before it has used, has it; otherwise it is grey. *)
Fixpoint tiles (t h : word) (u : list letter) : pattern :=
  match t, h with
  | a :: t, b :: h =>
      if a =? b then Green :: tiles t h u
      else if existsb (Nat.eqb a) u then Yellow :: tiles t h (remove_one a u)
      else Grey :: tiles t h u
  | _, _ => []
  end.

(** The tiles of the guess [t] if [h] is hidden. *)
Definition score (t h : word) : pattern := tiles t h (unmatched t h).

(** * Hard mode *)

Fixpoint count (a : letter) (w : word) : nat :=
  match w with
  | [] => 0
  | b :: w => (if a =? b then 1 else 0) + count a w
  end.

(** How many tiles of the letter [a] are yellow or green. *)
Fixpoint coloured (a : letter) (t : word) (p : pattern) : nat :=
  match t, p with
  | b :: t, c :: p => (if a =? b then match c with Grey => 0 | _ => 1 end else 0) + coloured a t p
  | _, _ => 0
  end.

(** The guess [x] keeps what the response [p] to [t] has shown: green letters stay in place, and [x] has each letter as
    often as it was yellow or green. *)
Definition keeps (t : word) (p : pattern) (x : word) : Prop :=
  (forall i a, nth_error t i = Some a -> nth_error p i = Some Green -> nth_error x i = Some a) /\
  (forall a, coloured a t p <= count a x).

(** * Codes *)

(** A code is a word whose letters are colours. All codes of [n] pegs; with [repeats] several may have one colour. *)
Fixpoint codes (repeats : bool) (colours : list letter) (n : nat) : list word :=
  match n with
  | 0 => [[]]
  | S n => let others a := if repeats then colours else remove Nat.eq_dec a colours in
           flat_map (fun a => map (cons a) (codes repeats (others a) n)) colours
  end.

(** In so many places [t] and [h] agree. *)
Fixpoint in_place (t h : word) : nat :=
  match t, h with a :: t, b :: h => (if a =? b then 1 else 0) + in_place t h | _, _ => 0 end.

(** So many letters both have: each letter as often as both have it. *)
Fixpoint shared (t h : word) : nat :=
  match t with
  | [] => 0
  | a :: t => if existsb (Nat.eqb a) h then S (shared t (remove_one a h)) else shared t h
  end.

(** Black pegs and white ones, in no order: written as green tiles, and yellow ones after them. *)
Definition pegs (black white : nat) : pattern := repeat Green black ++ repeat Yellow white.

(** * Games *)

Inductive mode := Normal | Hard.
Inductive rules := Wordle (m : mode) | Mastermind | BlackPegs | Jotto.

(** The response to the guess [t] if [h] is hidden. [BlackPegs] tells how many letters are in place; [Jotto] how many
    letters both words have, and whether the guess is the hidden word itself. *)
Definition response (R : rules) (t h : word) : pattern :=
  match R with
  | Wordle _ => score t h
  | Mastermind => pegs (in_place t h) (shared t h - in_place t h)
  | BlackPegs => pegs (in_place t h) 0
  | Jotto => if word_eq_dec t h then pegs (length t) 0 else pegs 0 (shared t h)
  end.

Definition history := list (word * pattern).    (* guesses and responses, the last one first *)

(** May [x] be guessed after [past]? *)
Definition legal (R : rules) (guesses : list word) (past : history) (x : word) : Prop :=
  In x guesses /\ (R = Wordle Hard -> forall t p, In (t, p) past -> keeps t p x).

(** The hidden words that explain each response of [past]. *)
Definition left_after (R : rules) (hidden : list word) (past : history) : list word :=
  filter (fun h => forallb (fun tp => if pattern_eq_dec (response R (fst tp) h) (snd tp) then true else false) past)
    hidden.

(** The lists of a game have words of one length, each once; what may be hidden may be guessed. *)
Definition lists (length_ : nat) (guesses hidden : list word) : Prop :=
  NoDup guesses /\ NoDup hidden /\ incl hidden guesses /\ forall w, In w guesses -> length w = length_.

(** Each guess of a history was legal, and none was the hidden word. *)
Fixpoint played (R : rules) (guesses : list word) (past : history) : Prop :=
  match past with
  | [] => True
  | (t, p) :: past => legal R guesses past t /\ p <> response R t t /\ played R guesses past
  end.

(** * Players *)

(** A player looks at the history, and makes a guess. *)
Definition player := history -> word.

(** After [past], [s] makes legal guesses only, and one of the next [n] of them is the hidden word [h]. *)
Fixpoint finds (R : rules) (guesses : list word) (s : player) (n : nat) (past : history) (h : word) : Prop :=
  match n with
  | 0 => False
  | S n => let t := s past in
           legal R guesses past t /\ (t = h \/ finds R guesses s n ((t, response R t h) :: past) h)
  end.

(** How many guesses [s] makes until [h] is found, if it finds [h] within [n]. *)
Fixpoint cost (R : rules) (s : player) (n : nat) (past : history) (h : word) : nat :=
  match n with
  | 0 => 0
  | S n => let t := s past in
           if word_eq_dec t h then 1 else S (cost R s n ((t, response R t h) :: past) h)
  end.
