(** The lists and the history of a certificate; players, and strategies for words as places. *)
From Coq Require Import List Arith Bool Lia Permutation.
From Verified Require Import Rules Facts Tables Game Words Pegs Strategy.
Import ListNotations.

(** ** Lists of words, in the order of the alphabet *)

Fixpoint before (v w : word) : bool :=
  match v, w with
  | [], _ :: _ => true
  | a :: v, b :: w => (a <? b) || ((a =? b) && before v w)
  | _, [] => false
  end.
Fixpoint ascending (ws : list word) : bool :=
  match ws with
  | v :: (w :: _) as ws' => before v w && ascending ws'
  | _ => true
  end.

Lemma before_irrefl w : before w w = false.
Proof. induction w as [|a w IH]; simpl; auto. now rewrite Nat.ltb_irrefl, Nat.eqb_refl. Qed.

Lemma before_trans u v w : before u v = true -> before v w = true -> before u w = true.
Proof.
  revert v w. induction u as [|a u IH]; intros [|b v] [|c w]; simpl; auto; try discriminate.
  rewrite !orb_true_iff, !andb_true_iff, !Nat.ltb_lt, !Nat.eqb_eq.
  intros [H|[-> H]] [H'|[-> H']]; eauto; left; lia.
Qed.

Lemma ascending_unique ws : ascending ws = true -> NoDup ws.
Proof.
  assert (forall ws v, ascending (v :: ws) = true -> forall w, In w ws -> before v w = true) as K.
  { clear. induction ws as [|u ws IH]; intros v H w; [intros []|].
    change (before v u && ascending (u :: ws) = true) in H. apply andb_prop in H as [Hv Hu].
    intros [<-|Hw]; [exact Hv|]. eapply before_trans; [exact Hv|]. now apply IH. }
  induction ws as [|v ws IH]; intros H; constructor.
  - intros Hi. specialize (K ws v H v Hi). rewrite before_irrefl in K. discriminate.
  - apply IH. destruct ws; [reflexivity|]. now apply andb_prop in H as [_ H].
Qed.

Definition mentions (ws : list word) (w : word) : bool := existsb (same w) ws.
Lemma mentions_spec ws w : mentions ws w = true <-> In w ws.
Proof.
  unfold mentions. rewrite existsb_exists. split.
  - intros (v & Hv & E). apply same_spec in E as ->. exact Hv.
  - intros H. exists w. split; [exact H|]. now apply same_spec.
Qed.

(** The places, from [i] on, of words that occur in the list in the same order. *)
Fixpoint places_of (i : place) (guesses ws : list word) : option (list place) :=
  match ws, guesses with
  | [], _ => Some []
  | _, [] => None
  | w :: ws', v :: guesses =>
      if same v w then match places_of (S i) guesses ws' with Some ps => Some (i :: ps) | None => None end
      else places_of (S i) guesses ws
  end.

Lemma places_of_spec guesses : forall (all : list word) i ws ps,
  (forall k, nth k guesses [] = nth (i + k) all []) -> i + length guesses = length all ->
  places_of i guesses ws = Some ps ->
  map (fun x => nth x all []) ps = ws /\ forall x, In x ps -> x < length all.
