(** Lemmas in place of nodes: how many codes a strategy finds too late (docs/certificates/missed-least.md, without a
    limit of all guesses). *)
From Coq Require Import List Arith Bool Lia PArith Permutation Wf_nat.
From Verified Require Import Rules Facts Numbered Hashed Tables Game Strategy Cost Shown Lemmas.
Import ListNotations.

Section Missed.
Variable G : game.

(** ** What is checked *)

(** No more responses than this gives each guess of [ts]; [most t] is known to be enough for [t]. *)
Definition most_responses (most : place -> nat) (ts L : list place) : nat :=
  let n := length L in let responses := responses G L in
  fold_left (fun m t => if (most t <=? m) || (n <=? m) then m else max m (responses t)) ts 0.

(** So many codes of a cell are found later than with the [g]th guess: the bounds that take no counting, and the one
    that does. No guess gives more than [k] responses. *)
Definition late (g k : nat) (C : list place) : nat :=
  let n := length C in match g with 0 => n | 1 => n - 1 | 2 => n - k | _ => 0 end.

Definition missed_lemmas := hashed (list place) (nat * nat).
Section Known.
Variables (hash : list place -> positive) (known : missed_lemmas).

(** The best of the lemmas about exactly these codes: with [fst] guesses [snd] of them are found too late. *)
Definition by_missed (g : nat) (C : list place) : nat :=
  fold_right (fun c b => if g <=? fst c then max (snd c) b else b) 0 (get same_places hash C known).

(** Does the guess [t] leave [v] codes that are found later than with the [g]th guess after it? *)
Definition guess_misses (v g : nat) (most : place -> nat) (k : nat) (ts : list place) (t : place) (L : list place)
    : bool :=
  let cells := cells G t L in let start first := map (fun c => (snd c, Some (first (snd c) : nat))) cells in
  climb (Some v) (Some 0) (start (late g k)) (fun C => Some (by_missed g C)) ||
  climb (Some v) (Some 0) (start (fun C => max (late g k C) (by_missed g C)))
    (fun C => match g with 2 => Some (late g (most_responses most ts C) C) | _ => Some 0 end).

Definition missed_ok (g v : nat) (changes : list change) (H : list place) : bool :=
  match H with _ :: _ :: _ => true | _ => false end && ascending_places H && forallb (fun x => x <? size G) H &&
  let ts := candidates G [] in let responses := responses G H in
  let most := table (size G) responses in
  let k := fold_left (fun m t => max m (most t)) ts 0 in
  let first := first_alike G changes H in
  forallb (fun t => (first t <? t) || (most t <=? 1) || guess_misses v (pred g) most k ts t H) ts.

Definition take_missed (g v : nat) (changes : list change) (H : list place) : option missed_lemmas :=
  if missed_ok g v changes H then Some (put hash H (g, v) known) else None.
End Known.

(** ** Why it holds *)

Definition too_late (g k : nat) : nat := if g <? k then 1 else 0.
Definition missed (g n : nat) (s : strategy) (L : list place) : nat :=
  list_sum (map (fun h => too_late g (turns G n s h)) L).

(** With guesses that [A] allows, [b] codes are found later than with the [g]th guess. *)
Definition misses (g : nat) (L : list place) (b : nat) : Prop := forall n s (A : place -> Prop),
  (forall h, In h L -> wins G n s A h) -> b <= missed g n s L.

Hypothesis laws : lawful G.

Lemma missed_permutation g n s L M : Permutation L M -> missed g n s L = missed g n s M.
Proof. intros H. apply list_sum_permutation. now apply Permutation_map. Qed.

Lemma missed_app g n s L M : missed g n s (L ++ M) = missed g n s L + missed g n s M.
Proof. unfold missed. now rewrite map_app, list_sum_app. Qed.

Lemma missed_next g n t next s (L : list place) :
  (forall h, In h L -> t <> h /\ next (response G t h) = s) -> missed (pred g) n s L <= missed g (S n) (Guess t next) L.
Proof.
  intros H. apply list_sum_le. intros h Hh. destruct (H h Hh) as [N E]. cbn [turns].
  destruct (Nat.eqb_spec t h); [contradiction|]. rewrite E. unfold too_late.
  destruct (Nat.ltb_spec (pred g) (turns G n s h)), (Nat.ltb_spec g (S (turns G n s h))); lia.
Qed.

Lemma missed_cells g n t next (L : list place) : (forall x, In x L -> x < size G) -> t < size G ->
  list_sum (map (fun c => missed (pred g) n (after G t next (snd c)) (snd c)) (cells G t L)) <=
  missed g (S n) (Guess t next) L.
