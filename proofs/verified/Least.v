(** Claim "total least": strategies that are replayed, and for each opener what it takes at least. *)
From Coq Require Import List Arith Bool Lia PArith Permutation.
From Verified Require Import Rules Claims Facts Told Numbered Hashed Tables Game Words Pegs Strategy Cost Shown Sets
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

Inductive help :=
| Set_ (F : list trait) (stated : option nat)
| Lemma_ (c : Lemmas.statement) (changes : list change) (L : list place).

Definition take_help (hash : numbering) (P : position) (w : workshop) (x : help) : option workshop :=
  match x with
  | Set_ F stated =>
      match take_set (its_game P) (known P) (number_of_set hash) (tables w) (proven_sets w) F stated with
      | Some ss => Some (Workshop (tables w) (single w) ss (proven_lemmas w))
      | None => None
      end
  | Lemma_ c changes L =>
      match take_lemma (its_game P) hash (proven_lemmas w) c changes L with
      | Some ls => Some (Workshop (tables w) (single w) (proven_sets w) ls)
      | None => None
      end
  end.

Definition helped (hash : numbering) (P : position) (helps : list help) : option workshop :=
  fold_left (fun w x => match w with Some w => take_help hash P w x | None => None end) helps (Some (open_workshop P)).

(** ** The conclusion *)