Proof.
  induction guesses as [|v guesses IH]; intros all i [|w ws] ps Hn Hl H; simpl in H;
    try (injection H as <-; split; [reflexivity|intros x []]); [discriminate|].
  assert (forall k, nth k guesses [] = nth (S i + k) all []) as Hn'.
  { intros k. specialize (Hn (S k)). simpl in Hn. rewrite Hn. f_equal. lia. }
  simpl in Hl. destruct (same v w) eqn:E.
  - apply same_spec in E as ->. destruct (places_of (S i) guesses ws) as [qs|] eqn:Eq; [|discriminate].
    injection H as <-. destruct (IH all (S i) ws qs Hn') as [Hm Hs]; [lia|exact Eq|]. split.
    + simpl. rewrite Hm. f_equal. specialize (Hn 0). simpl in Hn. rewrite Hn. f_equal. lia.
    + intros x [<-|Hx]; [lia|auto].
  - apply (IH all (S i)); auto. lia.
Qed.

(** ** What is known before the proof *)

Record position := Position {
  its_game : game;
  left_places : list place;                         (* the hidden words that are left *)
  known : list fact;                                (* what the history has fixed *)
  openers : list place;                             (* the guesses that are legal now *)
  counts : bool                                     (* are bounds of openers counted, as there are no sets? *)
}.

Definition game_of (R : rules) (len : nat) (guesses : list word) : game :=
  match R with
  | Wordle m => wordle m guesses
  | _ => pegs_game R len guesses
  end.

Definition facts_of (R : rules) (past : history) : list fact :=
  match R with Wordle Hard => flat_map (fun tp => reveal (fst tp) (snd tp)) past | _ => [] end.
Definition obeys (R : rules) (past : history) (w : word) : bool := forallb (fun f => has f w) (facts_of R past).

Fixpoint was_played (R : rules) (guesses : list word) (past : history) : bool :=
  match past with
  | [] => true
  | (t, p) :: past =>
      mentions guesses t && obeys R past t && negb (if pattern_eq_dec p (Rules.response R t t) then true else false) &&
      was_played R guesses past
  end.

Definition prepare (R : rules) (len : nat) (guesses hidden : list word) (past : history) : option position :=
  if ascending guesses && ascending hidden && forallb (fun w => length w =? len) guesses &&
     was_played R guesses past
  then match places_of 0 guesses hidden, places_of 0 guesses (left_after R hidden past) with
       | Some _, Some ps =>
           let G := game_of R len guesses in
           let r := facts_of R past in
           Some {| its_game := G; left_places := ps; known := r;
                   openers := filter (having G r) (seq 0 (length guesses));
                   counts := match R with Wordle _ => false | _ => true end |}
       | _, _ => None
       end
  else None.

Lemma obeys_spec R past w : obeys R past w = true <->
  (R = Wordle Hard -> forall t p, In (t, p) past -> Rules.keeps t p w).
Proof.
  unfold obeys, facts_of. destruct R as [[|]| | |]; try (split; [discriminate|reflexivity]). split.
  - intros H _ t p Hi. apply reveal_keeps. rewrite forallb_forall in *. intros f Hf. apply H, in_flat_map.
    exists (t, p). auto.
  - intros H. apply forallb_forall. intros f Hf. apply in_flat_map in Hf as ((t & p) & Hi & Hf).
    specialize (H eq_refl t p Hi). apply reveal_keeps in H. rewrite forallb_forall in H. auto.
Qed.

Lemma was_played_spec R guesses past : was_played R guesses past = true -> played R guesses past.
Proof.
  induction past as [|(t, p) past IH]; simpl; [auto|]. rewrite !andb_true_iff, negb_true_iff.
  intros [[[Hi Ho] Hp] Hr]. apply mentions_spec in Hi. rewrite obeys_spec in Ho.
  split; [now split|]. split; auto. now destruct (pattern_eq_dec p (Rules.response R t t)).
Qed.

Section Position.
Variables (R : rules) (len : nat) (guesses hidden : list word) (past : history) (P : position).
Hypothesis prepared : prepare R len guesses hidden past = Some P.
Let G := its_game P.
Let word_at (x : place) : word := nth x guesses [].

Lemma prepared_parts :
  lists len guesses hidden /\ played R guesses past /\ G = game_of R len guesses /\ known P = facts_of R past /\
  map word_at (left_places P) = left_after R hidden past /\ (forall x, In x (left_places P) -> x < length guesses) /\
  openers P = filter (having G (known P)) (seq 0 (length guesses)).
Proof.
  pose proof prepared as H. unfold prepare in H. destruct (_ && _) eqn:E in H; [|discriminate].
  rewrite !andb_true_iff, forallb_forall in E. destruct E as [[[Hg Hh] Hl] Hp].
  destruct (places_of 0 guesses hidden) as [hs|] eqn:Eh; [|discriminate].
  destruct (places_of 0 guesses (left_after R hidden past)) as [ps|] eqn:Ep; [|discriminate].
  injection H as H. unfold G. rewrite <- H. simpl.
  destruct (places_of_spec guesses guesses 0 hidden hs) as [Hm Hs]; auto.
  destruct (places_of_spec guesses guesses 0 (left_after R hidden past) ps) as [Lm Ls]; auto.
  repeat split; auto.
  - now apply ascending_unique.
  - now apply ascending_unique.
  - rewrite <- Hm. intros w Hw. apply in_map_iff in Hw as (x & <- & Hx). apply nth_In. auto.
  - intros w Hw. now apply Nat.eqb_eq, Hl.
  - now apply was_played_spec.
Qed.

Lemma prepared_lists : lists len guesses hidden. Proof. apply prepared_parts. Qed.
Lemma prepared_played : played R guesses past. Proof. apply prepared_parts. Qed.
Lemma game_is : G = game_of R len guesses. Proof. apply prepared_parts. Qed.
Lemma prepared_size : size G = length guesses. Proof. rewrite game_is. now destruct R. Qed.
Lemma left_words : map word_at (left_places P) = left_after R hidden past. Proof. apply prepared_parts. Qed.
Lemma left_size x : In x (left_places P) -> x < size G.
Proof. rewrite prepared_size. apply prepared_parts. Qed.
Lemma prepared_lawful : lawful G.
Proof.
  rewrite game_is. destruct prepared_lists as (Hu & _ & _ & Hl).
  destruct R; [now apply (wordle_lawful m len)|now apply pegs_lawful..].
Qed.

Lemma in_left h : In h (left_after R hidden past) -> exists x, In x (left_places P) /\ word_at x = h.
Proof. rewrite <- left_words. intros H. apply in_map_iff in H as (x & E & Hx). eauto. Qed.

(** The guesses that are legal after [past], as a set of places. *)
Definition allowed_after (past : history) (x : place) : Prop :=
  R = Wordle Hard -> forall t p, In (t, p) past -> Rules.keeps t p (word_at x).

Lemma known_allows x : allowed G (known P) x = true <-> allowed_after past x.
Proof.
  assert (known P = facts_of R past) as -> by apply prepared_parts.
  assert (allowed G (facts_of R past) x = obeys R past (word_at x)) as ->; [|apply obeys_spec].
  rewrite game_is. unfold obeys. destruct R as [[|]| | |]; reflexivity.
Qed.

Lemma openers_spec x : In x (openers P) <-> x < size G /\ legal R guesses past (word_at x).
Proof.
  assert (openers P = filter (having G (known P)) (seq 0 (length guesses))) as -> by apply prepared_parts.
  rewrite filter_In, in_seq, having_allowed, known_allows, prepared_size. unfold legal, allowed_after. split.
  - intros [[_ H] K]. split; [exact H|]. split; [now apply nth_In|exact K].
  - intros [H [_ K]]. split; [split; [lia|exact H]|exact K].
Qed.

(** ** From players to strategies *)

Lemma place_in_spec w : In w guesses -> place_in guesses w < size G /\ word_at (place_in guesses w) = w.
Proof.
  rewrite prepared_size. unfold word_at. clear prepared. induction guesses as [|v ws IH]; simpl; [tauto|]. intros H.
  destruct (word_eq_dec v w) as [|N]; [split; [lia|auto]|]. destruct H as [->|H]; [congruence|].
  destruct (IH H). split; [lia|auto].
Qed.

Fixpoint tree (n : nat) (s : player) (past : history) : strategy :=
  match n with
  | 0 => GiveUp
  | S n => Guess (place_in guesses (s past)) (fun p => tree n s ((s past, p) :: past))
  end.

Lemma same_place x y : x < size G -> y < size G -> word_at x = word_at y -> x = y.
Proof.
  destruct prepared_lists as (Hu & _). rewrite prepared_size. intros Hx Hy. now apply NoDup_nth.
Qed.

Lemma response_is t h : response G t h = Rules.response R (word_at t) (word_at h).
Proof. rewrite game_is. now destruct R. Qed.

Lemma keeps_is t p x : Game.keeps G t p x <-> (R = Wordle Hard -> Rules.keeps (word_at t) p (word_at x)).
Proof.
  rewrite game_is. destruct R as [m| | |]; simpl; [|split; [discriminate|easy]..].
  split; intros H E; apply H; [now injection E|now subst].
Qed.

Lemma tree_wins n s past' x : x < size G -> finds R guesses s n past' (word_at x) ->
  wins G n (tree n s past') (allowed_after past') x.
Proof.
  intros Hx. revert past'. induction n as [|n IH]; intros past' H; [exact H|]. destruct H as [[Hi Hk] H].
  destruct (place_in_spec (s past') Hi) as [Ht Et]. simpl. split; [exact Ht|]. split.
  - intros Hm. rewrite Et. auto.
  - destruct H as [E|H].
    + left. apply same_place; auto. congruence.
    + right. rewrite response_is, Et. eapply wins_mono; [reflexivity| |exact (IH _ H)].
      intros y Hy. split.
      * intros Hm t p Hin. apply Hy; simpl; auto.
      * apply keeps_is. rewrite Et. intros Hm. apply Hy; simpl; auto.
Qed.

Lemma tree_turns n s past' x : x < size G -> finds R guesses s n past' (word_at x) ->
  turns G n (tree n s past') x = cost R s n past' (word_at x).
Proof.
  intros Hx. revert past'. induction n as [|n IH]; intros past' H; [destruct H|]. destruct H as [[Hi _] H].
  destruct (place_in_spec (s past') Hi) as [Ht Et]. cbn [tree turns cost].
  destruct (word_eq_dec (s past') (word_at x)) as [E|N].
  - assert (place_in guesses (s past') = x) as -> by (apply same_place; auto; congruence). now rewrite Nat.eqb_refl.
  - destruct H as [H|H]; [contradiction|]. destruct (Nat.eqb_spec (place_in guesses (s past')) x) as [E|_].
    + destruct N. now rewrite <- E.
    + rewrite response_is, Et. f_equal. now apply IH.
Qed.

(** ** From strategies to players *)

Fixpoint follow (s : strategy) (ps : list pattern) {struct ps} : strategy :=
  match ps, s with
  | [], _ => s
  | p :: ps, Guess _ next => follow (next p) ps
  | _, GiveUp => GiveUp
  end.

(** Play [s] after [past]: look which responses have come since. *)
Definition plays (s : strategy) : player := fun now =>
  match follow s (rev (map snd (firstn (length now - length past) now))) with
  | Guess t _ => word_at t
  | GiveUp => []
  end.

Lemma plays_since s since : plays s (since ++ past) =
  match follow s (rev (map snd since)) with Guess t _ => word_at t | GiveUp => [] end.
Proof.
  unfold plays. rewrite app_length, Nat.add_sub, firstn_app, Nat.sub_diag, firstn_all. simpl. now rewrite app_nil_r.
Qed.

Lemma follow_snoc ps s t next p : follow s ps = Guess t next -> follow s (ps ++ [p]) = next p.
Proof.
  revert s. induction ps as [|q ps IH]; intros [|u k] H; try discriminate H; simpl in *; auto.
  now injection H as <- <-.
Qed.

Lemma plays_finds s0 x : x < size G -> forall n s since (A : place -> Prop),
  follow s0 (rev (map snd since)) = s -> (forall y, A y -> allowed_after (since ++ past) y) -> wins G n s A x ->
  finds R guesses (plays s0) n (since ++ past) (word_at x) /\
  cost R (plays s0) n (since ++ past) (word_at x) = turns G n s x.
Proof.
  intros Hx. induction n as [|n IH]; intros s since A Hs HA H; [destruct H|].
  destruct s as [|t next]; [destruct H|]. destruct H as (Ht & At & H). cbn [finds cost turns].
    rewrite plays_since, Hs.
  assert (legal R guesses (since ++ past) (word_at t)) as Hl.
  { split; [|exact (HA t At)]. apply nth_In. now rewrite <- prepared_size. }
  destruct (word_eq_dec (word_at t) (word_at x)) as [E|N].
  - assert (t = x) as -> by now apply same_place. rewrite Nat.eqb_refl. auto.
  - destruct (Nat.eqb_spec t x) as [->|N']; [congruence|]. destruct H as [|H]; [congruence|].
    rewrite <- response_is. set (p := response G t x) in *.
    assert (follow s0 (rev (map snd ((word_at t, p) :: since))) = next p) as Hs' by (eapply follow_snoc, Hs).
    assert (forall y, keep G A t p y -> allowed_after (((word_at t, p) :: since) ++ past) y) as HA'.
    { intros y [Ay Ky] Hm u q [[= <- <-]|Hi]; [apply keeps_is in Ky; auto|now apply (HA y Ay)]. }
    destruct (IH (next p) ((word_at t, p) :: since) (keep G A t p) Hs' HA' H) as [Hf Hc].
    simpl app in Hf, Hc. auto.
Qed.

End Position.