Proof.
  intros HL Ht. rewrite (missed_permutation _ _ _ _ _ (split_words (fun h : place => t =? h) L)), missed_app.
  rewrite (missed_permutation _ _ _ _ _ (cells_others G t L)).
  enough (list_sum (map (fun c => missed (pred g) n (after G t next (snd c)) (snd c)) (cells G t L)) <=
    missed g (S n) (Guess t next) (all_words (cells G t L))) by lia.
  assert (forall k C, In (k, C) (cells G t L) -> forall h, In h C ->
    t <> h /\ next (response G t h) = after G t next C) as K.
  { intros k C HC h Hh. split; [eapply in_cell; eauto|]. destruct C as [|a C]; [destruct Hh|]. simpl. f_equal.
    eapply cell_response; eauto using in_eq. }
  unfold all_words. revert K. generalize (cells G t L) as cs. induction cs as [|(k, C) cs IH]; intros K; [apply le_n|].
  cbn [map concat snd list_sum fold_right]. rewrite missed_app. specialize (IH ltac:(eauto using in_cons)).
  pose proof (missed_next g n t next _ C (K k C (or_introl eq_refl))). unfold list_sum in *. lia.
Qed.

Lemma misses_none g (L : list place) : misses g L 0.
Proof. intros n s A _. lia. Qed.

Lemma misses_max g (L : list place) b c : misses g L b -> misses g L c -> misses g L (max b c).
Proof. intros Hb Hc n s A Hw. specialize (Hb n s A Hw). specialize (Hc n s A Hw). lia. Qed.

(** No guess at all; one guess finds one code. *)
Lemma misses_0 (L : list place) : misses 0 L (length L).
Proof.
  intros n s A Hw. unfold missed. induction L as [|h L IH]; [apply le_n|]. cbn [map list_sum fold_right length].
  pose proof (turns_positive G n s A h (Hw h (or_introl eq_refl))).
  assert (length L <= list_sum (map (fun h => too_late 0 (turns G n s h)) L)) by (apply IH; auto using in_cons).
  unfold too_late at 1. destruct (Nat.ltb_spec 0 (turns G n s h)); unfold list_sum in *; lia.
Qed.