(** Does whoever begins with [t] take [v] guesses or more, those of the history included? [g] guesses are left. *)
Definition opener_takes (hash : numbering) (P : position) (w : workshop) (made : nat) (g : option nat) (v : nat)
  (t : place)
    : bool :=
  let G := its_game P in let r := fixed_after G t (known P) in let g := one_less g in
  guess_takes G (Some v) (made * length (left_places P)) t (left_places P)
    (fun C => larger (first_bound G hash (proven_lemmas w) g (r C) C) (Some (levels G C)))
    (fun C =>
       larger (by_sets G (number_of_set hash) (single w) (proven_sets w) t C)
         (let n := length C in let most _ := n in
          match counts P, g, C with
          | true, _, _ => counted_bound G g most (candidates G (r C)) (r C) C
          | false, Some 2, _ :: _ :: _ :: _ :: _ => separate G g most (r C) (candidates G (r C)) C
          | _, _, _ => Some 0
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

(** The total that is claimed of [t], if it is listed. *)
Definition claimed (rows : list (word * nat)) (t : word) : option nat :=
  match filter (fun x => same (fst x) t) rows with [] => None | xs => Some (list_max (map snd xs)) end.

Lemma claimed_listed rows t c : In (t, c) rows -> exists v, claimed rows t = Some v /\ c <= v.
Proof.
  intros Hi. assert (In (t, c) (filter (fun x => same (fst x) t) rows)) as H.
  { apply filter_In. split; [exact Hi|]. now apply same_spec. }
  unfold claimed. destruct (filter _ rows) as [|x xs]; [destruct H|]. eexists. split; [reflexivity|].
  pose proof (proj1 (list_max_le (map snd (x :: xs)) _) (le_n _)) as Hmax. rewrite Forall_forall in Hmax.
  exact (Hmax _ (in_map snd _ _ H)).
Qed.

Lemma claimed_some rows t v : claimed rows t = Some v -> exists c, In (t, c) rows.
Proof.
  unfold claimed. destruct (filter _ rows) as [|(u, c) xs] eqn:E; [discriminate|]. intros _. exists c.
  assert (In (u, c) ((u, c) :: xs)) as Hi by now left. rewrite <- E in Hi. apply filter_In in Hi as [Hi Es].
  apply same_spec in Es. simpl in Es. now subst u.
Qed.

(** Each opener that isn't listed takes [others] or more, or is equivalent to a listed one. Of openers that are
    equivalent one is looked at, the first one in [order]; [changes] show which are. *)
Definition others_ok (G : game) (played : list word) (changes : list change) (listed order : list place)
    (H : list place) (takes : place -> bool) : place -> bool :=
  match changes with
  | [] => takes
  | _ =>
      let first := first_equivalent G played changes H in
      let like_listed := members (size G) (map first listed) in
      let takes := remember takes in
      fun t => like_listed (first t) ||
        match List.find (fun u => first u =? first t) order with
        | Some u => (u <? size G) && takes u
        | None => takes t
        end
  end.

Definition check_rows (guesses : list word) (past : history) (P : position) (limit : option nat)
    (covered least : nat) (sc : scope) (rows : list row) (others : nat) : bool :=
  let made := length past in
  let n := match limit with Some depth => depth | None => 255 end - made in
  let listed := map fst rows in
  (1 <=? covered) && (length (left_places P) =? covered) &&
  match limit with Some depth => made <? depth | None => true end &&
  existsb (fun x => snd x =? least) listed && forallb (fun x => least <=? snd x) listed && (least <=? others) &&
  forallb (row_ok guesses past P n sc) rows.

(** Does each opener take as much as is claimed, if [takes] says who takes how much? *)
Definition check_openers (guesses : list word) (past : history) (P : position) (takes : nat -> place -> bool)
    (sc : scope) (rows : list row) (others : nat) (changes : list change) (order : list place) : bool :=
  let G := its_game P in
  let listed := map fst rows in
  let word_at := array guesses [] in
  let is_listed t := match claimed listed (word_at t) with Some _ => true | None => false end in
  let others_hold := others_ok G (map fst past) changes (filter is_listed (openers P)) order (left_places P)
                       (takes others) in
  forallb (fun t => let word := word_at t in
    negb (in_scope_of sc word) ||
    match claimed listed word with Some c => takes c t | None => others_hold t end) (openers P).

Definition check_least (hash : numbering) (guesses : list word) (past : history) (P : position) (w : workshop)
    (limit : option nat) (covered least : nat) (sc : scope) (rows : list row) (others : nat) (changes : list change)
    (order : list place) : bool :=
  let made := length past in
  let g := match limit with Some depth => Some (depth - made) | None => None end in
  check_rows guesses past P limit covered least sc rows others &&
  check_openers guesses past P (opener_takes hash P w made g) sc rows others changes order.

(** Claim "total between": a strategy, and what each opener takes at least. *)
Definition check_between (hash : numbering) (guesses : list word) (past : history) (P : position) (w : workshop)
    (limit : option nat) (covered low high : nat) (sc : scope) (opener : word) (steps : list place)
    (changes : list change) (order : list place) : bool :=
  let G := its_game P in
  let made := length past in
  let n := match limit with Some depth => depth | None => 255 end - made in
  let g := match limit with Some depth => Some (depth - made) | None => None end in
  let word_at := array guesses [] in
  let takes := others_ok G (map fst past) changes [] order (left_places P) (opener_takes hash P w made g low) in
  (1 <=? covered) && (length (left_places P) =? covered) &&
  match limit with Some depth => made <? depth | None => true end &&
  row_ok guesses past P n sc (opener, high, steps) &&
  forallb (fun t => negb (in_scope_of sc (word_at t)) || takes t) (openers P).

(** ** Why it holds *)

Section Least.
Variables (R : rules) (len : nat) (guesses hidden : list word) (past : history) (P : position).
Hypothesis prepared : prepare R len guesses hidden past = Some P.
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
  intros (Ht & H1 & Hs & Hl) H. destruct x as [F stated|c changes L]; simpl in H.
  - destruct (take_set _ _ _ _ _ _ _) as [ss|] eqn:E; [|discriminate]. injection H as <-. repeat split; auto. simpl.
    rewrite Ht in E. eapply take_set_true; eauto.
  - destruct (take_lemma _ _ _ _ _ _) as [ls|] eqn:E; [|discriminate]. injection H as <-. repeat split; auto. simpl.
    eapply take_lemma_true; eauto.
Qed.

Lemma helped_right helps w : helped hash P helps = Some w -> right w.
Proof.
  unfold helped. generalize open_right. generalize (open_workshop P) as w0.
  induction helps as [|x xs IH]; simpl; intros w0 H0 H; [now injection H as <-|].
  destruct (take_help hash P w0 x) as [w1|] eqn:E.
  - apply (IH w1); auto. eapply take_right; eauto.
  - clear - H. induction xs; simpl in H; [discriminate|auto].
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
  - apply costs_larger; [|apply levels_sound; auto].
    apply costs_larger; [apply closed_sound; auto|now apply by_lemmas_sound].
  - apply costs_larger.
    + apply by_sets_sound with (R0 := known P) (H0 := left_places P); auto.
      intros a b Ha Hb. eapply cell_response; eauto.
    + assert (forall A, costs G (one_less g) A C (Some 0)) as Zero by (intros A' n' s _ _; simpl; lia).
      cbv zeta. destruct (counts P).
      { apply counted_bound_sound; auto. intros u Hu Au. split; [now apply (all_candidates G laws)|].
        now apply responses_le. }
      destruct (one_less g) as [[|[|[|g']]]|]; auto. destruct C as [|a [|b [|c [|d C]]]]; auto.
      eapply separate_sound; eauto. intros u Hu Au. split; [now apply (all_candidates G laws)|]. now apply responses_le.
Qed.

(** Whatever begins with [t], and is in time, takes [v] guesses or more. *)
Definition takes_least (g : option nat) (t : place) (v : nat) : Prop := forall n next, within g n ->
  finds_all G n (Guess t next) (known P) (left_places P) ->
  v <= length past * length (left_places P) + Cost.total G n (Guess t next) (left_places P).

Lemma size_left x : In x (left_places P) -> x < size G.
Proof. exact (left_size _ _ _ _ _ _ prepared x). Qed.

Lemma left_distinct : NoDup (left_places P).
Proof.
  eapply NoDup_map_inv. rewrite (left_words _ _ _ _ _ _ prepared). apply NoDup_filter, (prepared_lists _ _ _ _ _ _
    prepared).
Qed.

Lemma opener_takes_least w g v t : right w -> left_places P <> [] -> t < size G ->
  opener_takes hash P w (length past) g v t = true -> takes_least g t v.
Proof.
  intros Hr Hne Ht H n next Hn (A & HA & Hw). eapply opener_takes_sound; eauto. apply left_distinct.
Qed.

Lemma alike_takes g t u v : alike G (known P) (left_places P) t u -> takes_least g u v -> takes_least g t v.
Proof.
  intros [_ Ha] Hu n next Hn Hf. destruct (Ha n next Hf) as (next' & Hf' & HP).
  unfold Cost.total. rewrite <- (list_sum_permutation _ _ HP). exact (Hu n next' Hn Hf').
Qed.

Lemma played_length w : In w (map fst past) -> length w = len.
Proof.
  intros Hw. apply (prepared_lists _ _ _ _ _ _ prepared). pose proof (prepared_played _ _ _ _ _ _ prepared) as Hp.
  clear - Hw Hp. induction past as [|(t, p) ps IH]; [destruct Hw|]. destruct Hp as ([Hi _] & _ & Hp).
  destruct Hw as [<-|Hw]; auto.
Qed.

Lemma equivalent_words changes t u : t < size G -> u < size G ->
  first_equivalent G (map fst past) changes (left_places P) t =
  first_equivalent G (map fst past) changes (left_places P) u ->
  (forall m, R = Wordle m -> u = t) /\
  ((forall m, R <> Wordle m) -> equivalent (map fst past) (nth t guesses []) (nth u guesses [])).
Proof.
  intros Ht Hu E. pose proof left_distinct as Hd. pose proof size_left as HL.
  destruct (prepared_lists _ _ _ _ _ _ prepared) as (Hunique & _ & _ & Hlengths). pose proof played_length as Hp.
  unfold G in *. rewrite (game_is _ _ _ _ _ _ prepared) in *. split.
  - intros m Em. rewrite Em in E. symmetry. exact E.
  - intros N. assert (game_of R len guesses = pegs_game R len guesses) as Eg by (destruct R; [now destruct (N m)|..];
      reflexivity).
    rewrite Eg in *.
    pose proof (first_equivalent_right R len guesses N Hunique Hlengths (map fst past) changes []
      (left_places P)) as K.
    destruct (K t Hd HL Ht) as (_ & _ & H1), (K u Hd HL Hu) as (_ & _ & H2).
    rewrite E in H1. eapply equivalent_trans; [exact (H1 Hp)|]. apply equivalent_sym. exact (H2 Hp).
Qed.

(** Whoever begins with an unlisted opener takes [v] guesses or more, or it is equivalent to a listed one. *)
Lemma others_take w g v changes listed order t : right w -> left_places P <> [] -> t < size G ->
  (forall u, In u listed -> u < size G) ->
  others_ok G (map fst past) changes listed order (left_places P) (opener_takes hash P w (length past) g v) t = true ->
  takes_least g t v \/ exists u, In u listed /\ (forall m, R = Wordle m -> u = t) /\
    ((forall m, R <> Wordle m) -> equivalent (map fst past) (nth t guesses []) (nth u guesses [])) /\
    alike G (known P) (left_places P) t u /\ alike G (known P) (left_places P) u t.
Proof.
  intros Hr Hne Ht Hlisted H. unfold others_ok in H. destruct changes as [|c cs]; [left; eapply opener_takes_least;
    eauto|].
  cbv zeta in H. set (first := first_equivalent G (map fst past) (c :: cs) (left_places P)) in H.
  assert (forall u, u < size G -> first u = first t ->
    alike G (known P) (left_places P) t u /\ alike G (known P) (left_places P) u t) as Ha.
  { intros u Hu Eu. pose proof (equivalent_first G laws (map fst past) (c :: cs) (known P) (left_places P)) as K.
    destruct (K t left_distinct size_left Ht) as [A1 A2], (K u left_distinct size_left Hu) as [B1 B2].
    fold first in A1, A2, B1, B2. rewrite Eu in B1, B2. split; eapply alike_trans; eauto. }
  apply orb_prop in H as [H|H].
  - right. apply existsb_exists in H as (y & Hy & Ey). apply Nat.eqb_eq in Ey as <-.
    apply in_map_iff in Hy as (u & Eu & Hu). exists u. split; [exact Hu|]. symmetry in Eu.
    destruct (equivalent_words (c :: cs) t u Ht (Hlisted u Hu) Eu). split; [|split]; auto.
  - left. destruct (List.find _ order) as [u|] eqn:Eu; [|eapply opener_takes_least; eauto].
    apply find_some in Eu as [_ Eu]. apply Nat.eqb_eq in Eu. apply andb_prop in H as [Hu H]. apply Nat.ltb_lt in Hu.
    eapply alike_takes; [now apply (Ha u)|]. eapply opener_takes_least; eauto.
Qed.

Lemma total_is s n (s' : strategy) :
  (forall x, In x (left_places P) -> turns G n s' x = cost R s n past (nth x guesses [])) ->
  Claims.total R hidden past s n = length past * length (left_places P) + Cost.total G n s' (left_places P).
Proof.
  intros K. unfold Claims.total, Cost.total. rewrite <- (left_words _ _ _ _ _ _ prepared), map_map.
  revert K. generalize (left_places P) as ps. clear. intros ps K. induction ps as [|x ps IH]; [simpl; lia|].
  cbn [map list_sum fold_right length]. rewrite (K x (or_introl eq_refl)). unfold list_sum in *.
  rewrite IH by (intros; apply K; now right). lia.
Qed.

(** What a player does a strategy can do, and the other way round. *)
Lemma from_player limit s n : left_places P <> [] -> succeeds R guesses hidden past limit s n ->
  let x := place_in guesses (s past) in
  In x (openers P) /\ nth x guesses [] = s past /\
  within (match limit with Some depth => Some (depth - length past) | None => None end) n /\
  exists next, finds_all G n (Guess x next) (known P) (left_places P) /\ Claims.total R hidden past s n =
    length past * length (left_places P) + Cost.total G n (Guess x next) (left_places P).
Proof.
  intros Hne [Hlimit Hf] x.
  assert (forall y, In y (left_places P) -> finds R guesses s n past (nth y guesses [])) as Hfx.
  { intros y Hy. apply Hf. rewrite <- (left_words _ _ _ _ _ _ prepared). now apply (in_map (fun x =>
    nth x guesses [])). }
  assert (exists y, In y (left_places P)) as (y & Hy) by (destruct (left_places P) as [|y ps];
    [congruence|exists y; now left]).
  destruct n as [|n]; [destruct (Hfx y Hy)|]. destruct (Hfx y Hy) as [Hlegal _].
  destruct (place_in_spec _ _ _ _ _ _ prepared (s past) (proj1 Hlegal)) as [Hx Ex].
  split; [apply (openers_spec _ _ _ _ _ _ prepared); fold x in Hx, Ex; rewrite Ex; auto|]. split; [exact Ex|]. split.
  { destruct limit as [depth|]; [|exact I]. specialize (Hlimit depth eq_refl). simpl. lia. }
  exists (fun p => tree guesses n s ((s past, p) :: past)). split.
  - exists (allowed_after R guesses past). split; [intros z Hz; now apply (known_allows _ _ _ _ _ _ prepared)|].
    intros z Hz. apply (tree_wins _ _ _ _ _ _ prepared (S n)); auto using size_left.
  - apply total_is. intros z Hz. apply (tree_turns _ _ _ _ _ _ prepared (S n)); auto using size_left.
Qed.

Lemma to_player limit n x next : (forall depth, limit = Some depth -> length past + n <= depth) ->
  finds_all G n (Guess x next) (known P) (left_places P) ->
  exists s, s past = nth x guesses [] /\ succeeds R guesses hidden past limit s n /\ Claims.total R hidden past s n =
    length past * length (left_places P) + Cost.total G n (Guess x next) (left_places P).
Proof.
  intros Hn (A & HA & Hw). set (s := Guess x next) in *.
  assert (forall y, In y (left_places P) ->
    finds R guesses (plays guesses past s) n past (nth y guesses []) /\
    cost R (plays guesses past s) n past (nth y guesses []) = turns G n s y) as K.
  { intros y Hy. refine (plays_finds _ _ _ _ _ _ prepared s y (size_left y Hy) n s [] A eq_refl _ (Hw y Hy)).
    intros z Az. now apply (known_allows _ _ _ _ _ _ prepared), HA. }
  exists (plays guesses past s). split; [|split; [split|]].
  - change (plays guesses past s ([] ++ past) = nth x guesses []). now rewrite plays_since.
  - exact Hn.
  - intros h Hh. rewrite <- (left_words _ _ _ _ _ _ prepared) in Hh. apply in_map_iff in Hh as (y & <- & Hy).
    now apply K.
  - apply total_is. intros y Hy. symmetry. now apply K.
Qed.

Lemma row_strategy n sc t c steps : left_places P <> [] -> row_ok guesses past P n sc (t, c, steps) = true ->
  in_scope sc t /\ exists x next, x < size G /\ nth x guesses [] = t /\
    finds_all G n (Guess x next) (known P) (left_places P) /\
    length past * length (left_places P) + Cost.total G n (Guess x next) (left_places P) = c.
Proof.
  intros Hne H. unfold row_ok in H. destruct (replay _ _ _ _ _) as [(costs, [|])|] eqn:E; try discriminate.
  rewrite !andb_true_iff, Nat.eqb_eq in H. destruct H as [[Hsc Ho] Hc]. split; [now apply in_scope_spec|].
  destruct (replay_sound G laws _ _ _ _ _ _ size_left E (fun x => allowed G (known P) x = true))
    as (x & next & Hx & Hw & HP);
    [auto|]. exists x, next. repeat split.
  - destruct (left_places P) as [|y ps]; [congruence|]. specialize (Hw y (or_introl eq_refl)).
    destruct n; [destruct Hw|apply Hw].
  - rewrite Hx in Ho. now apply same_spec in Ho.
  - exists (fun x => allowed G (known P) x = true). auto.
  - rewrite <- Hc. unfold Cost.total. rewrite (list_sum_permutation _ _ HP).
    assert (length (left_places P) = length costs) as -> by now rewrite <- (Permutation_length HP), map_length.
    clear. induction costs as [|k costs IH]; simpl in *; lia.
Qed.
End Least.

Theorem least_sound R len guesses hidden past P hash helps w limit covered least sc rows others changes order :
  prepare R len guesses hidden past = Some P ->
  helped hash P helps = Some w ->
  check_least hash guesses past P w limit covered least sc rows others changes order = true ->
  lists len guesses hidden /\ played R guesses past /\
  least_total R guesses hidden past limit covered least (in_scope sc) (map fst rows) others.
Proof.
  intros HP Hhelps H. pose proof (prepared_lists _ _ _ _ _ _ HP) as HL.
    pose proof (prepared_played _ _ _ _ _ _ HP) as Hp.
  split; [exact HL|]. split; [exact Hp|].
  pose proof (helped_right _ _ _ _ _ _ HP _ _ _ Hhelps) as Hr.
  unfold check_least, check_rows, check_openers in H. cbv zeta in H. rewrite !andb_true_iff, !forallb_forall in H.
  destruct H as [[[[[[[H1 Hc] Hlim] Hleast] Hall] Hothers] Hrows] Hopeners].
  apply Nat.leb_le in H1, Hothers. apply Nat.eqb_eq in Hc.
  pose proof (left_words _ _ _ _ _ _ HP) as Hleft. pose proof (left_size _ _ _ _ _ _ HP) as Hsize.
  pose proof (prepared_lawful _ _ _ _ _ _ HP) as laws.
  set (G := its_game P) in *. set (listed := map fst rows) in *. set (ps := left_places P) in *.
  set (n := match limit with Some depth => depth | None => 255 end - length past) in *.
  set (g := match limit with Some depth => Some (depth - length past) | None => None end) in *.
  pose proof (left_distinct _ _ _ _ _ _ HP) as Hd. fold ps in Hd.
  assert (ps <> []) as Hne by (intros E; rewrite E in Hc; simpl in Hc; lia).
  assert (forall depth, limit = Some depth -> length past + n <= depth) as Hn.
  { intros depth ->. unfold n. apply Nat.ltb_lt in Hlim. lia. }
  assert (forall t c, In (t, c) listed -> in_scope sc t /\ exists x next, x < size G /\ nth x guesses [] = t /\
    finds_all G n (Guess x next) (known P) ps /\
    length past * length ps + Cost.total G n (Guess x next) ps = c) as Hlisted.
  { intros t c Hi. apply in_map_iff in Hi as (((t', c') & steps) & [= -> ->] & Hi).
    exact (row_strategy _ _ _ _ _ _ HP n sc t c steps Hne (Hrows _ Hi)). }
  (* what is claimed of a listed opener, it takes *)
  assert (forall x c, In x (openers P) -> In (nth x guesses [], c) listed -> takes_least past P g x c) as Hclaimed.
  { intros x c Hx Hi. specialize (Hopeners x Hx). change (array guesses [] x) with (nth x guesses []) in Hopeners.
    destruct (Hlisted _ _ Hi) as [Hsc _]. rewrite (proj2 (in_scope_spec sc _) Hsc) in Hopeners. simpl in Hopeners.
    destruct (claimed_listed _ _ _ Hi) as (v & Ev & Hmax). rewrite Ev in Hopeners.
    intros k next Hk Hf. etransitivity; [exact Hmax|].
    eapply (opener_takes_least _ _ _ _ _ _ HP); eauto. now apply (openers_spec _ _ _ _ _ _ HP). }
  assert (forall x c, In x (openers P) -> takes_least past P g x c ->
    forall s k, s past = nth x guesses [] -> succeeds R guesses hidden past limit s k ->
    c <= Claims.total R hidden past s k) as Hplayers.
  { intros x c Hx Ht s k Es Hs. destruct (from_player _ _ _ _ _ _ HP limit s k Hne Hs)
    as (Hy & Ey & Hk & next & Hf & E).
    set (y := place_in guesses (s past)) in *. assert (y = x) as ->.
    { apply (same_place _ _ _ _ _ _ HP); [now apply (openers_spec _ _ _ _ _ _ HP)..|congruence]. }
    rewrite E. now apply Ht. }
  assert (forall x c, takes_least past P g x c -> In x (openers P) ->
    (exists next, finds_all G n (Guess x next) (known P) ps /\
      length past * length ps + Cost.total G n (Guess x next) ps = c) ->
    least_with R guesses hidden past limit (nth x guesses []) c) as Hwith.
  { intros x c Ht Hx (next & Hf & E). split; [|now apply (Hplayers x)].
    destruct (to_player _ _ _ _ _ _ HP limit n x next Hn Hf) as (s & Es & Hs & Et). exists s, n.
    split; [exact Es|]. split; [exact Hs|]. rewrite Et. exact E. }
  assert (forall x next, x < size G -> finds_all G n (Guess x next) (known P) ps -> In x (openers P)) as Hopen.
  { intros x next Hx (A & HA & Hw). apply (openers_spec _ _ _ _ _ _ HP). split; [exact Hx|]. split.
    - apply nth_In. now rewrite <- (prepared_size _ _ _ _ _ _ HP).
    - apply (known_allows _ _ _ _ _ _ HP), HA. destruct ps as [|y ps']; [congruence|].
      specialize (Hw y (or_introl eq_refl)). destruct n; [destruct Hw|apply Hw]. }
  unfold least_total. rewrite <- Hleft, map_length. split; [exact Hc|]. split; [exact H1|]. split; [|split].
  - apply existsb_exists in Hleast as ((t, c) & Hi & E). apply Nat.eqb_eq in E. simpl in E. subst c. eauto.
  - intros t c Hi. destruct (Hlisted t c Hi) as [Hsc (x & next & Hx & <- & Hf & E)]. split; [exact Hsc|].
    apply Hwith; eauto.
  - intros s k Hsc Hs. destruct (from_player _ _ _ _ _ _ HP limit s k Hne Hs) as (Hx & Ex & Hk & next & Hf & E).
    set (x := place_in guesses (s past)) in *.
    assert (x < size G) as Hxs by now apply (openers_spec _ _ _ _ _ _ HP).
    assert (In (s past) (map fst listed) \/ others <= Claims.total R hidden past s k \/
      (forall m, R <> Wordle m) /\ exists t c, In (t, c) listed /\ equivalent (map fst past) (s past) t /\
        least_with R guesses hidden past limit (s past) c)
      as Hcase.
    { specialize (Hopeners x Hx). change (array guesses [] x) with (nth x guesses []) in Hopeners. rewrite Ex in
      Hopeners.
      rewrite (proj2 (in_scope_spec sc _) Hsc) in Hopeners. simpl in Hopeners.
      destruct (claimed listed (s past)) as [v|] eqn:Ec.
      { left. destruct (claimed_some _ _ _ Ec) as (c & Hi). exact (in_map fst _ _ Hi). }
      right. edestruct (others_take _ _ _ _ _ _ HP) as [Ht|(u & Hu & Hm & Heq & Hxu & Hux)];
        [exact Hr|exact Hne|exact Hxs| |exact Hopeners| |].
      { intros u Hu. apply filter_In in Hu as [Hu _]. now apply (openers_spec _ _ _ _ _ _ HP). }
      { left. now apply (Hplayers x). }
      right. apply filter_In in Hu as [Hy Hl]. change (array guesses [] u) with (nth u guesses []) in Hl.
      destruct (claimed listed (nth u guesses [])) as [v|] eqn:Ev; [|discriminate].
      destruct (claimed_some _ _ _ Ev) as (c & Hi).
      assert (u < size G) as Hus by now apply (openers_spec _ _ _ _ _ _ HP).
      assert (forall m, R <> Wordle m) as N by (intros m Em; rewrite (Hm m Em), Ex in Ev; congruence).
      split; [exact N|]. exists (nth u guesses []), c. split; [exact Hi|].
      rewrite <- Ex. split; [exact (Heq N)|].
      apply Hwith; [eapply alike_takes; [exact Hxu|now apply Hclaimed]|exact Hx|].
      destruct (Hlisted _ _ Hi) as [_ (u' & nu & Hu' & Eu' & Hfu & Etot)].
      assert (u' = u) as -> by now apply (same_place _ _ _ _ _ _ HP). destruct Hux as [_ Hux].
      destruct (Hux n nu Hfu) as (nx & Hfx & HPx). exists nx. split; [exact Hfx|].
      rewrite <- Etot. unfold Cost.total. f_equal. exact (list_sum_permutation _ _ HPx). }
    split; [|exact Hcase]. destruct Hcase as [Hi|[Ho|(_ & t & c & Hi & _ & Hl)]].
    + apply in_map_iff in Hi as ((t, c) & Et & Hi). simpl in Et. subst t.
      assert (least <= c) as Hlc by (specialize (Hall _ Hi); now apply Nat.leb_le in Hall).
      etransitivity; [exact Hlc|]. apply (Hplayers x); auto. apply Hclaimed; [exact Hx|]. now rewrite Ex.
    + lia.
    + assert (least <= c) as Hlc by (specialize (Hall _ Hi); now apply Nat.leb_le in Hall).
      etransitivity; [exact Hlc|]. now apply Hl.
Qed.

Theorem between_sound R len guesses hidden past P hash helps w limit covered low high sc opener steps changes order :
  prepare R len guesses hidden past = Some P ->
  helped hash P helps = Some w ->
  check_between hash guesses past P w limit covered low high sc opener steps changes order = true ->
  lists len guesses hidden /\ played R guesses past /\
  total_between R guesses hidden past limit covered low high (in_scope sc) opener.
Proof.
  intros HP Hhelps H. split; [exact (prepared_lists _ _ _ _ _ _ HP)|]. split; [exact (prepared_played _ _ _ _ _ _ HP)|].
  pose proof (helped_right _ _ _ _ _ _ HP _ _ _ Hhelps) as Hr.
  unfold check_between in H. cbv zeta in H. rewrite !andb_true_iff, forallb_forall in H.
  destruct H as [[[[H1 Hc] Hlim] Hrow] Hopeners]. apply Nat.leb_le in H1. apply Nat.eqb_eq in Hc.
  assert (left_places P <> []) as Hne by (intros E; rewrite E in Hc; simpl in Hc; lia).
  set (n := match limit with Some depth => depth | None => 255 end - length past) in *.
  destruct (row_strategy _ _ _ _ _ _ HP n sc opener high steps Hne Hrow) as [Hsc (x & next & Hx & <- & Hf & E)].
  unfold total_between. rewrite <- (left_words _ _ _ _ _ _ HP), map_length.
  split; [exact Hc|]. split; [exact H1|]. split; [exact Hsc|]. split.
  - destruct (to_player _ _ _ _ _ _ HP limit n x next) as (s & Es & Hs & Et); [|exact Hf|].
    + intros depth ->. unfold n. apply Nat.ltb_lt in Hlim. lia.
    + exists s, n. split; [exact Es|]. split; [exact Hs|]. now rewrite Et.
  - intros s k Hss Hs. destruct (from_player _ _ _ _ _ _ HP limit s k Hne Hs) as (Hy & Ey & Hk & nexty & Hfy & Et).
    set (y := place_in guesses (s past)) in *. specialize (Hopeners y Hy).
    change (array guesses [] y) with (nth y guesses []) in Hopeners. rewrite Ey in Hopeners.
    rewrite (proj2 (in_scope_spec sc _) Hss) in Hopeners. simpl in Hopeners.
    apply (others_take _ _ _ _ _ _ HP) in Hopeners as [Ht|(u & [] & _)];
      [|exact Hr|exact Hne|now apply (openers_spec _ _ _ _ _ _ HP)|intros u []].
    rewrite Et. now apply (Ht k nexty).
Qed.
