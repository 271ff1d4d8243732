(** The theorems: what the checker accepts is true of every player. *)
From Coq Require Import List Arith Bool Lia PArith Permutation.
From Verified Require Import Rules Claims Facts Numbered Hashed Tables Game Words Strategy Cost Shown Refutation Missed
  Position.
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

(** ** The same claim by lemmas, in place of nodes *)

(** Does each opener leave a code that is found too late? With all openers, and two codes or more, those that split
    nothing need no look. Of openers that are alike one is looked at, the first one in [order]. *)
Definition check_misses (hash : list place -> positive) (guesses : list word) (past : history) (P : position)
    (depth covered : nat) (sc : scope) (lemmas : missed_lemmas) (changes : list change) (order : list place) : bool :=
  let G := its_game P in let H := left_places P in let g := depth - length past in
  let word_at := array guesses [] in
  let chosen := filter (fun x => in_scope_of sc (word_at x)) (openers P) in
  let ts := candidates G [] in
  let most := table (size G) (responses G H) in
  let k := fold_left (fun m t => max m (most t)) ts 0 in
  let first := first_alike G changes H in
  let loses := remember (fun t => guess_misses G hash lemmas 1 (pred g) most k ts t H) in
  let free t := match sc, H with All, _ :: _ :: _ => most t <=? 1 | _, _ => false end in
  (length past <=? depth) && (1 <=? covered) && (length H =? covered) &&
  match chosen with [] => false | _ => true end &&
  ((g =? 0) ||
   forallb (fun t => free t ||
     match List.find (fun u => first u =? first t) order with Some u => (u <? size G) && loses u | None => loses t end)
     chosen).

(** The lemmas, one after the other. *)
Definition missed_run (hash : list place -> positive) (G : game) (lemmas : list (nat * nat * list change * list place))
    : option missed_lemmas :=
  fold_left (fun known x => match known with
    | Some known => let '(g, v, changes, L) := x in take_missed G hash known g v changes L
    | None => None
    end) lemmas (Some Nothing).

Lemma missed_run_true hash G lemmas known : lawful G -> missed_run hash G lemmas = Some known ->
  every (true_missed G) known.
Proof.
  intros laws. unfold missed_run. assert (every (true_missed G) Nothing) as H by apply every_nothing. revert H.
  generalize (@Nothing (list (list place * (nat * nat)))) as known0.
  induction lemmas as [|(((g, v), cs), L) lemmas IH]; simpl; intros known0 H0 H; [now injection H as <-|].
  destruct (take_missed G hash known0 g v cs L) as [known1|] eqn:E.
  - apply (IH known1); auto. eapply take_missed_true; eauto.
  - clear - H. induction lemmas; simpl in H; [discriminate|auto].
Qed.

Theorem misses_sound R len guesses hidden past P hash depth covered sc lemmas proven changes order :
  prepare R len guesses hidden past = Some P ->
  missed_run hash (its_game P) lemmas = Some proven ->
  check_misses hash guesses past P depth covered sc proven changes order = true ->
  lists len guesses hidden /\ played R guesses past /\
  impossible R guesses hidden past depth covered (in_scope sc).
