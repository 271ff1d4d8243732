(** Claim "total least": strategies that are replayed, and for each opener what it takes at least. *)
From Coq Require Import List Arith Bool Lia PArith Permutation.
From Verified Require Import Rules Claims Facts Told Numbered Hashed Tables Game Words Strategy Cost Shown Sets
  Lemmas Position Checker.
Import ListNotations.

(** Numbers for lists of numbers, so that lemmas and sets are found again: any will do. *)
Definition numbering := list nat -> positive.
Definition number_of_set (hash : numbering) (F : list trait) : positive := hash (map code F).

(** ** Sets and lemmas, one after the other *)

(** What is counted for all sets; what single traits show; and what was proven so far. *)
Record workshop := Workshop { tables : counted; single : trait -> nat; proven_sets : sets; proven_lemmas : lemmas }.

Definition open_workshop (P : position) : workshop :=
  let D := count_all (its_game P) (known P) (left_places P) in
  Workshop D (remember (fun f => most_where (its_game P) (known P) D [f])) Nothing Nothing.

Inductive help := Set_ (F : list trait) (stated : option nat) | Lemma_ (c : Lemmas.statement) (L : list place).

Definition take_help (hash : numbering) (P : position) (w : workshop) (x : help) : option workshop :=
  match x with
  | Set_ F stated =>
      match take_set (its_game P) (known P) (number_of_set hash) (tables w) (proven_sets w) F stated with
      | Some ss => Some (Workshop (tables w) (single w) ss (proven_lemmas w))
      | None => None
      end
  | Lemma_ c L =>
      match take_lemma (its_game P) hash (proven_lemmas w) c L with
      | Some ls => Some (Workshop (tables w) (single w) (proven_sets w) ls)
      | None => None
      end
  end.

(** ** The conclusion *)

(** Does whoever begins with [t] take [v] guesses or more, those of the history included? [g] guesses are left. *)
Definition opener_takes (hash : numbering) (P : position) (w : workshop) (made : nat) (g : option nat) (v : nat)
  (t : place)
    : bool :=
  let G := its_game P in let r := fixed_after G t (known P) in let g := one_less g in
  guess_takes G (Some v) (made * length (left_places P)) t (left_places P)
    (fun C => first_bound G hash (proven_lemmas w) g (r C) C)
    (fun C =>
       larger (by_sets G (number_of_set hash) (single w) (proven_sets w) t C)
         (match g, C with
          | Some 2, _ :: _ :: _ :: _ :: _ =>
              let n := length C in separate G g (fun _ => n) (r C) (candidates G (r C)) C
          | _, _ => Some 0
          end)).

(** An opener, its total, and its strategy. *)
Definition row : Type := word * nat * list place.

Definition row_ok (guesses : list word) (past : history) (P : position) (n : nat) (sc : scope) (x : row) : bool :=
  let '(t, c, steps) := x in
  match replay (its_game P) n (known P) (left_places P) steps with
  | Some (costs, []) =>
      in_scope_of sc t && is_opener guesses (Some t) (first_guess (left_places P) steps) &&
      (list_sum (map (fun k => length past + k) costs) =? c)
  | _ => false
  end.

(** The total that is claimed of [t]. *)
Definition claimed (rows : list (word * nat)) (others : nat) (t : word) : nat :=
  match filter (fun x => same (fst x) t) rows with [] => others | xs => list_max (map snd xs) end.

Definition check_least (hash : numbering) (guesses : list word) (past : history) (P : position) (w : workshop)
    (limit : option nat) (covered least : nat) (sc : scope) (rows : list row) (others : nat) : bool :=
  let made := length past in
  let n := match limit with Some depth => depth | None => 255 end - made in
  let g := match limit with Some depth => Some (depth - made) | None => None end in
  let listed := map fst rows in
  let word_at := array guesses [] in
  (1 <=? covered) && (length (left_places P) =? covered) &&
  match limit with Some depth => made <? depth | None => true end &&
  existsb (fun x => snd x =? least) listed && forallb (fun x => least <=? snd x) listed && (least <=? others) &&
  forallb (row_ok guesses past P n sc) rows &&
  forallb (fun t => let word := word_at t in
    negb (in_scope_of sc word) || opener_takes hash P w made g (claimed listed others word) t) (openers P).

