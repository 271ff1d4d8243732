(** What finding a set of words takes in all, and bounds of it from below (Theorems 5 to 7 in
    docs/certificates/total-least.md). *)
From Coq Require Import List Arith Bool Lia Permutation.
From Verified Require Import Rules Facts Tables Game Strategy.
Import ListNotations.

(** ** Numbers of guesses, and bounds *)

(** So many guesses are left; [None]: however many. *)
Definition within (g : option nat) (n : nat) : Prop := match g with Some k => n <= k | None => True end.
Definition one_less (g : option nat) : option nat := option_map Nat.pred g.

(** A sum is [b] at least; [None]: there is no such sum. *)
Definition reached (b : option nat) (n : nat) : Prop := match b with Some k => k <= n | None => False end.

Definition plus (b c : option nat) : option nat :=
  match b, c with Some n, Some k => Some (n + k) | _, _ => None end.
Definition sum (bs : list (option nat)) : option nat := fold_right plus (Some 0) bs.
Definition larger (b c : option nat) : option nat :=
  match b, c with Some n, Some k => Some (max n k) | _, _ => None end.
(** Whatever has reached [b] has reached [c]. *)
Definition reaches (b c : option nat) : bool :=
  match b, c with None, _ => true | Some n, Some k => k <=? n | Some _, None => false end.

Lemma reaches_spec b c n : reaches b c = true -> reached b n -> reached c n.
Proof. destruct b, c; simpl; try discriminate; try tauto. rewrite Nat.leb_le. lia. Qed.

Lemma larger_spec b c n : reached b n -> reached c n -> reached (larger b c) n.
Proof. destruct b, c; simpl; try tauto. lia. Qed.

Lemma plus_spec b c n k : reached b n -> reached c k -> reached (plus b c) (n + k).
Proof. destruct b, c; simpl; try tauto. lia. Qed.

Lemma sum_spec {X : Type} (b : X -> option nat) (f : X -> nat) xs :
  (forall x, In x xs -> reached (b x) (f x)) -> reached (sum (map b xs)) (list_sum (map f xs)).
Proof.
  induction xs as [|x xs IH]; intros H; [simpl; lia|]. cbn [map sum fold_right list_sum].
  apply plus_spec; [apply H; now left|]. apply IH. intros y Hy. apply H. now right.
Qed.

Lemma list_sum_permutation a b : Permutation a b -> list_sum a = list_sum b.
Proof. induction 1; simpl; lia. Qed.

Lemma list_sum_le {X : Type} (f g : X -> nat) xs :
  (forall x, In x xs -> f x <= g x) -> list_sum (map f xs) <= list_sum (map g xs).
Proof.
  induction xs as [|x xs IH]; intros H; [simpl; lia|]. assert (f x <= g x) by (apply H; now left).
  assert (list_sum (map f xs) <= list_sum (map g xs)) by (apply IH; intros; apply H; now right).
  unfold list_sum in *. simpl. lia.
Qed.

Lemma distinct_app {X : Type} (a b : list X) : NoDup (a ++ b) -> NoDup a /\ NoDup b.
Proof.
  induction a as [|x a IH]; simpl; intros H; [split; [constructor|auto]|]. inversion H; subst.
  destruct IH; auto. rewrite in_app_iff in *. split; auto. constructor; tauto.
Qed.

Section Cost.
Variable G : game.

(** ** Totals *)

(** The guesses that [s] takes for all words of [L]. *)
Definition total (n : nat) (s : strategy) (L : list place) : nat := list_sum (map (turns G n s) L).

(** Whoever finds each word of [L] with the guesses [A], [g] of them left, takes [b] of them in all or more. *)
Definition costs (g : option nat) (A : place -> Prop) (L : list place) (b : option nat) : Prop :=
  forall n s, within g n -> (forall h, In h L -> wins G n s A h) -> reached b (total n s L).

(** Theorem 5. *)
Theorem costs_mono g g' (A A' : place -> Prop) (L : list place) b :
  (forall n, within g n -> within g' n) -> (forall x, A x -> A' x) -> costs g' A' L b -> costs g A L b.
