(** The theorems: what the checker accepts is true of every player. *)
From Coq Require Import List Arith Bool Lia PArith Permutation.
From Verified Require Import Rules Claims Facts Tables Game Words Strategy Cost Refutation Position.
Import ListNotations.

(** ** Claim "depth possible" *)

Definition is_opener (guesses : list word) (opener : option word) (t : option place) : bool :=
  match opener, t with
  | None, _ => true
  | Some w, Some t => same (nth t guesses []) w
  | Some _, None => false
  end.

Definition check_possible (guesses : list word) (past : history) (P : position) (depth : nat) (opener : option word)
    (covered total most : nat) (distribution : list nat) (steps : list place) : bool :=
  let made := length past in
  match replay (its_game P) (depth - made) (known P) (left_places P) steps with
  | Some (costs, []) =>
      let costs := map (fun c => made + c) costs in
      (made <=? depth) && (1 <=? covered) && (length (left_places P) =? covered) &&
      is_opener guesses opener (first_guess (left_places P) steps) &&
      (list_sum costs =? total) && (list_max costs =? most) &&
      (if list_eq_dec Nat.eq_dec (map (count_occ Nat.eq_dec costs) (seq 1 most)) distribution then true else false)
  | _ => false
  end.

Lemma list_max_permutation a b : Permutation a b -> list_max a = list_max b.
Proof.
  induction 1 as [|x a b _ IH|x y a|a b c _ IH _ IH']; [reflexivity| | |congruence].
  - change (max x (list_max a) = max x (list_max b)). congruence.
  - change (max y (max x (list_max a)) = max x (max y (list_max a))). lia.
Qed.

(** A strategy that is replayed gives a player. *)
Lemma replayed R len guesses hidden past P n steps costs :
  prepare R len guesses hidden past = Some P ->
  replay (its_game P) n (known P) (left_places P) steps = Some (costs, []) ->
  exists (s : player) (t : place), first_guess (left_places P) steps = Some t /\ s past = nth t guesses [] /\
    (forall h, In h (left_after R hidden past) -> finds R guesses s n past h) /\
    Permutation (map (fun h => cost R s n past h) (left_after R hidden past)) costs.
Proof.
  intros HP E. pose proof (left_words _ _ _ _ _ _ HP) as Hleft. pose proof (left_size _ _ _ _ _ _ HP) as Hsize.
  destruct (replay_sound _ (prepared_lawful _ _ _ _ _ _ HP) _ _ _ _ _ _ Hsize E (allowed_after R guesses past))
    as (t & next & Ht & Hw & Hperm).
  { intros x _ Hx. now apply (known_allows _ _ _ _ _ _ HP). }
  set (s := Guess t next) in *.
  assert (forall x, In x (left_places P) ->
    finds R guesses (plays guesses past s) n past (nth x guesses []) /\
    cost R (plays guesses past s) n past (nth x guesses []) = turns (its_game P) n s x) as K.
  { intros x Hx. exact (plays_finds _ _ _ _ _ _ HP s x (Hsize x Hx) n s [] _ eq_refl (fun y Hy => Hy) (Hw x Hx)). }
  exists (plays guesses past s), t. rewrite <- Hleft. repeat split.
  - exact Ht.
  - change (plays guesses past s ([] ++ past) = nth t guesses []). now rewrite plays_since.
  - intros h Hh. apply in_map_iff in Hh as (x & <- & Hx). now apply K.
  - rewrite <- Hperm, map_map. erewrite map_ext_in; [reflexivity|]. intros x Hx. now apply K.
Qed.

Theorem possible_sound R len guesses hidden past P depth opener covered total most distribution steps :
  prepare R len guesses hidden past = Some P ->
  check_possible guesses past P depth opener covered total most distribution steps = true ->
  lists len guesses hidden /\ played R guesses past /\
  possible R guesses hidden past depth opener covered total most distribution.
Proof.
  intros HP H. pose proof (prepared_lists _ _ _ _ _ _ HP) as HL. pose proof (prepared_played _ _ _ _ _ _ HP) as Hp.
  split; [exact HL|]. split; [exact Hp|]. unfold check_possible in H.
  destruct (replay _ _ _ _ _) as [(costs, [|])|] eqn:E; try discriminate. rewrite !andb_true_iff in H.
  destruct H as [[[[[[Hd H1] Hc] Ho] Hs] Hm] Hdist]. apply Nat.leb_le in Hd, H1. apply Nat.eqb_eq in Hc, Hs, Hm.
  destruct (list_eq_dec _ _ distribution) as [Hdist'|]; [|discriminate].
  destruct (replayed _ _ _ _ _ _ _ _ _ HP E) as (s & t & Ht & Hst & Hf & Hperm).
  pose proof (left_words _ _ _ _ _ _ HP) as Hleft.
  set (made := length past) in *. set (n := depth - made) in *.
  unfold possible. cbv zeta. fold made n.
  split; [now rewrite <- Hleft, map_length|]. split; [exact H1|]. split; [exact Hd|]. exists s.
  split; [|split; [exact Hf|]].
  - intros w ->. simpl in Ho. rewrite Ht in Ho. apply same_spec in Ho. congruence.
  - set (made_costs := map _ (left_after R hidden past)).
    assert (Permutation made_costs (map (fun c => made + c) costs)) as Hcosts.
    { unfold made_costs. rewrite <- Hperm, !map_map. reflexivity. }
    split; [|split].
    + now rewrite (list_sum_permutation _ _ Hcosts).
    + now rewrite (list_max_permutation _ _ Hcosts).
    + rewrite <- Hdist'. apply map_ext. intros c. now apply Permutation_count_occ.
Qed.

(** ** Claim "depth impossible" *)

Definition in_scope_of (sc : scope) (t : word) : bool :=
  match sc with All => true | Except ws => negb (mentions ws t) | Only ws => mentions ws t end.

Lemma in_scope_spec sc t : in_scope_of sc t = true <-> in_scope sc t.
Proof.
  destruct sc as [|ws|ws]; simpl; [tauto| |apply mentions_spec].
  rewrite negb_true_iff, <- (mentions_spec ws t). destruct (mentions ws t); split; congruence.
Qed.

(** The nodes, one after the other: the program calls [step] itself, so that it need not keep them. *)
Definition run (G : game) (nodes : list node) : option progress :=
  fold_left (fun st n => match st with Some st => step G st n | None => None end) nodes (Some start).

Definition check_impossible (guesses : list word) (past : history) (P : position) (depth covered : nat) (sc : scope)
    (st : progress) (root : list positive) (changes : list change) : bool :=
  let G := its_game P in
  let word_at := array guesses [] in
  let chosen := filter (fun x => in_scope_of sc (word_at x)) (openers P) in
  let inside := members (size G) (left_places P) in
  (length past <=? depth) && (1 <=? covered) && (length (left_places P) =? covered) &&
  match chosen with [] => false | _ => true end &&
  conclude G (fst st) root changes (depth - length past) (known P) (left_places P) inside chosen.

Lemma run_true G nodes st : lawful G -> run G nodes = Some st -> all_true G (fst st).
Proof.
  intros laws. unfold run. assert (all_true G (fst start)) as H by apply start_true. revert H.
    generalize start as st0.
  induction nodes as [|n nodes IH]; simpl; intros st0 H0 H; [now injection H as <-|].
  destruct (step G st0 n) as [st1|] eqn:E.
  - apply (IH st1); auto. eapply step_true; eauto.
  - clear - H. induction nodes; simpl in H; [discriminate|auto].
Qed.

Theorem impossible_sound R len guesses hidden past P depth covered sc nodes st root changes :
  prepare R len guesses hidden past = Some P ->
  run (its_game P) nodes = Some st ->
  check_impossible guesses past P depth covered sc st root changes = true ->
  lists len guesses hidden /\ played R guesses past /\
  impossible R guesses hidden past depth covered (in_scope sc).
Proof.
  intros HP Hrun H. pose proof (prepared_lists _ _ _ _ _ _ HP) as HL.
    pose proof (prepared_played _ _ _ _ _ _ HP) as Hp.
  split; [exact HL|]. split; [exact Hp|]. unfold check_impossible in H. cbv zeta in H. rewrite !andb_true_iff in H.
  destruct H as [[[[Hd H1] Hc] Hne] H]. apply Nat.leb_le in Hd, H1. apply Nat.eqb_eq in Hc.
  pose proof (prepared_lawful _ _ _ _ _ _ HP) as laws. pose proof (left_words _ _ _ _ _ _ HP) as Hleft.
  set (chosen := filter (fun x => in_scope_of sc (nth x guesses [])) (openers P)).
  change (filter _ (openers P)) with chosen in H, Hne. set (n := depth - length past) in *.
  assert (forall x, In x chosen <-> x < size (its_game P) /\ legal R guesses past (nth x guesses []) /\
    in_scope sc (nth x guesses [])) as Hch.
  { intros x. unfold chosen. rewrite filter_In, (openers_spec _ _ _ _ _ _ HP), in_scope_spec. tauto. }
  unfold impossible. cbv zeta. fold n. rewrite <- Hleft, map_length.
  split; [exact Hc|]. split; [exact H1|]. split; [exact Hd|]. split.
  - destruct chosen as [|x chosen']; [discriminate|]. exists (nth x guesses []).
    destruct (proj1 (Hch x) (or_introl eq_refl)) as (_ & ? & ?). auto.
  - intros s Hs Hall.
    assert (NoDup (left_places P)) as Hd'.
    { eapply NoDup_map_inv. rewrite Hleft. apply NoDup_filter, HL. }
    assert (left_places P <> []) as Hnil by (intros E; rewrite E in Hc; simpl in Hc; lia).
    assert (forall x, In x (left_places P) -> finds R guesses s n past (nth x guesses [])) as Hf.
    { intros x Hx. apply Hall, in_map_iff. exists x. auto. }
    assert (exists n', n = S n') as [n' En].
    { destruct (left_places P) as [|x ps]; [congruence|]. specialize (Hf x (or_introl eq_refl)).
      destruct n; [destruct Hf|eauto]. }
    assert (legal R guesses past (s past)) as Hlegal.
    { destruct (left_places P) as [|x ps]; [congruence|]. specialize (Hf x (or_introl eq_refl)).
      rewrite En in Hf. apply Hf. }
    destruct (place_in_spec _ _ _ _ _ _ HP (s past) (proj1 Hlegal)) as [Ht Et].
    refine (conclude_sound _ laws _ _ _ _ _ _ _ _ (run_true _ _ _ laws Hrun) _ _ Hd' Hnil H (place_in guesses (s past))
      (fun p => tree guesses n' s ((s past, p) :: past)) (allowed_after R guesses past) _ Ht _ _).
    + intros x Hx. apply existsb_exists in Hx as (y & Hy & E). apply Nat.eqb_eq in E. now subst.
    + apply (left_size _ _ _ _ _ _ HP).
    + apply Hch. rewrite Et. auto.
    + intros x Hx. now apply (known_allows _ _ _ _ _ _ HP).
    + intros x Hx. rewrite En. apply (tree_wins _ _ _ _ _ _ HP (S n') s past x).
      * now apply (left_size _ _ _ _ _ _ HP).
      * rewrite <- En. now apply Hf.
Qed.