(** ** Why it holds *)

Section Least.
Variables (m : mode) (len : nat) (guesses hidden : list word) (past : history) (P : position).
Hypothesis prepared : prepare m len guesses hidden past = Some P.
Variable hash : numbering.
Let G := its_game P.
Let laws : lawful G := prepared_lawful _ _ _ _ _ _ prepared.

Definition right (w : workshop) : Prop :=
  tables w = count_all G (known P) (left_places P) /\
  (forall f, true_set G (known P) (left_places P) [f] (single w f)) /\
  every (true_set G (known P) (left_places P)) (proven_sets w) /\ every (true_lemma G) (proven_lemmas w).

Lemma open_right : right (open_workshop P).
Proof.
  split; [reflexivity|]. split; [|split; apply every_nothing]. intros f. simpl. unfold remember.
  now apply most_where_true.
Qed.

Lemma take_right w x w' : right w -> take_help hash P w x = Some w' -> right w'.
Proof.
  intros (Ht & H1 & Hs & Hl) H. destruct x as [F stated|c L]; simpl in H.
  - destruct (take_set _ _ _ _ _ _ _) as [ss|] eqn:E; [|discriminate]. injection H as <-. repeat split; auto. simpl.
    rewrite Ht in E. eapply take_set_true; eauto.
  - destruct (take_lemma _ _ _ _ _) as [ls|] eqn:E; [|discriminate]. injection H as <-. repeat split; auto. simpl.
    eapply take_lemma_true; eauto.
Qed.

Lemma opener_takes_sound w made g v t (A : place -> Prop) n next : right w -> left_places P <> [] ->
  NoDup (left_places P) ->
  t < size G -> (forall x, A x -> allowed G (known P) x = true) -> opener_takes hash P w made g v t = true ->
  within g n -> (forall h, In h (left_places P) -> wins G n (Guess t next) A h) ->
  v <= made * length (left_places P) + Cost.total G n (Guess t next) (left_places P).