Proof.
  intros Hg HA H n s Hn Hw. apply H; auto. intros h Hh. eapply wins_mono; [reflexivity|exact HA|auto].
Qed.

Lemma costs_larger g A (L : list place) b c : costs g A L b -> costs g A L c -> costs g A L (larger b c).
Proof. intros Hb Hc n s Hn Hw. apply larger_spec; auto. Qed.

(** More guesses change nothing for a word that is found. *)
Lemma turns_more n k s A h : wins G n s A h -> n <= k -> turns G k s h = turns G n s h.
Proof.
  revert k s A. induction n as [|n IH]; intros [|k] s A H Hk; try (simpl in H; tauto); [lia|].
  destruct s as [|t next]; [destruct H|]. destruct H as (_ & _ & H). simpl. destruct (Nat.eqb_spec t h) as [|N]; auto.
  destruct H as [|H]; [congruence|]. f_equal. eapply IH; [exact H|lia].
Qed.

Lemma turns_positive n s A h : wins G n s A h -> 1 <= turns G n s h.
Proof. destruct n, s; simpl; try tauto. destruct (_ =? _); lia. Qed.

Lemma total_app n s (L : list place) M : total n s (L ++ M) = total n s L + total n s M.
Proof. unfold total. now rewrite map_app, list_sum_app. Qed.

Lemma total_permutation n s (L : list place) M : Permutation L M -> total n s L = total n s M.
Proof. intros H. apply list_sum_permutation. now apply Permutation_map. Qed.

Lemma total_length n s A (L : list place) : (forall h, In h L -> wins G n s A h) -> length L <= total n s L.
Proof.
  unfold total. induction L as [|h L IH]; simpl; intros H; [lia|].
  assert (length L <= list_sum (map (turns G n s) L)) by auto.
  pose proof (turns_positive n s A h (H h (or_introl eq_refl))). lia.
Qed.

(** ** The cells that a guess leaves *)

Definition cells (t : place) (L : list place) : list (nat * list place) :=
  divided (column G) (filter (fun h : place => negb (t =? h)) L) t.

Hypothesis laws : lawful G.

Lemma cells_are t (L : list place) : are_cells G t (cells t L).
Proof.
  unfold cells, divided. induction (filter (fun h : place => negb (t =? h)) L) as [|h M IH]; simpl; [split;
    [constructor|intros n C []]|].
  rewrite (column_number G laws). now apply insert_cells.
Qed.

Lemma cells_others t (L : list place) : Permutation (filter (fun h : place => negb (t =? h)) L) (all_words (cells
  t L)).
Proof.
  unfold cells, divided. induction (filter (fun h : place => negb (t =? h)) L) as [|h M IH]; simpl; [reflexivity|].
    now rewrite insert_words, <- IH.
Qed.

Lemma in_cell t (L : list place) k C h : In (k, C) (cells t L) -> In h C -> In h L /\ t <> h.
Proof.
  intros HC Hh. assert (In h (all_words (cells t L))) as H.
  { apply in_concat. exists C. split; [|exact Hh]. apply in_map_iff. exists (k, C). auto. }
  eapply Permutation_in in H; [|symmetry; apply cells_others]. apply filter_In in H as [? N].
  split; [auto|]. now apply negb_true_iff, Nat.eqb_neq in N.
Qed.

Lemma cell_response t (L : list place) k C a b : (forall x, In x L -> x < size G) -> t < size G ->
  In (k, C) (cells t L) -> In a C -> In b C -> response G t a = response G t b.
Proof.
  intros HL Ht HC Ha Hb. destruct (cells_are t L) as [_ H]. destruct (H k C HC) as [_ E].
  apply (numbers G laws); eauto using HL, in_cell; [apply HL; eapply in_cell; eauto..|]. now rewrite (E a), (E b).
Qed.