Lemma misses_1 (L : list place) : NoDup L -> misses 1 L (length L - 1).
Proof.
  intros Hd [|n] s A Hw; [destruct L as [|h L]; [apply le_n|destruct (Hw h (or_introl eq_refl))]|].
  destruct s as [|t next]; [destruct L as [|h L]; [apply le_n|destruct (Hw h (or_introl eq_refl))]|].
  enough (length L <= missed 1 (S n) (Guess t next) L + (if member t L then 1 else 0)) by (destruct (member t L); lia).
  unfold missed. induction L as [|h L IH]; [apply le_n|]. inversion Hd as [|? ? N Hd']; subst.
  specialize (IH Hd' (fun x Hx => Hw x (or_intror Hx))).
  destruct (Hw h (or_introl eq_refl)) as (_ & _ & H). cbn [map list_sum fold_right length turns member] in *.
  unfold too_late at 1. destruct (Nat.eqb_spec t h) as [->|Nt]; cbn [orb].
  - destruct (member h L) eqn:E; [apply member_spec in E; contradiction|]. unfold list_sum in *. lia.
  - destruct H as [H|H]; [contradiction|]. apply turns_positive in H.
    destruct (Nat.ltb_spec 1 (S (turns G n (next (response G t h)) h))); [|lia]. unfold list_sum in *. lia.
Qed.

(** Two guesses find one code of each cell, and the first guess. *)
Lemma misses_2 (L : list place) k : NoDup L -> (forall x, In x L -> x < size G) ->
  (forall t, t < size G -> responses G L t <= k) -> misses 2 L (length L - k).
Proof.
  intros Hd HL Hk [|n] s A Hw; [destruct L as [|h L]; [apply le_n|destruct (Hw h (or_introl eq_refl))]|].
  destruct L as [|h0 L0] eqn:EL; [apply Nat.le_0_l|]. rewrite <- EL in *.
  assert (In h0 L) as H0 by (rewrite EL; now left).
  destruct s as [|t next]; [destruct (Hw h0 H0)|]. destruct (Hw h0 H0) as (Ht & _).
  pose proof (missed_cells 2 n t next L HL Ht) as Hm. pose proof (cells_number G laws t L HL Ht) as Hn.
  specialize (Hk t Ht).
  assert (length L <= length (all_words (cells G t L)) + (if member t L then 1 else 0)) as Hl.
  { rewrite <- (Permutation_length (cells_others G t L)). clear - Hd. induction L as [|h L IH]; simpl; [lia|].
    inversion Hd; subst. specialize (IH H2). destruct (Nat.eqb_spec t h) as [->|N]; simpl.
    - destruct (member h L) eqn:E; [apply member_spec in E; contradiction|]. lia.
    - lia. }
  enough (length (all_words (cells G t L)) <=
    list_sum (map (fun c => missed 1 n (after G t next (snd c)) (snd c)) (cells G t L)) + length (cells G t L))
    by (simpl pred in Hm; lia).
  assert (forall k C, In (k, C) (cells G t L) -> length C <= missed 1 n (after G t next C) C + 1) as K.
  { intros j C HC. destruct (cells_are G laws t L) as [_ Hc]. destruct (Hc j C HC) as [Hne _].
    destruct C as [|h C]; [contradiction|]. pose proof (cells_distinct G t L _ _ Hd HC) as HdC.
    pose proof (misses_1 (h :: C) HdC n (after G t next (h :: C)) _
      (wins_after G laws n t next A L j (h :: C) h HL Ht Hw HC (or_introl eq_refl))). lia. }
  revert K. generalize (cells G t L) as cs. unfold all_words. clear.
  induction cs as [|(j, C) cs IH]; intros K; [simpl; lia|].
  cbn [map concat snd list_sum fold_right length]. rewrite app_length. specialize (K j C (or_introl eq_refl)) as K1.
  specialize (IH (fun j C Hi => K j C (or_intror Hi))). unfold list_sum in *. lia.
Qed.

Lemma late_sound g k (C : list place) : NoDup C -> (forall x, In x C -> x < size G) ->
  (forall t, t < size G -> responses G C t <= k) -> misses g C (late g k C).
Proof.
  intros Hd HC Hk. unfold late. destruct g as [|[|[|g]]];
    [apply misses_0|now apply misses_1|now apply misses_2|apply misses_none].
Qed.

(** Fewer guesses in time are never better (Theorem 9). *)
Lemma missed_mono g g' n s (L : list place) : g <= g' -> missed g' n s L <= missed g n s L.
Proof.
  intros Hg. apply list_sum_le. intros h _. unfold too_late.
  destruct (Nat.ltb_spec g' (turns G n s h)), (Nat.ltb_spec g (turns G n s h)); lia.
Qed.

Lemma most_responses_spec most ts (C : list place) t : (forall u, u < size G -> In u ts /\ responses G C u <= most u) ->
  t < size G -> responses G C t <= most_responses most ts C.
Proof.
  intros Hts Ht. destruct (Hts t Ht) as [Hi Hm]. unfold most_responses. cbv zeta.
  set (f := fun m t => if _ || _ then _ else _).
  assert (forall k x, k <= f k x) as Hf by (intros k x; unfold f; destruct (_ || _); lia).
  destruct (fold_most f ts 0 Hf) as [_ H]. destruct (H t Hi) as [k Hk]. set (m := fold_left f ts 0) in *.
  unfold f in Hk. pose proof (responses_le G laws C t). destruct (most t <=? k) eqn:E1; [apply Nat.leb_le in E1; simpl in Hk; lia|].
  destruct (length C <=? k) eqn:E2; [apply Nat.leb_le in E2|]; simpl in Hk; lia.
Qed.

Lemma two_places (H : list place) : match H with _ :: _ :: _ => true | _ => false end = true -> NoDup H -> pair_in H.
Proof.
  destruct H as [|a [|b M]]; try discriminate. intros _ Hd. exists a, b. simpl. repeat split; auto.
  inversion Hd; subst. intros ->. simpl in *. tauto.
Qed.

Section Sound.
Variables (hash : list place -> positive) (known : missed_lemmas).
Definition true_missed (L : list place) (c : nat * nat) : Prop := misses (fst c) L (snd c).
Hypothesis Hknown : every true_missed known.

Lemma by_missed_sound g (C : list place) : misses g C (by_missed hash known g C).
Proof.
  unfold by_missed. assert (forall c, In c (get same_places hash C known) -> true_missed C c) as H.
  { intros c Hc. eapply every_get; eauto. apply same_places_spec. }
  induction (get same_places hash C known) as [|c cs IH]; simpl; [apply misses_none|].
  destruct (Nat.leb_spec g (fst c)); [|apply IH; auto using in_cons].
  apply misses_max; [|apply IH; auto using in_cons]. intros n s A Hw. specialize (H c (or_introl eq_refl) n s A Hw).
  pose proof (missed_mono g (fst c) n s C). lia.
Qed.

Lemma guess_misses_sound v g most k ts t (L : list place) : t < size G -> NoDup L -> (forall x, In x L -> x < size G) ->
  L <> [] -> (forall u, u < size G -> In u ts /\ responses G L u <= most u) ->
  (forall u, u < size G -> responses G L u <= k) -> guess_misses hash known v (pred g) most k ts t L = true ->
  forall n next (A : place -> Prop), (forall h, In h L -> wins G n (Guess t next) A h) ->
  v <= missed g n (Guess t next) L.
Proof.
  intros Ht Hd HL Hne Hts Hk H n next A Hw.
  destruct n as [|n]; [destruct L as [|h L]; [contradiction|destruct (Hw h (or_introl eq_refl))]|].
  etransitivity; [|apply missed_cells; auto].
  unfold guess_misses in H. cbv zeta in H. set (f := fun C => missed (pred g) n (after G t next C) C).
  enough (forall j C, In (j, C) (cells G t L) -> late (pred g) k C <= f C /\ by_missed hash known (pred g) C <= f C /\
    match pred g with 2 => late 2 (most_responses most ts C) C | _ => 0 end <= f C) as K.
  { apply orb_prop in H as [H|H]; apply climb_spec with (f := f) (k := 0) in H; try apply le_n;
      try (rewrite map_map in H; exact H); intros C b Hi; apply in_map_iff in Hi as ((j & C') & [= -> <-] & HC);
      destruct (K j C HC) as (K1 & K2 & K3); cbn [snd reached]; split; try lia.
    destruct (pred g) as [|[|[|g']]]; exact K3. }
  intros j C HC.
  destruct (cells_are G laws t L) as [_ Hc]. destruct (Hc j C HC) as [Hnil _].
  assert (forall x, In x C -> In x L) as Hi by (intros x Hx; eapply in_cell; eauto).
  assert (forall x, In x C -> x < size G) as HCs by auto.
  pose proof (cells_distinct G t L _ _ Hd HC) as HdC.
  assert (forall u, responses G C u <= responses G L u) as Hr by (intros u; apply responses_mono; auto).
  destruct C as [|h C]; [contradiction|]. set (Q := h :: C) in *.
  pose proof (wins_after G laws n t next A L j Q h HL Ht Hw HC (or_introl eq_refl)) as Hwa. split; [|split].
  - refine (late_sound _ _ Q HdC HCs _ n _ _ Hwa). intros u Hu. specialize (Hr u). specialize (Hk u Hu). lia.
  - exact (by_missed_sound _ Q n _ _ Hwa).
  - assert (0 <= f Q) as H0 by apply Nat.le_0_l. unfold f. destruct (pred g) as [|[|[|g']]]; auto.
    refine (late_sound 2 _ Q HdC HCs _ n _ _ Hwa).
    intros u Hu. apply most_responses_spec; [|exact Hu]. intros x Hx. destruct (Hts x Hx). specialize (Hr x). split; [auto|lia].
Qed.

(** The largest of the numbers of responses. *)
Lemma fold_max (f : place -> nat) ts m : m <= fold_left (fun m t => max m (f t)) ts m /\
  forall t, In t ts -> f t <= fold_left (fun m t => max m (f t)) ts m.
Proof.
  revert m. induction ts as [|t ts IH]; simpl; intros m; [split; [lia|intros t []]|].
  destruct (IH (max m (f t))) as [H1 H2]. split; [lia|]. intros u [<-|Hu]; [lia|auto].
Qed.

Lemma one_response_next (H : list place) t n next (A : place -> Prop) : NoDup H -> (forall x, In x H -> x < size G) ->
  pair_in H -> t < size G -> responses G H t <= 1 -> (forall h, In h H -> wins G (S n) (Guess t next) A h) ->
  exists p, (forall h, In h H -> t <> h /\ next (response G t h) = next p) /\
    forall h, In h H -> wins G n (next p) (keep G A t p) h.
Proof.
  intros Hd Hs Hp Ht Hr Hw. pose proof Hp as (a & _ & Ha & _ & _). exists (response G t a).
  assert (forall h, In h H -> response G t h = response G t a) as E.
  { intros h Hh. apply (columns G laws); auto. now apply (one_response_only G hash laws H). }
  assert (forall h, In h H -> t <> h) as N.
  { intros h Hh. apply (not_found G laws H t (response G t a) h Hs Ht); auto. }
  split; [intros h Hh; split; [auto|now rewrite E]|].
  intros h Hh. destruct (Hw h Hh) as (_ & _ & [Eh|Hwh]); [destruct (N h Hh Eh)|]. now rewrite (E h Hh) in Hwh.
Qed.

Lemma missed_alike r (L : list place) t u g n next : alike G r L t u -> finds_all G n (Guess t next) r L ->
  exists next', finds_all G n (Guess u next') r L /\ missed g n (Guess u next') L = missed g n (Guess t next) L.
Proof.
  intros [_ H] Hf. destruct (H n next Hf) as (next' & Hf' & HP). exists next'. split; [exact Hf'|]. unfold missed.
  rewrite <- !(map_map (turns G n _) (too_late g)). apply list_sum_permutation. now apply Permutation_map.
Qed.

Lemma missed_sound g v changes (H : list place) : missed_ok hash known g v changes H = true -> misses g H v.
Proof.
  unfold missed_ok. cbv zeta. rewrite !andb_true_iff, !forallb_forall. intros [[[H2 Hasc] HH] Hall].
  apply ascending_places_distinct in Hasc as Hd.
  assert (forall x, In x H -> x < size G) as Hs by (intros x Hx; now apply Nat.ltb_lt, HH).
  pose proof (two_places H H2 Hd) as Hp. pose proof Hp as (a & _ & Ha & _ & _).
  set (most := table (size G) (responses G H)) in *. set (ts := candidates G []) in *.
  assert (forall u, u < size G -> In u ts) as Hts by (intros u Hu; now apply (all_candidates G laws)).
  unfold misses. induction n as [|n IH]; intros s A Hw; [destruct (Hw a Ha)|].
  destruct s as [|t next]; [destruct (Hw a Ha)|]. revert next A Hw.
  induction t as [t IHt] using lt_wf_ind. intros next A Hw. destruct (Hw a Ha) as (Ht & _).
  specialize (Hall t (Hts t Ht)). rewrite !orb_true_iff, Nat.leb_le, Nat.ltb_lt in Hall.
  destruct Hall as [[Hall|Hall]|Hall].
  - destruct (alike_first G laws changes [] H t Hd Hs Ht) as [Hf _].
    destruct (missed_alike [] H t _ g (S n) next Hf) as (next' & (A' & _ & Hw') & <-); [exists A; auto|].
    exact (IHt _ Hall next' A' Hw').
  - destruct (one_response_next H t n next A Hd Hs Hp Ht Hall Hw) as (p & Hn & Hwp).
    etransitivity; [exact (IH _ _ Hwp)|]. etransitivity; [|exact (missed_next g n t next (next p) H Hn)].
    apply missed_mono. lia.
  - refine (guess_misses_sound v g most _ ts t H Ht Hd Hs _ _ _ Hall (S n) next A Hw).
    + intros E. rewrite E in Ha. destruct Ha.
    + intros u Hu. split; [auto|apply le_n].
    + intros u Hu. destruct (fold_max most ts 0) as [_ Hm]. exact (Hm u (Hts u Hu)).
Qed.

Theorem take_missed_true g v changes H known' : take_missed hash known g v changes H = Some known' ->
  every true_missed known'.
Proof.
  unfold take_missed. destruct (missed_ok _ _ _ _ _ _) eqn:E; [|discriminate]. intros [= <-].
  apply every_put; [exact Hknown|]. exact (missed_sound g v changes H E).
Qed.

(** Whoever finds all codes in time finds none too late. *)
Lemma turns_le n s (A : place -> Prop) h : wins G n s A h -> turns G n s h <= n.
Proof.
  revert s A. induction n as [|n IH]; intros s A H; [destruct H|]. destruct s as [|t next]; [destruct H|].
  destruct H as (_ & _ & H). cbn [turns]. destruct (Nat.eqb_spec t h); [lia|]. destruct H as [H|H]; [contradiction|].
  specialize (IH _ _ H). lia.
Qed.

Lemma missed_nothing g n s (A : place -> Prop) (L : list place) : n <= g -> (forall h, In h L -> wins G n s A h) ->
  missed g n s L = 0.
Proof.
  intros Hg Hw. unfold missed. induction L as [|h L IH]; [reflexivity|]. cbn [map list_sum fold_right].
  pose proof (turns_le n s A h (Hw h (or_introl eq_refl))). unfold list_sum in IH. rewrite IH by auto using in_cons.
  unfold too_late. destruct (Nat.ltb_spec g (turns G n s h)); lia.
Qed.
End Sound.
End Missed.
