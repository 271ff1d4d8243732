(** What a certificate claims: that a depth is possible, or impossible, or which total is least. All numbers of guesses
    count those of the history, too. *)
From Coq Require Import List Arith.
From Verified Require Import Rules.
Import ListNotations.

(** * Depths *)

(** A player finds each of the [covered] words that are left within [depth] guesses, and makes so many for each word as
    [distribution] says: its first number is how many words take one guess, and so on. Its next guess is the opener, if
    the claim has one. *)
Definition possible m guesses hidden past (depth : nat) (opener : option word) (covered total most : nat)
    (distribution : list nat) : Prop :=
  let words := left_after hidden past in
  length words = covered /\ 1 <= covered /\ length past <= depth /\
  exists s : player,
    (forall t, opener = Some t -> s past = t) /\
    (forall h, In h words -> finds m guesses s (depth - length past) past h) /\
    let costs := map (fun h => length past + cost s (depth - length past) past h) words in
    list_sum costs = total /\ list_max costs = most /\ map (count_occ Nat.eq_dec costs) (seq 1 most) = distribution.

(** No player whose next guess is one of [openers] finds each of the [covered] words that are left within [depth]
    guesses. (There is such a word, and a legal guess among the openers: otherwise this would say nothing.) *)
Definition impossible m guesses hidden past (depth covered : nat) (openers : word -> Prop) : Prop :=
  let words := left_after hidden past in
  length words = covered /\ 1 <= covered /\ length past <= depth /\
  (exists t, openers t /\ legal m guesses past t) /\
  forall s : player, openers (s past) ->
    ~ forall h, In h words -> finds m guesses s (depth - length past) past h.

(** The openers that a claim is about: all, all except some, or only some. *)
Inductive scope := All | Except (ws : list word) | Only (ws : list word).
Definition in_scope (sc : scope) (t : word) : Prop :=
  match sc with All => True | Except ws => ~ In t ws | Only ws => In t ws end.

(** * Totals *)

(** [s] finds each word that is left within [n] more guesses, no more of them than [limit] allows, if there is one. *)
Definition succeeds m guesses hidden past (limit : option nat) (s : player) (n : nat) : Prop :=
  (forall depth, limit = Some depth -> length past + n <= depth) /\
  forall h, In h (left_after hidden past) -> finds m guesses s n past h.

(** So many guesses [s] takes for all of these words together. *)
Definition total hidden past (s : player) (n : nat) : nat :=
  list_sum (map (fun h => length past + cost s n past h) (left_after hidden past)).

(** Of all players whose next guess is one of [openers] and that succeed none takes fewer than [least] guesses. For each
    opener that is [listed], the number beside it is the least that a player takes who begins with it; with any other
    one it is [others] or more. *)
Definition least_total m guesses hidden past limit (covered least : nat) (openers : word -> Prop)
    (listed : list (word * nat)) (others : nat) : Prop :=
  length (left_after hidden past) = covered /\ 1 <= covered /\
  (exists t, In (t, least) listed) /\
  (forall t c, In (t, c) listed -> openers t /\
    exists s n, s past = t /\ succeeds m guesses hidden past limit s n /\ total hidden past s n = c) /\
  forall s n, openers (s past) -> succeeds m guesses hidden past limit s n ->
    least <= total hidden past s n /\
    (forall c, In (s past, c) listed -> c <= total hidden past s n) /\
    (~ In (s past) (map fst listed) -> others <= total hidden past s n).
