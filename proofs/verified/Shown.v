(** Bounds T, L1 and Separate: how much a guess shows of a set of words, and what the set takes at least (bounds 1 to 4
    in docs/certificates/total-least.md). *)
From Coq Require Import List Arith Bool Lia Permutation Sorted.
From Verified Require Import Rules Facts Tables Game Strategy Cost.
Import ListNotations.

Section Shown.
Variable G : game.

(** So many different responses the guess [t] gives to the words of [L]. *)
Definition responses (L : list place) : place -> nat := variety G L.

(** What [t] shows of [L]: one more if it is one of the words. *)
Definition shows (t : place) (L : list place) : nat := responses L t + (if member t L then 1 else 0).

(** ** The bounds *)

(** Bounds 1 and T, for at least one word. *)
Definition by_size (L : list place) : nat :=
  match L with
  | [_; _; _] => if existsb (fun t => responses L t =? 3) L then 5 else 6
  | _ => 2 * length L - 1
  end.

(** Bound 7, levels: of [n] words the first guess finds one, the second guesses [r] at most, the third ones r r at most,
    and so on. With [k] guesses for each word, [spared] of them at most aren't made. *)
Fixpoint levels_from (fuel r n k spared : nat) : nat :=
  match fuel with
  | 0 => k * n - spared
  | S fuel =>
      let more := k + r * spared in
      if more <? spared + n then levels_from fuel r n (S k) more else k * n - spared
  end.
Definition levels (L : list place) : nat := levels_from (length L) (answers G) (length L) 0 0.

(** No guess finds a word, and one guess finds one. *)
Definition too_few (g : option nat) (L : list place) : bool :=
  match g with Some 0 => true | Some 1 => match L with _ :: _ :: _ => true | _ => false end | _ => false end.

Definition closed (g : option nat) (L : list place) : option nat := if too_few g L then None else Some (by_size L).

(** What the words of [L] that are allowed show at most. *)
Definition own_shown (r : list fact) (L : list place) : nat :=
  let responses := responses L in let ok := having G r in
  fold_left (fun m h => if ok h then max m (S (responses h)) else m) L 0.

(** Of the guesses [ts] those that are allowed give so many responses at most, and one more to themselves. [most t] is
    known to be enough for [t]: it saves looking. *)
Definition most_shown (most : place -> nat) (r : list fact) (ts L : list place) : nat :=
  let n := length L in let responses := responses L in let ok := having G r in
  fold_left (fun m t => if (most t <=? m) || (n <=? m) then m else if ok t then max m (responses t) else m) ts
    (own_shown r L).

(** Bound L1: 3 for each word, but for what is shown. *)
Definition by_shown (most : nat) (L : list place) : option nat :=
  match most with 0 => None | _ => Some (3 * length L - most) end.

(** With two guesses the first one must separate all words. *)
Definition separate (g : option nat) (most : place -> nat) (r : list fact) (ts L : list place) : option nat :=
  match g, L with
  | Some 2, _ :: _ :: _ =>
      let n := length L in let responses := responses L in let ok := having G r in
      if forallb (fun t => (most t <? n) || negb (ok t) || negb (responses t =? n)) ts then None else Some 0
  | _, _ => Some 0
  end.

(** ** Why they hold *)

Hypothesis laws : lawful G.

Lemma responses_le (L : list place) t : responses L t <= length L.
Proof.
  unfold responses. rewrite (varieties G laws). rewrite <- (map_length (fun h => column G h t) L).
  apply NoDup_incl_length; [apply NoDup_nodup|]. intros n. apply nodup_In.
Qed.

(** Fewer words give fewer responses. *)
Lemma responses_mono (L : list place) M t : incl L M -> responses L t <= responses M t.
Proof.
  intros H. unfold responses. rewrite !(varieties G laws). apply NoDup_incl_length; [apply NoDup_nodup|].
  intros n. rewrite !nodup_In, !in_map_iff. intros (h & E & Hh). eauto.
Qed.

(** Bound T: one word at most is found with the next guess. *)
Lemma bound_T n s (A : place -> Prop) (L : list place) : NoDup L -> (forall h, In h L -> wins G n s A h) ->
  2 * length L <= total G n s L + 1.
Proof.
  destruct n as [|n]; [|destruct s as [|t next]]; [destruct L as [|h L]; [simpl; lia|intros _ H;
    destruct (H h (or_introl eq_refl))]..|].
  intros Hd Hw. assert (2 * length L <= total G (S n) (Guess t next) L + (if member t L then 1 else 0)) as H;
    [|destruct (member t L); lia].
  induction L as [|h L IH]; [simpl; lia|]. inversion Hd as [|? ? N Hd']; subst.
  specialize (IH Hd' (fun x Hx => Hw x (or_intror Hx))). rewrite total_cons.
  destruct (Hw h (or_introl eq_refl)) as (_ & _ & H). simpl length. cbn [turns member].
  destruct (Nat.eqb_spec t h) as [->|Nt]; simpl orb.
  - destruct (member h L) eqn:E; [apply member_spec in E; contradiction|]. lia.
  - destruct H as [H|H]; [contradiction|]. apply turns_positive in H. lia.
Qed.

(** The numbers of the cells' responses. *)
Lemma cell_numbers t (L : list place) : NoDup (map fst (cells G t L)) /\
  forall k, In k (map fst (cells G t L)) -> exists h, In h L /\ t <> h /\ column G h t = k.
Proof.
  destruct (cells_are G laws t L) as [Hs Hc]. split.
  - clear Hc. induction Hs as [|(k, C) cs Hs IH Hk]; simpl; constructor; auto.
    intros Hi. apply in_map_iff in Hi as ((m, M) & <- & Hi). rewrite Forall_forall in Hk. specialize (Hk _ Hi).
    simpl in Hk. lia.
  - intros k Hi. apply in_map_iff in Hi as ((k' & C) & <- & HC). destruct (Hc k' C HC) as [Hne HC'].
    destruct C as [|h C]; [contradiction|]. destruct (in_cell G t L k' (h :: C) h HC (or_introl eq_refl)).
    exists h. rewrite (column_number G laws), (HC' h (or_introl eq_refl)). auto.
Qed.

(** All words but one at most are in cells. *)
Lemma cells_length t (L : list place) : NoDup L ->
  length L <= length (all_words (cells G t L)) + (if member t L then 1 else 0).
Proof.
  intros Hd. rewrite <- (Permutation_length (cells_others G t L)). induction L as [|h L IH]; simpl; [lia|].
  inversion Hd; subst. specialize (IH H2). destruct (Nat.eqb_spec t h) as [->|N]; simpl.
  - destruct (member h L) eqn:E; [apply member_spec in E; contradiction|]. lia.
  - lia.
Qed.

(** A cell for each response, but for the one to the guess itself. *)
Lemma cells_number t (L : list place) : (forall x, In x L -> x < size G) -> t < size G ->
  length (cells G t L) + (if member t L then 1 else 0) <= responses L t.
Proof.
  intros HL Ht. destruct (cell_numbers t L) as [Hd Hk].
  set (own := if member t L then [column G t t] else []).
  assert (length (cells G t L) + (if member t L then 1 else 0) = length (own ++ map fst (cells G t L))) as ->.
  { rewrite app_length, map_length. unfold own. destruct (member t L); simpl; lia. }
  unfold responses. rewrite (varieties G laws). apply NoDup_incl_length.
  - unfold own. destruct (member t L); simpl; auto. constructor; auto. intros Hi. apply Hk in Hi as (h & Hh & N & E).
    apply N. symmetry. apply (itself G laws); auto. apply (columns G laws); auto.
  - intros k Hi. rewrite nodup_In, in_map_iff. apply in_app_or in Hi as [Hi|Hi].
    + unfold own in Hi. destruct (member t L) eqn:E; [|destruct Hi]. apply member_spec in E.
      destruct Hi as [<-|[]]. eauto.
    + apply Hk in Hi as (h & Hh & _ & E). eauto.
Qed.

(** Bound L1. *)
Theorem bound_L1 n t next (A : place -> Prop) (L : list place) : NoDup L -> (forall x, In x L -> x < size G) ->
  t < size G ->
  (forall h, In h L -> wins G n (Guess t next) A h) -> 3 * length L <= total G n (Guess t next) L + shows t L.
Proof.
  intros Hd HL Ht Hw. destruct n as [|n].
  { destruct L as [|h L]; [simpl; lia|]. destruct (Hw h (or_introl eq_refl)). }
  rewrite (total_first G laws) by auto. unfold shows. pose proof (cells_number t L HL Ht) as Hk.
  enough (2 * length L <= list_sum (map (fun c => total G n (after G t next (snd c)) (snd c)) (cells G t L)) +
    length (cells G t L) + (if member t L then 2 else 0)) by (destruct (member t L); lia).
  pose proof (cells_length t L Hd) as Hl.
  enough (2 * length (all_words (cells G t L)) <=
    list_sum (map (fun c => total G n (after G t next (snd c)) (snd c)) (cells G t L)) + length (cells G t L))
    by (destruct (member t L); lia).
  assert (forall k C, In (k, C) (cells G t L) -> 2 * length C <= total G n (after G t next C) C + 1) as K.
  { intros k C HC. destruct (cells_are G laws t L) as [_ Hc]. destruct (Hc k C HC) as [Hne _].
    destruct C as [|h C]; [contradiction|]. eapply bound_T; [eapply cells_distinct; eauto|].
    eapply wins_after; eauto. now left. }
  revert K. generalize (cells G t L) as cs. unfold all_words.
    induction cs as [|(k, C) cs IH]; intros K; [simpl; lia|].
  cbn [map concat snd list_sum fold_right length]. rewrite app_length. specialize (K k C (or_introl eq_refl)) as K1.
  assert (forall k C, In (k, C) cs -> 2 * length C <= total G n (after G t next C) C + 1)
    as K2 by eauto using in_cons.
  specialize (IH K2). unfold list_sum in *. lia.
Qed.

(** Bound 7. *)
Fixpoint spared (r k : nat) : nat := match k with 0 => 0 | S k => k + r * spared r k end.

Lemma spared_spec k : forall n s (A : place -> Prop) (L : list place), NoDup L -> (forall x, In x L -> x < size G) ->
  (forall h, In h L -> wins G n s A h) -> k * length L <= total G n s L + spared (answers G) k.
Proof.
  induction k as [|k IH]; intros n s A L Hd HL Hw; [apply Nat.le_0_l|].
  destruct L as [|a M]; [simpl; lia|]. set (L := a :: M) in *. assert (In a L) as Ha by now left.
  destruct n as [|n]; [destruct (Hw a Ha)|]. destruct s as [|t next]; [destruct (Hw a Ha)|].
  destruct (Hw a Ha) as (Ht & _). rewrite (total_first G laws) by auto. cbn [spared].
  pose proof (cells_length t L Hd) as Hl.
  assert (length (cells G t L) <= answers G) as Hr.
  { destruct (cell_numbers t L) as [Hn Hk]. rewrite <- (map_length fst).
    etransitivity; [|apply (few_answers G laws t (filter (fun h : place => negb (t =? h)) L) Ht)].
    - apply NoDup_incl_length; [exact Hn|]. intros m Hm. destruct (Hk m Hm) as (h & Hh & N & <-).
      rewrite nodup_In. apply (in_map (fun h => column G h t)), filter_In. split; [exact Hh|].
      now apply negb_true_iff, Nat.eqb_neq.
    - intros h Hh. apply filter_In in Hh as [Hh N]. apply negb_true_iff, Nat.eqb_neq in N. auto. }
  set (sp := spared (answers G) k) in *.
  enough (k * length (all_words (cells G t L)) <=
    list_sum (map (fun c => total G n (after G t next (snd c)) (snd c)) (cells G t L)) + length (cells G t L) * sp)
    as K.
  { assert (length (cells G t L) * sp <= answers G * sp) by (now apply Nat.mul_le_mono_r).
    assert (k * length L <= k * length (all_words (cells G t L)) + k) by (destruct (member t L); nia).
    change (S k * length L) with (length L + k * length L). lia. }
  assert (forall m C, In (m, C) (cells G t L) -> k * length C <= total G n (after G t next C) C + sp) as K.
  { intros m C HC. destruct (cells_are G laws t L) as [_ Hc]. destruct (Hc m C HC) as [Hne _].
    destruct C as [|h C]; [contradiction|]. eapply IH; [eapply cells_distinct; eauto| |].
    - intros x Hx. apply HL. eapply in_cell; eauto.
    - eapply wins_after; eauto. now left. }
  clear Hl Hr. revert K. generalize (cells G t L) as cs. unfold all_words.
  induction cs as [|(m, C) cs IHc]; intros K; [simpl; lia|].
  cbn [map concat snd list_sum fold_right length]. rewrite app_length. specialize (K m C (or_introl eq_refl)) as K1.
  specialize (IHc (fun m C H => K m C (or_intror H))). unfold list_sum in *. lia.
Qed.

Theorem levels_sound g (A : place -> Prop) (L : list place) : NoDup L -> (forall x, In x L -> x < size G) ->
  costs G g A L (Some (levels L)).
Proof.
  intros Hd HL n s _ Hw. simpl. unfold levels. change 0 with (spared (answers G) 0) at 2.
  generalize (length L) at 1 as fuel. generalize 0 as k. intros k fuel. revert k.
  induction fuel as [|fuel IH]; intros k; simpl; [pose proof (spared_spec k n s A L Hd HL Hw); lia|].
  destruct (_ <? _); [exact (IH (S k))|]. pose proof (spared_spec k n s A L Hd HL Hw). lia.
Qed.

Theorem by_size_sound g (A : place -> Prop) (L : list place) : NoDup L -> (forall x, In x L -> x < size G) ->
  L <> [] ->
  costs G g A L (Some (by_size L)).
Proof.
  intros Hd HL Hne n s _ Hw. pose proof (bound_T n s A L Hd Hw) as HT.
  assert (2 * length L - 1 <= total G n s L) as H by lia. simpl. unfold by_size.
  destruct L as [|a [|b [|c [|d L]]]]; try exact H. set (Q := [a; b; c]) in *.
  destruct (existsb _ Q) eqn:E; [simpl in H; exact H|].
  destruct n as [|n]; [destruct (Hw a (or_introl eq_refl))|].
  destruct s as [|t next]; [destruct (Hw a (or_introl eq_refl))|].
  destruct (Hw a (or_introl eq_refl)) as (Ht & _). pose proof (bound_L1 _ _ _ _ _ Hd HL Ht Hw) as H1.
  enough (shows t Q <= 3) by (simpl length in H1; lia).
  pose proof (responses_le Q t) as Hr. unfold shows. simpl length in Hr. destruct (member t Q) eqn:Em; [|lia].
  apply member_spec in Em. destruct (Nat.eq_dec (responses Q t) 3) as [E3|]; [|lia].
  assert (existsb (fun t => responses Q t =? 3) Q = true) as Ex; [|congruence].
  apply existsb_exists. exists t. split; auto. now apply Nat.eqb_eq.
Qed.

Lemma map_distinct (f : place -> nat) (L : list place) : NoDup L -> (forall a b, In a L -> In b L -> f a = f b ->
  a = b) ->
  NoDup (map f L).
Proof.
  induction L as [|a L IH]; simpl; intros Hd H; constructor; inversion Hd; subst.
  - intros Hi. apply in_map_iff in Hi as (b & E & Hb). assert (a = b) by auto. subst. contradiction.
  - apply IH; auto.
Qed.

Section State.
Variables (g : option nat) (r : list fact) (A : place -> Prop) (L : list place).
Hypotheses (Hd : NoDup L) (HL : forall x, In x L -> x < size G) (Hne : L <> []).
Hypothesis (HA : forall x, A x -> allowed G r x = true).

Theorem closed_sound : costs G g A L (closed g L).
Proof.
  unfold closed. destruct (too_few g L) eqn:E; [|now apply by_size_sound].
  intros n s Hn Hw. exfalso. destruct L as [|a M]; [contradiction|].
  destruct n as [|n]; [exact (Hw a (or_introl eq_refl))|].
  destruct g as [[|[|k]]|]; simpl in E, Hn; try discriminate; [lia|].
  destruct M as [|b M]; [discriminate|]. assert (n = 0) as -> by lia.
  apply (one_guess G s A (a :: b :: M)); [|exact Hw].
  exists a, b. simpl. repeat split; auto. inversion Hd; subst. intros ->. simpl in *. tauto.
Qed.

Lemma responses_positive t : 1 <= responses L t.
Proof.
  destruct L as [|h M]; [contradiction|]. unfold responses. rewrite (varieties G laws).
  assert (In (column G h t) (nodup Nat.eq_dec (map (fun h => column G h t) (h :: M)))) as Hi
    by (apply nodup_In; now left).
  destruct (nodup _ _); [destruct Hi|apply le_n_S, Nat.le_0_l].
Qed.

Theorem by_shown_sound m : (forall t, t < size G -> allowed G r t = true -> shows t L <= m) ->
  costs G g A L (by_shown m L).
Proof.
  intros Hm n s _ Hw. assert (exists h, In h L) as (h & Hh) by (destruct L as [|h M]; [contradiction|exists h;
    now left]).
  destruct n as [|n]; [destruct (Hw h Hh)|]. destruct s as [|t next]; [destruct (Hw h Hh)|].
  destruct (Hw h Hh) as (Ht & At & _). specialize (Hm t Ht (HA t At)).
  pose proof (bound_L1 _ _ _ _ _ Hd HL Ht Hw) as H1. pose proof (responses_positive t) as Hr. unfold by_shown.
  destruct m as [|m]; [unfold shows in Hm; lia|]. cbn [reached]. lia.
Qed.

(** [ts] has all guesses that are allowed, and [most] what they show at most. *)
Variables (most : place -> nat) (ts : list place).
Hypothesis (Hts : forall t, t < size G -> allowed G r t = true -> In t ts /\ responses L t <= most t).

Lemma fold_most (f : nat -> place -> nat) xs m : (forall k x, k <= f k x) ->
  m <= fold_left f xs m /\ forall x, In x xs -> exists k, f k x <= fold_left f xs m.
Proof.
  intros Hf. revert m. induction xs as [|x xs IH]; intros m; simpl; [split; [lia|intros x []]|].
  destruct (IH (f m x)) as [H1 H2]. split; [specialize (Hf m x); lia|].
  intros y [<-|Hy]; [eauto|auto].
Qed.

Lemma own_shown_spec t : In t L -> allowed G r t = true -> shows t L <= own_shown r L.
Proof.
  intros Ht At. unfold own_shown. cbv zeta. set (f := fun m h => if having G r h then _ else _).
  assert (forall k x, k <= f k x) as Hf by (intros k x; unfold f; destruct (having G r x); lia).
  destruct (fold_most f L 0 Hf) as [_ H]. destruct (H t Ht) as [k Hk]. unfold f in Hk at 1.
  rewrite having_allowed, At in Hk. unfold shows. rewrite (proj2 (member_spec t L) Ht). lia.
Qed.

(** A guess that is no word shows as many as there are words at most. *)
Lemma other_shown t : ~ In t L -> shows t L <= length L.
Proof.
  intros N. pose proof (responses_le L t). unfold shows. destruct (member t L) eqn:E; [|lia].
  now apply member_spec in E.
Qed.

Lemma most_shown_spec t : t < size G -> allowed G r t = true -> shows t L <= most_shown most r ts L.
Proof.
  intros Ht At. unfold most_shown. cbv zeta. set (f := fun m t => if _ || _ then _ else _).
  assert (forall k x, k <= f k x) as Hf.
  { intros k x. unfold f. destruct (_ || _); [lia|]. destruct (having G r x); lia. }
  destruct (fold_most f ts (own_shown r L) Hf) as [H1 H2]. destruct (in_dec Nat.eq_dec t L) as [Hi|N].
  { pose proof (own_shown_spec t Hi At). lia. }
  destruct (Hts t Ht At) as [Hi Hm]. pose proof (other_shown t N) as Hn. unfold shows in *.
  destruct (member t L) eqn:E; [now apply member_spec in E|].
  destruct (H2 t Hi) as [k Hk]. set (m := fold_left f ts (own_shown r L)) in *. unfold f in Hk.
  destruct (most t <=? k) eqn:E1; cbn [orb] in Hk; [apply Nat.leb_le in E1; lia|].
  destruct (length L <=? k) eqn:E2; [apply Nat.leb_le in E2; lia|].
  rewrite having_allowed, At in Hk. lia.
Qed.

Theorem separate_sound : costs G g A L (separate g most r ts L).
Proof.
  intros n s Hn Hw. unfold separate. destruct g as [[|[|[|k]]]|] eqn:Eg; try (simpl; lia).
  destruct L as [|a [|b M]] eqn:EL; try (simpl; lia). rewrite <- EL in *. cbv zeta.
  destruct (forallb _ ts) eqn:E; [exfalso|simpl; lia]. rewrite forallb_forall in E.
  assert (In a L /\ In b L /\ a <> b) as (Ha & Hb & N).
  { rewrite EL in *. simpl. repeat split; auto. inversion Hd; subst. intros ->. simpl in *. tauto. }
  simpl in Hn. destruct n as [|[|n]]; [exact (Hw a Ha)| |].
  { apply (one_guess G s A L); [exists a, b; auto|exact Hw]. }
  assert (n = 0) as -> by lia. destruct s as [|t next]; [exact (Hw a Ha)|].
  destruct (Hw a Ha) as (Ht & At & _). destruct (Hts t Ht (HA t At)) as [Hi Hm]. specialize (E t Hi).
  rewrite having_allowed, (HA t At), !orb_true_iff, Nat.ltb_lt, !negb_true_iff, Nat.eqb_neq in E.
  assert (responses L t = length L) as K; [|lia].
  unfold responses. rewrite (varieties G laws), nodup_fixed_point, map_length; [reflexivity|].
  apply map_distinct; auto. intros x y Hx Hy Exy. destruct (Nat.eq_dec x y) as [|Nxy]; [auto|exfalso].
  apply (columns G laws) in Exy; auto. assert (pair_in [x; y]) as Hp by (exists x, y; simpl; auto).
  apply (refuted_guess G laws 2 1 A (keep G A t (response G t x)) L [x; y] t next (response G t x)); auto.
  + intros h [<-|[<-|[]]]; auto.
  + intros h [<-|[<-|[]]]; auto.
  + intros h [<-|[<-|[]]]; auto.
  + intros s. now apply one_guess.
Qed.
End State.
End Shown.
