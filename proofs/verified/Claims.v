(** What a certificate claims: that a depth is possible, or impossible; which total is least, or between which numbers
    it is. All numbers of guesses count those of the history, too. *)
From Coq Require Import List Arith Permutation.
From Verified Require Import Rules.
Import ListNotations.

(** * Depths *)

(** A player finds each of the [covered] words that are left within [depth] guesses, and makes so many for each word as
    [distribution] says: its first number is how many words take one guess, and so on. Its next guess is the opener, if
    the claim has one. *)
Definition possible R guesses hidden past (depth : nat) (opener : option word) (covered total most : nat)
    (distribution : list nat) : Prop :=
  let words := left_after R hidden past in
  length words = covered /\ 1 <= covered /\ length past <= depth /\
  exists s : player,
    (forall t, opener = Some t -> s past = t) /\
    (forall h, In h words -> finds R guesses s (depth - length past) past h) /\
    let costs := map (fun h => length past + cost R s (depth - length past) past h) words in
    list_sum costs = total /\ list_max costs = most /\ map (count_occ Nat.eq_dec costs) (seq 1 most) = distribution.

(** No player whose next guess is one of [openers] finds each of the [covered] words that are left within [depth]
    guesses. (There is such a word, and a legal guess among the openers: otherwise this would say nothing.) *)
Definition impossible R guesses hidden past (depth covered : nat) (openers : word -> Prop) : Prop :=
  let words := left_after R hidden past in
  length words = covered /\ 1 <= covered /\ length past <= depth /\ (exists t, openers t /\ legal R guesses past t) /\
  forall s : player, openers (s past) ->
    ~ forall h, In h words -> finds R guesses s (depth - length past) past h.

(** The openers that a claim is about: all, all except some, or only some. *)
Inductive scope := All | Except (ws : list word) | Only (ws : list word).
Definition in_scope (sc : scope) (t : word) : Prop :=
  match sc with All => True | Except ws => ~ In t ws | Only ws => In t ws end.

(** * Totals *)

(** [s] finds each word that is left within [n] more guesses, no more of them than [limit] allows, if there is one. *)
Definition succeeds R guesses hidden past (limit : option nat) (s : player) (n : nat) : Prop :=
  (forall depth, limit = Some depth -> length past + n <= depth) /\
  forall h, In h (left_after R hidden past) -> finds R guesses s n past h.

(** So many guesses [s] takes for all of these words together. *)
Definition total R hidden past (s : player) (n : nat) : nat :=
  list_sum (map (fun h => length past + cost R s n past h) (left_after R hidden past)).

(** [c] is the least total of all players who begin with [t]. *)
Definition least_with R guesses hidden past limit (t : word) (c : nat) : Prop :=
  (exists s n, s past = t /\ succeeds R guesses hidden past limit s n /\ total R hidden past s n = c) /\
  forall s n, s past = t -> succeeds R guesses hidden past limit s n -> c <= total R hidden past s n.

(** Two codes are equivalent if a map takes one to the other, and leaves each guess that was played as it is. It moves
    the pegs of a code, so that those at [is] come first, second and so on, and exchanges colours. *)
Definition mapped (is : list nat) (f : letter -> letter) (w : word) : word := map (fun i => f (nth i w 0)) is.
Definition equivalent (played : list word) (t u : word) : Prop := exists is f g, Permutation is (seq 0 (length t)) /\
  (forall a, g (f a) = a /\ f (g a) = a) /\ mapped is f t = u /\ forall w, In w played -> mapped is f w = w.

(** Of all players whose next guess is one of [openers] and that succeed none takes fewer than [least] guesses. The
    number beside an opener that is [listed] is the least with it. With any other one it is [others] or more; but a code
    that is equivalent to a listed one has the least total of that. *)
Definition least_total R guesses hidden past limit (covered least : nat) (openers : word -> Prop)
    (listed : list (word * nat)) (others : nat) : Prop :=
  length (left_after R hidden past) = covered /\ 1 <= covered /\ (exists t, In (t, least) listed) /\
  (forall t c, In (t, c) listed -> openers t /\ least_with R guesses hidden past limit t c) /\
  forall s n, openers (s past) -> succeeds R guesses hidden past limit s n ->
    least <= total R hidden past s n /\
    (In (s past) (map fst listed) \/ others <= total R hidden past s n \/
     (forall m, R <> Wordle m) /\ exists t c, In (t, c) listed /\ equivalent (map fst past) (s past) t /\
       least_with R guesses hidden past limit (s past) c).

(** The least total is between two numbers: a player who begins with [opener] takes [high] guesses, and none of those
    whose next guess is one of [openers], and who succeed, takes fewer than [low]. *)
Definition total_between R guesses hidden past limit (covered low high : nat) (openers : word -> Prop) opener : Prop :=
  length (left_after R hidden past) = covered /\ 1 <= covered /\ openers opener /\
  (exists s n, s past = opener /\ succeeds R guesses hidden past limit s n /\ total R hidden past s n = high) /\
  forall s n, openers (s past) -> succeeds R guesses hidden past limit s n -> low <= total R hidden past s n.