(** Each cell has a strategy of its own. *)
Lemma choose t (L : list place) (good : list place -> strategy -> Prop) : (forall x, In x L -> x < size G) ->
  t < size G ->
  (forall k C, In (k, C) (cells t L) -> exists s, good C s) ->
  exists next, forall k C, In (k, C) (cells t L) -> forall h, In h C -> good C (next (response G t h)).
Proof.
  intros HL Ht. pose proof (cells_are t L) as [Hs Hc].
  assert (forall k C h, In (k, C) (cells t L) -> In h C -> h < size G) as Hb.
  { intros k C h HC Hh. apply HL. eapply in_cell; eauto. }
  revert Hs Hc Hb. generalize (cells t L) as cs. induction cs as [|(k, C) cs IH]; intros Hs Hc Hb H.
  { exists (fun _ => GiveUp). intros k C []. }
  inversion Hs as [|? ? Hs' Hk]; subst. rewrite Forall_forall in Hk.
  destruct (IH Hs' (fun m M Hi => Hc m M (or_intror Hi)) (fun m M h Hi => Hb m M h (or_intror Hi))
    (fun m M Hi => H m M (or_intror Hi))) as (next & Hn).
  destruct (H k C (or_introl eq_refl)) as (s & Hgood). destruct (Hc k C (or_introl eq_refl)) as [Hne HC].
  destruct C as [|h0 C]; [now destruct Hne|].
  exists (fun q => if pattern_eq_dec q (response G t h0) then s else next q). intros m M [[= <- <-]|Hi] h Hh.
  - assert (response G t h = response G t h0) as ->.
    { apply (numbers G laws); eauto using in_eq. rewrite (HC h Hh). symmetry. apply HC. now left. }
    destruct (pattern_eq_dec _ _); [exact Hgood|congruence].
  - destruct (pattern_eq_dec _ _) as [E|_]; [|eauto]. exfalso. specialize (Hk (m, M) Hi). simpl in Hk.
    apply (numbers G laws) in E; eauto using in_eq, in_cons.
    rewrite (HC h0 (or_introl eq_refl)) in E. destruct (Hc m M (or_intror Hi)) as [_ HM]. rewrite (HM h Hh) in E. lia.
Qed.

(** ** First guess: one for each word, and what the cells take then *)

Definition after (t : place) (next : pattern -> strategy) (C : list place) : strategy :=
  match C with h :: _ => next (response G t h) | [] => GiveUp end.

Lemma total_cons n s h (L : list place) : total n s (h :: L) = turns G n s h + total n s L.
Proof. reflexivity. Qed.

Lemma total_found n t next (L : list place) : (forall h, In h L -> t = h) -> total (S n) (Guess t next) L = length L.
Proof.
  induction L as [|h L IH]; intros H; [reflexivity|]. rewrite total_cons, IH by auto using in_cons.
  simpl. now rewrite (H h (or_introl eq_refl)), Nat.eqb_refl.
Qed.

Lemma total_not_found n t next s (L : list place) : (forall h, In h L -> t <> h /\ next (response G t h) = s) ->
  total (S n) (Guess t next) L = length L + total n s L.
Proof.
  induction L as [|h L IH]; intros H; [reflexivity|]. rewrite !total_cons, IH by auto using in_cons.
  destruct (H h (or_introl eq_refl)) as [N E]. cbn [turns length]. rewrite E.
  destruct (Nat.eqb_spec t h) as [|_]; [contradiction|]. lia.
Qed.

Lemma total_first n t next (L : list place) : (forall x, In x L -> x < size G) -> t < size G ->
  total (S n) (Guess t next) L =
  length L + list_sum (map (fun c => total n (after t next (snd c)) (snd c)) (cells t L)).
Proof.
  intros HL Ht. rewrite (total_permutation _ _ _ _ (split_words (fun h : place => t =? h) L)), total_app.
  assert (length L = length (filter (fun h : place => t =? h) L) + length (filter (fun h : place => negb (t =?
    h)) L)) as ->.
  { rewrite <- app_length. apply Permutation_length, split_words. }
  assert (total (S n) (Guess t next) (filter (fun h : place => t =? h) L) = length (filter (fun h : place => t =?
    h) L)) as ->.
  { apply total_found. intros h Hh. apply filter_In in Hh as [_ E]. now apply Nat.eqb_eq. }
  enough (total (S n) (Guess t next) (filter (fun h : place => negb (t =? h)) L) =
    length (filter (fun h : place => negb (t =? h)) L) +
    list_sum (map (fun c => total n (after t next (snd c)) (snd c)) (cells t L))) by lia.
  rewrite (total_permutation _ _ _ _ (cells_others t L)), (Permutation_length (cells_others t L)).
  assert (forall k C, In (k, C) (cells t L) -> forall h, In h C ->
    t <> h /\ next (response G t h) = after t next C) as K.
  { intros k C HC h Hh. split; [eapply in_cell; eauto|]. destruct C as [|a C]; [destruct Hh|]. simpl. f_equal.
    eapply cell_response; eauto using in_eq. }
  unfold all_words. revert K. generalize (cells t L) as cs. induction cs as [|(k, C) cs IH]; intros K; [reflexivity|].
  cbn [map concat snd list_sum fold_right]. rewrite total_app, app_length, IH by eauto using in_cons.
  rewrite (total_not_found n t next (after t next C)) by eauto using in_eq. unfold list_sum. lia.
Qed.

(** What is left to be done in a cell. *)
Lemma wins_after n t next (A : place -> Prop) (L : list place) k C h : (forall x, In x L -> x < size G) ->
  t < size G ->
  (forall h, In h L -> wins G (S n) (Guess t next) A h) -> In (k, C) (cells t L) -> In h C ->
  forall x, In x C -> wins G n (after t next C) (keep G A t (response G t h)) x.
Proof.
  intros HL Ht Hw HC Hh x Hx. destruct (in_cell t L k C x HC Hx) as [Hi N].
  destruct (Hw x Hi) as (_ & _ & [E|H]); [contradiction|].
  assert (response G t h = response G t x) as -> by (eapply cell_response; eauto).
  destruct C as [|a C]; [destruct Hx|]. simpl after.
  assert (response G t a = response G t x) as -> by (eapply cell_response; eauto using in_eq). exact H.
Qed.

(** Add up bounds of the cells, and better ones, as many as are needed to reach [v]. *)
Fixpoint climb (v done : option nat) (todo : list (list place * option nat)) (better : list place ->
  option nat) : bool :=
  reaches (plus done (sum (map snd todo))) v ||
  match todo with
  | [] => false
  | (C, b) :: todo => climb v (plus done (larger b (better C))) todo better
  end.

Lemma climb_spec v done todo better k (f : list place -> nat) : climb v done todo better = true -> reached done k ->
  (forall C b, In (C, b) todo -> reached b (f C) /\ reached (better C) (f C)) ->
  reached v (k + list_sum (map (fun c => f (fst c)) todo)).
Proof.
  revert done k. induction todo as [|(C, b) todo IH]; intros done k H Hk Hf; simpl in H; apply orb_prop in H as [H|H];
    try discriminate.
  - eapply reaches_spec; [exact H|]. apply plus_spec; [exact Hk|]. simpl. lia.
  - eapply reaches_spec; [exact H|]. apply plus_spec; [exact Hk|].
    apply (sum_spec snd (fun c => f (fst c)) ((C, b) :: todo)). intros (C', b') Hi. now apply Hf.
  - destruct (Hf C b (or_introl eq_refl)) as [H1 H2].
    specialize (IH _ _ H (plus_spec _ _ _ _ Hk (larger_spec _ _ _ H1 H2)) (fun C b Hi => Hf C b (or_intror Hi))).
    replace (k + list_sum (map (fun c => f (fst c)) ((C, b) :: todo)))
      with (k + f C + list_sum (map (fun c => f (fst c)) todo)) by (unfold list_sum; simpl; lia). exact IH.
Qed.

(** Largest cells first: what is counted for them adds most. *)
Fixpoint by_length (n : nat) (C : list place) (Cs : list (nat * list place)) : list (nat * list place) :=
  match Cs with
  | [] => [(n, C)]
  | (m, D) :: Cs' => if m <=? n then (n, C) :: Cs else (m, D) :: by_length n C Cs'
  end.
Definition largest_first (cs : list (nat * list place)) : list (nat * list place) :=
  fold_right (fun c => by_length (length (snd c)) (snd c)) [] cs.

Lemma largest_first_permutation cs : Permutation (map snd (largest_first cs)) (map snd cs).
Proof.
  assert (forall n C Cs, Permutation (map snd (by_length n C Cs)) (C :: map snd Cs)) as K.
  { intros n C Cs. induction Cs as [|(m, D) Cs IH]; simpl; [reflexivity|].
    destruct (m <=? n); simpl; [reflexivity|]. rewrite IH. apply perm_swap. }
  induction cs as [|c cs IH]; simpl; [reflexivity|]. now rewrite K, IH.
Qed.

(** Does what begins with [t] take [v] or more, [before] counted, too? *)
Definition guess_takes (v : option nat) (before : nat) (t : place) (L : list place) (first better : list place ->
  option nat)
    : bool :=
  climb v (Some (before + length L)) (map (fun c => (snd c, first (snd c))) (largest_first (cells t L))) better.

Theorem guess_takes_sound g t (A : place -> Prop) (L : list place) v before first better :
  (forall x, In x L -> x < size G) -> t < size G -> L <> [] ->
  (forall k C h, In (k, C) (cells t L) -> In h C ->
    costs (one_less g) (keep G A t (response G t h)) C (first C) /\
    costs (one_less g) (keep G A t (response G t h)) C (better C)) ->
  guess_takes v before t L first better = true ->
  forall n next, within g n -> (forall h, In h L -> wins G n (Guess t next) A h) ->
  reached v (before + total n (Guess t next) L).
Proof.
  intros HL Ht Hne Hb H n next Hn Hw. destruct n as [|n].
  { destruct L as [|h L]; [contradiction|]. destruct (Hw h (or_introl eq_refl)). }
  rewrite total_first by auto. rewrite Nat.add_assoc.
  apply climb_spec with (f := fun C => total n (after t next C) C) (k := before + length L) in H; [|simpl; lia|].
  - set (f := fun C => total n (after t next C) C) in H.
    assert (list_sum (map (fun c => f (snd c)) (largest_first (cells t L))) =
      list_sum (map (fun c => f (snd c)) (cells t L))) as E.
    { rewrite <- !(map_map snd f). apply list_sum_permutation, Permutation_map, largest_first_permutation. }
    change (reached v (before + length L + list_sum (map (fun c => f (snd c)) (cells t L)))).
    rewrite <- E. rewrite map_map in H. exact H.
  - intros C b Hi. apply in_map_iff in Hi as ((k' & C') & [= -> <-] & Hi). simpl.
    apply (in_map snd) in Hi. eapply Permutation_in in Hi; [|apply largest_first_permutation].
    apply in_map_iff in Hi as ((k & C') & E & HC). simpl in E. subst C'.
    destruct (cells_are t L) as [_ Hc]. destruct (Hc k C HC) as [Hnil _].
    destruct C as [|h C]; [contradiction|].
    assert (within (one_less g) n) as Hn' by (destruct g; simpl in *; lia).
    pose proof (wins_after n t next A L k (h :: C) h HL Ht Hw HC (or_introl eq_refl)) as Hwa.
    destruct (Hb k (h :: C) h HC (or_introl eq_refl)) as [H1 H2]. split; [apply H1|apply H2]; auto.
Qed.

(** ** Theorem 7: as many guesses as words are enough *)

(** Words that are found were allowed all the time. *)
Lemma wins_allowed n s (A : place -> Prop) h : wins G n s A h -> A h.
Proof.
  revert s A. induction n as [|n IH]; intros s A H; [destruct H|]. destruct s as [|t next]; [destruct H|].
  destruct H as (_ & At & [->|H]); [exact At|]. now apply IH in H as [? _].
Qed.

(** Do all words give the guess one response? *)
Definition splits_nothing (t : place) (L : list place) : bool := one_response (map (column G) L) t.

Lemma split_by t (L : list place) : (forall x, In x L -> x < size G) -> t < size G -> splits_nothing t L = false ->
  exists a b, In a L /\ In b L /\ response G t a <> response G t b.
Proof.
  intros HL Ht. destruct L as [|a L]; [discriminate|]. intros H.
  assert (exists b, In b L /\ column G b t <> column G a t) as (b & Hb & N).
  { unfold splits_nothing in H. simpl in H. clear HL. revert H. generalize (column G a t). intros n.
    induction L as [|b L IH]; simpl; [discriminate|]. destruct (Nat.eqb_spec (column G b t) n); [|eauto].
    intros H. destruct (IH H) as (c & ? & ?). eauto. }
  exists a, b. repeat split; simpl; auto. intros E. apply N. symmetry.
    apply (columns G laws); auto using in_eq, in_cons.
Qed.

Lemma cells_distinct t (L : list place) k C : NoDup L -> In (k, C) (cells t L) -> NoDup C.
Proof.
  intros Hd HC. assert (NoDup (all_words (cells t L))) as H.
  { eapply Permutation_NoDup; [apply cells_others|]. now apply NoDup_filter. }
  unfold all_words in H. clear - H HC. induction (cells t L) as [|(m, M) cs IH]; [destruct HC|].
  apply distinct_app in H as [? ?]. destruct HC as [[= -> ->]|HC]; auto.
Qed.

Lemma cells_smaller t (L : list place) k C : (forall x, In x L -> x < size G) -> t < size G -> NoDup L ->
  splits_nothing t L = false -> In (k, C) (cells t L) -> length C < length L.
Proof.
  intros HL Ht Hd Hs HC. destruct (split_by t L HL Ht Hs) as (a & b & Ha & Hb & N).
  pose proof (cells_distinct t L k C Hd HC) as HdC.
  assert (exists x, In x L /\ ~ In x C) as (x & Hx & NC).
  { destruct (in_dec Nat.eq_dec a C) as [Ia|]; [|eauto]. destruct (in_dec Nat.eq_dec b C) as [Ib|]; [|eauto].
    destruct N. eapply cell_response; eauto. }
  assert (length (x :: C) <= length L) as K; [|exact K].
  apply NoDup_incl_length; [now constructor|]. intros y [<-|Hy]; [auto|]. eapply in_cell; eauto.
Qed.

Lemma total_more n k s (A : place -> Prop) (L : list place) : (forall h, In h L -> wins G n s A h) -> n <= k ->
  total k s L = total n s L.
Proof. intros Hw Hk. unfold total. f_equal. apply map_ext_in. intros h Hh. eapply turns_more; eauto. Qed.

Lemma shorten k : forall s (A : place -> Prop) (L : list place), NoDup L -> (forall x, In x L -> x < size G) ->
  (forall h, In h L -> wins G k s A h) ->
  exists s', (forall h, In h L -> wins G (length L) s' A h) /\ total (length L) s' L <= total k s L.
Proof.
  induction k as [|k IH]; intros s A L Hd HL Hw.
  { destruct L as [|h L]; [exists GiveUp; split; [intros h []|reflexivity]|]. destruct (Hw h (or_introl eq_refl)). }
  destruct L as [|a L']; [exists GiveUp; split; [intros h []|apply Nat.le_0_l]|].
  destruct s as [|t next]; [destruct (Hw a (or_introl eq_refl))|].
  destruct (Hw a (or_introl eq_refl)) as (Ht & At & _).
  destruct L' as [|b L'].
  { pose proof (total_length _ _ _ _ Hw) as H1. exists (Guess a (fun _ => GiveUp)). split.
    - intros h [<-|[]]. simpl. split; [apply HL; now left|]. split; [|now left]. eapply wins_allowed, Hw. now left.
    - simpl in *. unfold total at 1. simpl. rewrite Nat.eqb_refl. exact H1. }
  set (L := a :: b :: L') in *. destruct (splits_nothing t L) eqn:E.
  - set (p := response G t a). assert (forall h, In h L -> response G t h = p) as Hp.
    { intros h Hh. eapply one_response_spec; eauto. now left. }
    assert (forall h, In h L -> t <> h /\ next (response G t h) = next p) as Hn.
    { intros h Hh. split; [|now rewrite Hp]. apply (not_found G laws L t p h HL Ht); auto.
      exists a, b. unfold L. simpl. repeat split; auto. inversion Hd; subst. intros ->. simpl in *. tauto. }
    destruct (IH (next p) (keep G A t p) L Hd HL) as (s' & Hs & Hle).
    { intros h Hh. destruct (Hn h Hh) as [N Hp']. destruct (Hw h Hh) as (_ & _ & [?|H]); [contradiction|].
      now rewrite (Hp h Hh) in H. }
    exists s'. split.
    + intros h Hh. eapply wins_mono; [reflexivity| |apply Hs; exact Hh]. now intros x [? _].
    + rewrite (total_not_found k t next (next p) L Hn). lia.
  - set (m := length L - 1). assert (length L = S m) as Em by reflexivity.
    destruct (choose t L (fun C s => (forall h, In h C -> wins G m s (keep G A t (response G t h)) h) /\
      total m s C <= total k (after t next C) C)) as (next' & Hn); auto.
    { intros n C HC. pose proof (cells_smaller t L n C HL Ht Hd E HC) as Hlt. rewrite Em in Hlt.
      apply (proj1 (Nat.lt_succ_r _ _)) in Hlt.
      destruct (cells_are t L) as [_ H]. destruct (H n C HC) as [Hnil _]. destruct C as [|h C]; [contradiction|].
      destruct (IH (after t next (h :: C)) (keep G A t (response G t h)) (h :: C)) as (s' & Hs & Hle).
      - eapply cells_distinct; eauto.
      - intros x Hx. apply HL. eapply in_cell; eauto.
      - eapply wins_after; eauto. now left.
      - exists s'. split.
        + intros x Hx. assert (response G t x = response G t h) as -> by (eapply cell_response; eauto; now left).
          eapply wins_mono; [exact Hlt|intros y Hy; exact Hy|apply Hs; exact Hx].
        + now rewrite (total_more _ m _ _ _ Hs) by exact Hlt. }
    exists (Guess t next'). rewrite Em. split.
    + intros h Hh. simpl. split; [exact Ht|]. split; [exact At|]. destruct (Nat.eq_dec t h) as [|N]; [now left|right].
      assert (In h (all_words (cells t L))) as Hi.
      { eapply Permutation_in; [apply cells_others|]. apply filter_In. split; [exact Hh|].
        now apply negb_true_iff, Nat.eqb_neq. }
      apply in_concat in Hi as (C & HC & Hi). apply in_map_iff in HC as ((n & C') & [= <-] & HC). now apply (Hn n C').
    + rewrite !total_first by auto. apply Nat.add_le_mono_l, list_sum_le. intros (n, C) HC. simpl.
      destruct (cells_are t L) as [_ H]. destruct (H n C HC) as [Hnil _]. destruct C as [|h C]; [contradiction|].
      destruct (Hn n (h :: C) HC h (or_introl eq_refl)) as [_ Hle]. exact Hle.
Qed.

Lemma reached_more b n k : reached b n -> n <= k -> reached b k.
Proof. destruct b; simpl; [lia|tauto]. Qed.

Theorem enough_guesses g (A : place -> Prop) (L : list place) b : NoDup L -> (forall x, In x L -> x < size G) ->
  costs (Some (length L)) A L b -> costs g A L b.
Proof.
  intros Hd HL H n s _ Hw. destruct (shorten n s A L Hd HL Hw) as (s' & Hs & Hle).
  eapply reached_more; [|exact Hle]. apply H; [apply le_n|exact Hs].
Qed.

End Cost.