Proof.
  intros HP Hrun H. pose proof (prepared_lists _ _ _ _ _ _ HP) as HL.
  split; [exact HL|]. split; [exact (prepared_played _ _ _ _ _ _ HP)|].
  pose proof (prepared_lawful _ _ _ _ _ _ HP) as laws. pose proof (missed_run_true _ _ _ _ laws Hrun) as Hknown.
  pose proof (left_words _ _ _ _ _ _ HP) as Hleft. pose proof (left_size _ _ _ _ _ _ HP) as Hsize.
  unfold check_misses in H. cbv zeta in H. set (G := its_game P) in *. set (L := left_places P) in *.
  set (g := depth - length past) in *. set (ts := candidates G []) in *.
  set (most := table (size G) (responses G L)) in *.
  rewrite !andb_true_iff in H. destruct H as [[[[Hd H1] Hc] Hne] H]. apply Nat.leb_le in Hd, H1. apply Nat.eqb_eq in Hc.
  set (chosen := filter (fun x => in_scope_of sc (array guesses [] x)) (openers P)) in *.
  assert (forall x, In x chosen <-> x < size G /\ legal R guesses past (nth x guesses []) /\
    in_scope sc (nth x guesses [])) as Hch.
  { intros x. unfold chosen. rewrite filter_In, (openers_spec _ _ _ _ _ _ HP), in_scope_spec. tauto. }
  assert (NoDup L) as Hdist.
  { eapply NoDup_map_inv. rewrite Hleft. apply NoDup_filter, HL. }
  assert (L <> []) as Hnil by (intros E; rewrite E in Hc; simpl in Hc; lia).
  unfold impossible. cbv zeta. fold g. rewrite <- Hleft, map_length.
  split; [exact Hc|]. split; [exact H1|]. split; [exact Hd|]. split.
  { destruct chosen as [|x chosen']; [discriminate|]. exists (nth x guesses []).
    destruct (proj1 (Hch x) (or_introl eq_refl)) as (_ & ? & ?). auto. }
  assert (forall u, u < size G -> In u ts) as Hts by (intros u Hu; now apply (all_candidates G laws)).
  assert (forall n t next (A : place -> Prop), n <= g -> In t chosen ->
    (forall x, A x -> allowed G (known P) x = true) -> ~ forall h, In h L -> wins G n (Guess t next) A h) as K.
  { induction n as [|n IH]; intros t next A Hn Ht HA Hw.
    { destruct L as [|h L']; [contradiction|destruct (Hw h (or_introl eq_refl))]. }
    destruct (proj1 (Hch t) Ht) as (Hts' & _ & _).
    apply orb_prop in H as [Hg|H]; [apply Nat.eqb_eq in Hg; lia|]. rewrite forallb_forall in H.
    assert (forall u next' (B : place -> Prop), u < size G ->
      remember (fun t => guess_misses G hash proven 1 (pred g) most (fold_left (fun m t => max m (most t)) ts 0)
        ts t L) u = true -> ~ forall h, In h L -> wins G (S n) (Guess u next') B h) as Hlose.
    { intros u next' B Hu E Hw'. unfold remember in E.
      assert (1 <= missed G g (S n) (Guess u next') L) as Hm.
      { refine (guess_misses_sound G laws hash proven Hknown 1 g most _ ts u L Hu Hdist Hsize Hnil _ _ E (S n) next'
          B Hw').
        - intros x Hx. split; [auto|apply le_n].
        - intros x Hx. destruct (fold_max most ts 0) as [_ Hm]. exact (Hm x (Hts x Hx)). }
      rewrite (missed_nothing G g (S n) _ B L Hn Hw') in Hm. lia. }
    specialize (H t Ht). apply orb_prop in H as [H|H].
    - assert (sc = All /\ match L with _ :: _ :: _ => true | _ => false end = true /\ responses G L t <= 1)
        as (-> & H2 & Hr).
      { unfold most, table in H. clearbody L. clear - H.
        destruct sc, L as [|a [|b M]]; try discriminate. now apply Nat.leb_le in H. }
      pose proof (two_places L H2 Hdist) as Hp. pose proof Hp as (a & _ & Ha & _).
      destruct (one_response_next G laws hash L t n next A Hdist Hsize Hp Hts' Hr Hw) as (p & _ & Hwp).
      destruct (next p) as [|u next'] eqn:En; [destruct n; exact (Hwp a Ha)|].
      refine (IH u next' (keep G A t p) _ _ _ Hwp); [lia| |intros x [Ax _]; auto].
      destruct n as [|n]; [destruct (Hwp a Ha)|]. destruct (Hwp a Ha) as (Hu & [Au _] & _).
      apply Hch. split; [exact Hu|]. split; [|exact I]. split.
      + apply nth_In. now rewrite <- (prepared_size _ _ _ _ _ _ HP).
      + now apply (known_allows _ _ _ _ _ _ HP), HA.
    - destruct (List.find _ order) as [u|] eqn:Eu; [|exact (Hlose t next A Hts' H Hw)].
      apply find_some in Eu as [_ Eu]. apply Nat.eqb_eq in Eu. apply andb_prop in H as [Hu H]. apply Nat.ltb_lt in Hu.
      destruct (alike_first G laws changes [] L t Hdist Hsize Hts') as [A1 _].
      destruct (alike_first G laws changes [] L u Hdist Hsize Hu) as [_ B2]. rewrite Eu in B2.
      destruct (proj2 (alike_trans G _ _ _ _ _ A1 B2) (S n) next) as (next' & (B & _ & Hw') & _); [exists A; auto|].
      exact (Hlose u next' B Hu H Hw'). }
  intros s Hs Hall.
  assert (forall x, In x L -> finds R guesses s g past (nth x guesses [])) as Hf.
  { intros x Hx. apply Hall, in_map_iff. exists x. auto. }
  assert (exists x, In x L) as (x0 & Hx0) by (destruct L as [|x ps]; [congruence|exists x; now left]).
  destruct g as [|n] eqn:Eg; [destruct (Hf x0 Hx0)|].
  pose proof (Hf x0 Hx0) as [Hlegal _].
  destruct (place_in_spec _ _ _ _ _ _ HP (s past) (proj1 Hlegal)) as [Ht Et].
  refine (K (S n) (place_in guesses (s past)) (fun p => tree guesses n s ((s past, p) :: past))
    (allowed_after R guesses past) (le_n _) _ _ _).
  - apply Hch. rewrite Et. auto.
  - intros x Hx. now apply (known_allows _ _ _ _ _ _ HP).
  - intros x Hx. apply (tree_wins _ _ _ _ _ _ HP (S n) s past x); auto.
Qed.