Proof.
  intros (_ & H1 & Hs & Hl) Hne Hd Ht HA H Hn Hw. pose proof (left_size _ _ _ _ _ _ prepared) as Hsize.
    fold G in Hsize.
  unfold opener_takes in H. cbv zeta in H.
  change (reached (Some v) (made * length (left_places P) + Cost.total G n (Guess t next) (left_places P))).
  eapply (guess_takes_sound G laws g t A); eauto. intros k C h HC Hh.
  assert (forall x, In x C -> In x (left_places P)) as Hi by (intros x Hx; eapply in_cell; eauto).
  assert (NoDup C) as HdC by (eapply cells_distinct; eauto).
  assert (C <> []) as HneC by (intros E; rewrite E in Hh; destruct Hh).
  pose proof (fixed_after_spec G laws (known P) t k C _ h A Hsize Ht HC Hh HA) as Hfix. split.
  - apply costs_larger; [apply closed_sound; auto|now apply by_lemmas_sound].
  - apply costs_larger.
    + apply by_sets_sound with (R0 := known P) (H0 := left_places P); auto.
      intros a b Ha Hb. eapply cell_response; eauto.
    + assert (forall A, costs G (one_less g) A C (Some 0)) as Zero by (intros A' n' s _ _; simpl; lia).
      destruct (one_less g) as [[|[|[|g']]]|]; auto. destruct C as [|a [|b [|c [|d C]]]]; auto.
      eapply separate_sound; eauto. intros u Hu Au. split; [now apply (all_candidates G laws)|]. now apply responses_le.
Qed.
End Least.

Theorem least_sound m len guesses hidden past P hash helps w limit covered least sc rows others :
  prepare m len guesses hidden past = Some P ->
  fold_left (fun w x => match w with Some w => take_help hash P w x | None => None end) helps (Some
    (open_workshop P)) = Some w ->
  check_least hash guesses past P w limit covered least sc rows others = true ->
  lists len guesses hidden /\ played m guesses past /\
  least_total m guesses hidden past limit covered least (in_scope sc) (map fst rows) others.
Proof.
  intros HP Hhelps H. pose proof (prepared_lists _ _ _ _ _ _ HP) as HL.
    pose proof (prepared_played _ _ _ _ _ _ HP) as Hp.
  split; [exact HL|]. split; [exact Hp|].
  assert (right P w) as Hr.
  { assert (forall helps w0, right P w0 -> fold_left (fun w x => match w with Some w => take_help hash P w x |
    None => None end)
      helps (Some w0) = Some w -> right P w) as K; [|eapply K; [eapply open_right; eauto|exact Hhelps]].
    clear - HP. induction helps as [|x xs IH]; simpl; intros w0 H0 H; [now injection H as <-|].
    destruct (take_help hash P w0 x) as [w1|] eqn:E.
    - apply (IH w1); auto. eapply take_right; eauto.
    - clear - H. induction xs; simpl in H; [discriminate|auto]. }
  unfold check_least in H. cbv zeta in H. rewrite !andb_true_iff, !forallb_forall in H.
  destruct H as [[[[[[[H1 Hc] Hlim] Hleast] Hall] Hothers] Hrows] Hopeners].
  apply Nat.leb_le in H1, Hothers. apply Nat.eqb_eq in Hc.
  pose proof (left_words _ _ _ _ _ _ HP) as Hleft. pose proof (left_size _ _ _ _ _ _ HP) as Hsize.
  pose proof (prepared_lawful _ _ _ _ _ _ HP) as laws.
  set (G := its_game P) in *. set (made := length past) in *. set (W := left_after hidden past) in *.
  assert (NoDup (left_places P)) as Hd.
  { eapply NoDup_map_inv. rewrite Hleft. apply NoDup_filter. apply HL. }
  assert (left_places P <> []) as Hne by (intros E; rewrite E in Hc; simpl in Hc; lia).
  unfold least_total. fold W.
  split; [now rewrite <- Hleft, map_length|]. split; [exact H1|]. split; [|split].
  - apply existsb_exists in Hleast as ((t, c) & Hi & E). apply Nat.eqb_eq in E. simpl in E. subst c. eauto.
  - intros t c Hi. apply in_map_iff in Hi as (((t', c') & steps) & [= -> ->] & Hi). specialize (Hrows _ Hi).
    unfold row_ok in Hrows. fold G in Hrows. set (n := _ - made) in Hrows.
    destruct (replay _ _ _ _ _) as [(costs, [|])|] eqn:E; try discriminate. rewrite !andb_true_iff in Hrows.
    destruct Hrows as [[Hsc Ho] Hs]. apply in_scope_spec in Hsc. apply Nat.eqb_eq in Hs. split; [exact Hsc|].
    destruct (replayed _ _ _ _ _ _ _ _ _ HP E) as (s & x & Hx & Hst & Hf & Hperm). exists s, n. split; [|split].
    + simpl in Ho. rewrite Hx in Ho. apply same_spec in Ho. congruence.
    + split; [|exact Hf]. intros depth ->. unfold n. apply Nat.ltb_lt in Hlim. fold made. lia.
    + unfold Claims.total. fold W made. rewrite <- Hs. apply list_sum_permutation. rewrite <- Hperm, map_map.
      reflexivity.
  - intros s n Hsc [Hlimit Hf].
    assert (exists x, In x (left_places P)) as (x0 & Hx0) by (destruct (left_places P) as [|x ps];
      [congruence|exists x; now left]).
    assert (forall x, In x (left_places P) -> finds m guesses s n past (nth x guesses [])) as Hfx.
    { intros x Hx. apply Hf. fold W. rewrite <- Hleft. now apply (in_map (fun x => nth x guesses [])). }
    destruct n as [|n]; [destruct (Hfx x0 Hx0)|]. destruct (Hfx x0 Hx0) as [Hlegal _].
    destruct (place_in_spec _ _ _ _ _ _ HP (s past) (proj1 Hlegal)) as [Ht Et].
      set (t := place_in guesses (s past)) in *.
    assert (In t (openers P)) as Ho by (apply (openers_spec _ _ _ _ _ _ HP); rewrite Et; auto).
    specialize (Hopeners t Ho). change (array guesses [] t) with (nth t guesses []) in Hopeners.
      rewrite Et in Hopeners.
    rewrite (proj2 (in_scope_spec sc (s past)) Hsc) in Hopeners. simpl in Hopeners.
    assert (Claims.total hidden past s (S n) =
      made * length (left_places P) + Cost.total G (S n) (tree guesses (S n) s past) (left_places P)) as Etotal.
    { unfold Claims.total, Cost.total. fold W made. rewrite <- Hleft, map_map.
      assert (forall x, In x (left_places P) -> turns G (S n) (tree guesses (S n) s past) x =
        cost s (S n) past (nth x guesses [])) as K.
      { intros x Hx. apply (tree_turns _ _ _ _ _ _ HP); auto. }
      revert K. generalize (left_places P) as ps. clear. intros ps K. induction ps as [|x ps IH]; [simpl; lia|].
      cbn [map list_sum fold_right length]. rewrite (K x (or_introl eq_refl)). unfold list_sum in *.
      rewrite IH by (intros; apply K; now right). lia. }
    assert (claimed (map fst rows) others (s past) <= Claims.total hidden past s (S n)) as Hv.
    { rewrite Etotal. eapply (opener_takes_sound m len guesses hidden past P HP hash w made _ _ t
        (allowed_after m guesses past) (S n)); eauto.
      - intros x Hx. now apply (known_allows _ _ _ _ _ _ HP).
      - destruct limit as [depth|]; [|exact I]. specialize (Hlimit depth eq_refl). simpl. fold made in Hlimit. lia.
      - intros x Hx. apply (tree_wins _ _ _ _ _ _ HP (S n)); auto. }
    unfold claimed in Hv. split; [|split].
    + etransitivity; [|exact Hv]. destruct (filter _ _) as [|(u, c) xs] eqn:E; [exact Hothers|].
      assert (In (u, c) (map fst rows)) as Hi.
      { assert (In (u, c) ((u, c) :: xs)) as Hi by now left. rewrite <- E in Hi. now apply filter_In in Hi. }
      specialize (Hall _ Hi). apply Nat.leb_le in Hall. simpl in *. lia.
    + intros c Hi. etransitivity; [|exact Hv].
      assert (In (s past, c) (filter (fun x => same (fst x) (s past)) (map fst rows))) as Hin.
      { apply filter_In. split; [exact Hi|]. now apply same_spec. }
      destruct (filter _ _) as [|y ys]; [destruct Hin|]. apply (in_map snd) in Hin.
      pose proof (proj1 (list_max_le (map snd (y :: ys)) _) (le_n _)) as Hmax. rewrite Forall_forall in Hmax.
      exact (Hmax _ Hin).
    + intros Hn. destruct (filter _ _) as [|(u, c) xs] eqn:E; [exact Hv|]. exfalso. apply Hn.
      assert (In (u, c) (filter (fun x => same (fst x) (s past)) (map fst rows))) as Hi by (rewrite E; now left).
      apply filter_In in Hi as [Hi Es]. apply same_spec in Es. simpl in Es. subst u. now apply (in_map fst) in Hi.
Qed.
