(** Games without tiles, as Game.v wants them; and codes that are as good as others (Theorems 4 and 8 in
    docs/certificates).

    A certificate may name changes: pegs that are moved, and colours that are exchanged. Those that make one of two
    guesses of the other, and leave the set of codes as it is, make of a strategy that begins with one a strategy that
    begins with the other. Which changes these are the checker finds out: it computes where each one takes the codes. *)
From Coq Require Import List Arith Bool Lia Permutation.
From Verified Require Import Rules Claims Facts Tables Game Words.
Import ListNotations.

(** ** What a change does to a code *)

Fixpoint recolour (swaps : list (letter * letter)) (a : letter) : letter :=
  match swaps with
  | [] => a
  | (b, c) :: swaps => recolour swaps (if a =? b then c else if a =? c then b else a)
  end.
Definition changed (c : change) : word -> word := mapped (fst c) (recolour (snd c)).

(** Does it move each of [n] pegs to a place of its own? *)
Definition permutes (n : nat) (c : change) : bool :=
  (length (fst c) =? n) && distinct (fst c) && forallb (fun i => i <? n) (fst c).

Lemma recolour_injective swaps a b : recolour swaps a = recolour swaps b -> a = b.
Proof.
  revert a b. induction swaps as [|(c, d) swaps IH]; simpl; intros a b H; [exact H|]. apply IH in H.
  destruct (Nat.eqb_spec a c), (Nat.eqb_spec b c), (Nat.eqb_spec a d), (Nat.eqb_spec b d); congruence.
Qed.

Lemma recolour_app s s' a : recolour (s ++ s') a = recolour s' (recolour s a).
Proof. revert a. induction s as [|(c, d) s IH]; simpl; auto. Qed.

Lemma recolour_back swaps a : recolour (rev swaps) (recolour swaps a) = a.
Proof.
  revert a. induction swaps as [|(c, d) swaps IH]; simpl; intros a; [reflexivity|].
  rewrite recolour_app, IH. simpl.
  destruct (Nat.eqb_spec a c), (Nat.eqb_spec a d); subst; rewrite ?Nat.eqb_refl; auto.
  - destruct (Nat.eqb_spec d c); congruence.
  - destruct (Nat.eqb_spec a c), (Nat.eqb_spec a d); congruence.
Qed.

Lemma permutes_spec n c : permutes n c = true -> Permutation (fst c) (seq 0 n).
Proof.
  unfold permutes. rewrite !andb_true_iff, Nat.eqb_eq, forallb_forall. intros [[Hl Hd] Hn].
  apply NoDup_Permutation_bis; [now apply distinct_spec|rewrite seq_length; lia|].
  intros i Hi. apply in_seq. specialize (Hn i Hi). apply Nat.ltb_lt in Hn. lia.
Qed.

(** ** The numbers of pegs *)

Lemma in_place_map f t h : (forall a b, f a = f b -> a = b) -> in_place (map f t) (map f h) = in_place t h.
Proof.
  intros Hf. revert h. induction t as [|a t IH]; intros [|b h]; simpl; auto. rewrite IH.
  destruct (Nat.eqb_spec a b) as [->|N]; [now rewrite Nat.eqb_refl|].
  destruct (Nat.eqb_spec (f a) (f b)) as [E|_]; [destruct (N (Hf _ _ E))|reflexivity].
Qed.

Definition agree (t h : word) (i : nat) : nat := if nth i t 0 =? nth i h 0 then 1 else 0.

Lemma in_place_sum (t h : word) : length t = length h -> in_place t h = list_sum (map (agree t h) (seq 0 (length t))).
Proof.
  revert h. induction t as [|a t IH]; intros [|b h] H; try discriminate H; [reflexivity|]. injection H as H.
  cbn [length seq map]. rewrite <- seq_shift, map_map.
  change (agree (a :: t) (b :: h) 0 + in_place t h =
    agree (a :: t) (b :: h) 0 + list_sum (map (agree t h) (seq 0 (length t)))). now rewrite (IH h H).
Qed.

Lemma in_place_moved is (t h : word) : length t = length h -> Permutation is (seq 0 (length t)) ->
  in_place (map (fun i => nth i t 0) is) (map (fun i => nth i h 0) is) = in_place t h.
Proof.
  intros Hl HP. rewrite (in_place_sum t h Hl).
  transitivity (list_sum (map (agree t h) is)).
  - clear. induction is as [|i is IH]; [reflexivity|]. simpl. now rewrite IH.
  - assert (forall a b, Permutation a b -> list_sum a = list_sum b) as K by (induction 1; simpl; lia).
    now apply K, Permutation_map.
Qed.

(** What both have is a sum over the letters. *)
Lemma count_one a b : count a [b] = if a =? b then 1 else 0.
Proof. simpl. lia. Qed.

Lemma sum_bump (cs : list letter) (f g : letter -> nat) a : NoDup cs -> In a cs -> f a = S (g a) ->
  (forall c, c <> a -> f c = g c) -> list_sum (map f cs) = S (list_sum (map g cs)).
Proof.
  intros Hd Ha Hf Hg. induction cs as [|c cs IH]; [destruct Ha|]. inversion Hd as [|? ? N Hd']; subst.
  change (f c + list_sum (map f cs) = S (g c + list_sum (map g cs))). destruct (Nat.eq_dec c a) as [->|Nc].
  - rewrite Hf. assert (map f cs = map g cs) as ->; [|reflexivity]. apply map_ext_in. intros x Hx. apply Hg. congruence.
  - destruct Ha as [->|Ha]; [contradiction|]. rewrite (Hg c Nc), IH by auto. lia.
Qed.

Lemma shared_sum cs t h : NoDup cs -> incl t cs ->
  shared t h = list_sum (map (fun c => min (count c t) (count c h)) cs).
Proof.
  intros Hd. revert h. induction t as [|a t IH]; intros h Hi; simpl.
  - clear. induction cs; simpl; auto.
  - assert (incl t cs) as Ht by (intros x Hx; apply Hi; now right).
    assert (In a cs) as Ha by (apply Hi; now left).
    destruct (existsb (Nat.eqb a) h) eqn:E.
    + rewrite IH by exact Ht. symmetry. apply sum_bump with (a := a); auto.
      * rewrite (count_remove a a h E), !Nat.eqb_refl. simpl. reflexivity.
      * intros c Nc. rewrite (count_remove a c h E). destruct (Nat.eqb_spec c a); [contradiction|]. simpl. lia.
    + rewrite IH by exact Ht. rewrite existsb_count in E. apply negb_false_iff, Nat.eqb_eq in E.
      f_equal. apply map_ext. intros c. destruct (Nat.eqb_spec c a) as [->|]; [rewrite E; lia|reflexivity].
Qed.

Lemma count_permutation a t t' : Permutation t t' -> count a t = count a t'.
Proof. induction 1; simpl; lia. Qed.

Lemma shared_permutation t t' h h' : Permutation t t' -> Permutation h h' -> shared t h = shared t' h'.
Proof.
  intros Ht Hh. set (cs := nodup Nat.eq_dec t).
  assert (NoDup cs) as Hd by apply NoDup_nodup. rewrite (shared_sum cs t h), (shared_sum cs t' h'); auto.
  - f_equal. apply map_ext. intros c. now rewrite (count_permutation c _ _ Ht), (count_permutation c _ _ Hh).
  - intros x Hx. apply nodup_In. eapply Permutation_in; [symmetry; exact Ht|exact Hx].
  - intros x Hx. now apply nodup_In.
Qed.

Lemma shared_map f t h : (forall a b, f a = f b -> a = b) -> shared (map f t) (map f h) = shared t h.
Proof.
  intros Hf. assert (forall a b, (f a =? f b) = (a =? b)) as E.
  { intros a b. destruct (Nat.eqb_spec a b) as [->|N]; [apply Nat.eqb_refl|]. apply Nat.eqb_neq. auto. }
  assert (forall a h, existsb (Nat.eqb (f a)) (map f h) = existsb (Nat.eqb a) h) as Ee.
  { intros a k. induction k as [|b k IH]; simpl; [auto|]. now rewrite E, IH. }
  assert (forall a h, remove_one (f a) (map f h) = map f (remove_one a h)) as Er.
  { intros a k. induction k as [|b k IH]; simpl; [auto|]. rewrite E, IH. now destruct (a =? b). }
  revert h. induction t as [|a t IH]; intros h; simpl; [reflexivity|]. rewrite Ee, Er, !IH. reflexivity.
Qed.

Lemma all_nth (w : word) : map (fun i => nth i w 0) (seq 0 (length w)) = w.
Proof.
  induction w as [|a w IH]; [reflexivity|]. cbn [length seq map]. rewrite <- seq_shift, map_map. simpl. now f_equal.
Qed.

Lemma changed_pegs n c t h : permutes n c = true -> length t = n -> length h = n ->
  in_place (changed c t) (changed c h) = in_place t h /\ shared (changed c t) (changed c h) = shared t h.
Proof.
  intros Hc Ht Hh. apply permutes_spec in Hc. set (f := recolour (snd c)).
  assert (forall a b, f a = f b -> a = b) as Hf by apply recolour_injective.
  assert (forall w, changed c w = map f (map (fun i => nth i w 0) (fst c))) as E.
  { intros w. unfold changed. now rewrite map_map. }
  rewrite !E, (in_place_map f), (shared_map f) by exact Hf. split.
  - apply (in_place_moved (fst c) t h); [now rewrite Ht, Hh|now rewrite Ht].
  - assert (forall w, length w = n -> Permutation (map (fun i => nth i w 0) (fst c)) w) as K.
    { intros w Hw. transitivity (map (fun i => nth i w 0) (seq 0 (length w))); [|now rewrite all_nth].
      rewrite Hw. now apply Permutation_map. }
    apply shared_permutation; auto.
Qed.

(** Codes that are equivalent (Theorem 4): this is an equivalence. *)
Fixpoint index (j : nat) (is : list nat) : nat :=
  match is with [] => 0 | i :: is => if i =? j then 0 else S (index j is) end.

Lemma index_spec j is : In j is -> index j is < length is /\ nth (index j is) is 0 = j.
Proof.
  induction is as [|i is IH]; simpl; [tauto|]. intros H. destruct (Nat.eqb_spec i j) as [->|N]; [split; [lia|auto]|].
  destruct H as [->|H]; [contradiction|]. destruct (IH H). split; [lia|auto].
Qed.

Lemma nth_mapped is f w i : i < length is -> nth i (mapped is f w) 0 = f (nth (nth i is 0) w 0).
Proof.
  intros Hi. unfold mapped. rewrite nth_indep with (d' := f (nth 0 w 0)) by now rewrite map_length.
  now rewrite map_nth with (f := fun i => f (nth i w 0)).
Qed.

Lemma mapped_twice is f is' f' w : (forall i, In i is' -> i < length is) ->
  mapped (map (fun i => nth i is 0) is') (fun a => f' (f a)) w = mapped is' f' (mapped is f w).
Proof.
  intros Hi. unfold mapped at 1 2. rewrite map_map. apply map_ext_in. intros i Hin. now rewrite nth_mapped by auto.
Qed.

Lemma equivalent_refl played t : (forall w, In w played -> length w = length t) -> equivalent played t t.
Proof.
  intros Hp. assert (forall w : word, mapped (seq 0 (length w)) (fun a => a) w = w) as K by exact all_nth.
  exists (seq 0 (length t)), (fun a => a), (fun a => a). repeat split; auto. intros w Hw. now rewrite <- (Hp w Hw).
Qed.

Lemma equivalent_trans played t u v : equivalent played t u -> equivalent played u v -> equivalent played t v.
Proof.
  intros (is & f & g & HP & Hf & Hu & Hw) (is' & f' & g' & HP' & Hf' & Hv & Hw').
  assert (length is = length t) as Hl by now rewrite (Permutation_length HP), seq_length.
  assert (length u = length t) as Hlu by now rewrite <- Hu, <- Hl; unfold mapped; rewrite map_length.
  assert (forall i, In i is' -> i < length is) as Hi.
  { intros i Hin. eapply Permutation_in in Hin; [|exact HP']. apply in_seq in Hin. lia. }
  exists (map (fun i => nth i is 0) is'), (fun a => f' (f a)), (fun a => g (g' a)). split; [|split; [|split]].
  - transitivity (map (fun i => nth i is 0) (seq 0 (length is))); [|now rewrite all_nth].
    apply Permutation_map. now rewrite Hl, <- Hlu.
  - intros a. destruct (Hf' (f a)) as [-> _], (Hf (g' a)) as [_ ->]. split; [apply Hf|apply Hf'].
  - rewrite mapped_twice by exact Hi. now rewrite Hu.
  - intros w Hin. rewrite mapped_twice by exact Hi. rewrite Hw by exact Hin. auto.
Qed.

Lemma equivalent_sym played t u : equivalent played t u -> equivalent played u t.
Proof.
  intros (is & f & g & HP & Hf & Hu & Hw). set (n := length t) in *.
  assert (length is = n) as Hl by now rewrite (Permutation_length HP), seq_length.
  assert (length u = n) as Hlu by now rewrite <- Hu, <- Hl; unfold mapped; rewrite map_length.
  set (back := map (fun j => index j is) (seq 0 n)).
  assert (forall j, In j (seq 0 n) -> index j is < n /\ nth (index j is) is 0 = j) as Hx.
  { intros j Hj. rewrite <- Hl. apply index_spec. eapply Permutation_in; [symmetry; exact HP|exact Hj]. }
  assert (map (fun i => nth i is 0) back = seq 0 n) as Hback.
  { unfold back. rewrite map_map, <- map_id. apply map_ext_in. intros j Hj. now apply Hx. }
  assert (forall w, length w = n -> mapped back g (mapped is f w) = w) as K.
  { intros w Hlw. rewrite <- mapped_twice.
    - rewrite Hback. transitivity (mapped (seq 0 n) (fun a => a) w).
      + apply map_ext. intros i. apply Hf.
      + rewrite <- Hlw. apply all_nth.
    - intros i Hi. apply in_map_iff in Hi as (j & <- & Hj). rewrite Hl. now apply Hx. }
  exists back, g, f. split; [|split; [|split]].
  - rewrite Hlu. apply NoDup_Permutation_bis.
    + apply (NoDup_map_inv (fun i => nth i is 0)). rewrite Hback. apply seq_NoDup.
    + unfold back. now rewrite map_length.
    + intros i Hi. apply in_map_iff in Hi as (j & <- & Hj). apply in_seq. split; [lia|]. now apply Hx.
  - intros a. split; apply Hf.
  - rewrite <- Hu. now apply K.
  - intros w Hin. rewrite <- (Hw w Hin) at 1. apply K. rewrite <- (Hw w Hin), <- Hl. unfold mapped. apply map_length.
Qed.

Lemma equivalent_changed played n c t : permutes n c = true -> length t = n ->
  (forall w, In w played -> changed c w = w) -> equivalent played t (changed c t).
Proof.
  intros Hc Ht Hw. exists (fst c), (recolour (snd c)), (recolour (rev (snd c))). split; [|split; [|split]].
  - rewrite Ht. now apply permutes_spec.
  - intros a. split; [apply recolour_back|]. rewrite <- (rev_involutive (snd c)) at 1. apply recolour_back.
  - reflexivity.
  - exact Hw.
Qed.

(** Codes that differ only in colours that no code of a set has. *)
Fixpoint same_but (occurs : letter -> bool) (t u : word) : bool :=
  match t, u with
  | [], [] => true
  | a :: t, b :: u => ((a =? b) || negb (occurs a || occurs b)) && same_but occurs t u
  | _, _ => false
  end.

Lemma same_but_pegs occurs t u h : same_but occurs t u = true -> (forall a, In a h -> occurs a = true) ->
  in_place t h = in_place u h /\ shared t h = shared u h.
Proof.
  intros H Hh. split.
  - revert u h H Hh. induction t as [|a t IH]; intros [|b u] h H Hh; try discriminate H; [easy|].
    simpl in H. apply andb_prop in H as [Hab H]. destruct h as [|c h]; [easy|]. simpl.
    rewrite (IH u h H) by auto using in_cons. apply orb_prop in Hab as [E|E]; [apply Nat.eqb_eq in E; now subst|].
    apply negb_true_iff, orb_false_iff in E as [Ea Eb]. assert (occurs c = true) as Ec by (apply Hh; now left).
    destruct (Nat.eqb_spec a c), (Nat.eqb_spec b c); congruence.
  - assert (forall c, occurs c = true -> count c t = count c u) as K.
    { clear h Hh. intros c Hc. revert u H. induction t as [|a t IH]; intros [|b u] H; try discriminate H; [easy|].
      simpl in *. apply andb_prop in H as [Hab H]. rewrite (IH u H).
      apply orb_prop in Hab as [E|E]; [apply Nat.eqb_eq in E; now subst|].
      apply negb_true_iff, orb_false_iff in E as [Ea Eb].
      destruct (Nat.eqb_spec c a), (Nat.eqb_spec c b); congruence. }
    set (cs := nodup Nat.eq_dec (t ++ u)). assert (NoDup cs) as Hd by apply NoDup_nodup.
    rewrite (shared_sum cs t h), (shared_sum cs u h); auto.
    + f_equal. apply map_ext. intros c. destruct (in_dec Nat.eq_dec c h) as [Hi|N]; [now rewrite K by auto|].
      assert (count c h = 0) as ->; [|lia]. clear - N. induction h as [|b h IH]; simpl; [auto|].
      destruct (Nat.eqb_spec c b) as [->|]; [destruct N; now left|]. apply IH. auto using in_cons.
    + intros x Hx. apply nodup_In, in_or_app. now right.
    + intros x Hx. apply nodup_In, in_or_app. now left.
Qed.

Lemma in_place_le (t h : word) : in_place t h <= length t.
Proof. revert h. induction t as [|a t IH]; intros [|b h]; simpl; [lia..|]. specialize (IH h). destruct (a =? b); lia.
Qed.

Lemma in_place_self (t h : word) : length t = length h -> in_place t h = length t -> h = t.
Proof.
  revert h. induction t as [|a t IH]; intros [|b h] H E; try discriminate H; [easy|]. injection H as H. simpl in E.
  pose proof (in_place_le t h). destruct (Nat.eqb_spec a b) as [->|]; [|lia]. f_equal. apply IH; [exact H|lia].
Qed.

Lemma in_place_same (t : word) : in_place t t = length t.
Proof. induction t as [|a t IH]; simpl; [auto|]. now rewrite Nat.eqb_refl, IH. Qed.

Lemma shared_le (t h : word) : shared t h <= length t.
Proof.
  revert h. induction t as [|a t IH]; intros h; simpl; [lia|]. destruct (existsb _ _);
    [specialize (IH (remove_one a h))|
    specialize (IH h)]; lia.
Qed.

Lemma pegs_injective b w c v : pegs b w = pegs c v -> b = c /\ w = v.
Proof.
  intros H.
  assert (forall x y z, count_occ tile_eq_dec (pegs x y) z = match z with Green => x | Yellow => y | Grey => 0 end)
    as K.
  { intros x y z. unfold pegs. rewrite count_occ_app.
    assert (forall d k, count_occ tile_eq_dec (repeat d k) z = if tile_eq_dec d z then k else 0) as E.
    { intros d k. induction k as [|k IH]; simpl; [now destruct (tile_eq_dec d z)|]. rewrite IH.
      now destruct (tile_eq_dec d z). }
    rewrite !E. destruct z; simpl; lia. }
  split; [rewrite <- (K b w Green), <- (K c v Green)|rewrite <- (K b w Yellow), <- (K c v Yellow)]; now rewrite H.
Qed.

Lemma two_digits n i j x y : x <= n -> y <= n -> i * S n + x = j * S n + y -> i = j /\ x = y.
Proof.
  assert (forall i j x y, i < j -> x <= n -> i * S n + x = j * S n + y -> False) as K.
  { clear. intros i j x y Hij Hx E. assert (S i * S n <= j * S n) by (apply Nat.mul_le_mono_r; lia). lia. }
  intros Hx Hy E. destruct (Nat.lt_trichotomy i j) as [H|[->|H]]; [|lia|]; exfalso; eauto.
Qed.

(** ** The game *)

Section Pegs.
Variables (R : rules) (len : nat) (guesses : list word).

(** The number of a response, as in docs/certificates/feedback.md. *)
Definition number_of_pegs (t h : word) : nat :=
  match R with
  | Jotto => if same t h then S len else shared t h
  | BlackPegs => in_place t h
  | _ => let black := in_place t h in black * S len + (shared t h - black)
  end.

(** Those of guesses that aren't the hidden word: with L - 1 black pegs there is no white one. *)
Definition other_numbers : list nat :=
  match R with
  | Jotto => seq 0 (S len)
  | BlackPegs => seq 0 len
  | _ => flat_map (fun b => map (fun w => b * S len + w) (seq 0 (if S b =? len then 1 else S (len - b)))) (seq 0 len)
  end.

(** Where a change takes each code: nowhere, if it isn't one, or leaves the list. *)
Definition map_of (word_at : place -> word) (place_of : word -> place) (c : change) : option (place -> place) :=
  let n := length guesses in let f := table n (fun x => place_of (changed c (word_at x))) in
  if permutes len c && forallb (fun x => (f x <? n) && same (word_at (f x)) (changed c (word_at x))) (seq 0 n)
  then Some f else None.

(** The colours of these codes, the last one that comes up first. *)
Definition colours_of (word_at : place -> word) (L : list place) : list letter :=
  fold_left (fun cs x => fold_left (fun cs a => if existsb (Nat.eqb a) cs then cs else a :: cs) (word_at x) cs) L [].

(** A code like [w] with the colours [fill] in the place of absent ones: the first for all, or one after the other. *)
Fixpoint filled (occurs : letter -> bool) (again : bool) (fill : list letter) (w : word) : word :=
  match w, fill with
  | a :: w, z :: zs => if occurs a then a :: filled occurs again fill w
                       else z :: filled occurs again (if again then fill else zs) w
  | _, _ => w
  end.

(** The classes of codes that are alike: a function that takes each code to one that it is like. It starts with the
    codes that differ in absent colours only; and then each code takes what the codes have to which it is changed, if
    that is a smaller one. *)
Definition twin (word_at : place -> word) (place_of : word -> place) (n : nat) (absent : list letter)
    (occurs : letter -> bool) : place -> place :=
  table n (fun t =>
    let w := word_at t in
    let good u := (u <? n) && same_but occurs w (word_at u) in
    let u := place_of (filled occurs true absent w) in
    if good u then u else let u := place_of (filled occurs false absent w) in if good u then u else t).
Definition better (n : nat) (maps : list (place -> place)) (class : place -> place) : place -> place :=
  table n (fun t => fold_left (fun u f => min u (class (f t))) maps (class (class t))).
Fixpoint settle (n fuel : nat) (maps : list (place -> place)) (class : place -> place) : place -> place :=
  match fuel with
  | 0 => class
  | S fuel =>
      let next := better n maps class in
      if forallb (fun t => next t =? class t) (seq 0 n) then class else settle n fuel maps next
  end.

Definition pegs_game : game :=
  let n := length guesses in
  let word_at := array guesses [] in
  let all := seq 0 n in
  let kept := matrix n (fun h => let w := word_at h in fun t => number_of_pegs (word_at t) w) in
  let place_of := remember (place_in guesses) in
  let map_of := remember (map_of word_at place_of) in
  let maps cs := flat_map (fun c => match map_of c with Some f => [f] | None => [] end) cs in
  let every := rev (colours_of word_at all) in
  let classes := remember_some (fun of_what =>
    let '(present, cs) := of_what in
    let occurs := remember (fun a => existsb (Nat.eqb a) present) in
    let absent := filter (fun a => negb (occurs a)) every in
    settle n 100 (maps cs) (twin word_at place_of n absent occurs)) in
  let orbits := remember_some (fun cs => settle n 100 (maps cs) (fun t => t)) in
  let staying cs L :=
    let inside := members n L in
    filter (fun c => match map_of c with Some f => forallb (fun x => inside (f x)) L | None => false end) cs in
  {| size := n;
     response := fun t h => Rules.response R (word_at t) (word_at h);
     keeps := fun _ _ _ => True;
     response_number := fun t h => number_of_pegs (word_at t) (word_at h);
     column := fst kept;
     variety := snd kept;
     answers := length other_numbers;
     test := fun _ _ => true;
     reveals := false;
     shown := fun _ _ => [];
     told := fun _ _ => [];
     candidates := fun _ => all;
     first_alike := fun cs L => classes (colours_of word_at L, staying cs L);
     first_equivalent := fun played cs L =>
       orbits (filter (fun c => forallb (fun w => same (changed c w) w) played) (staying cs L)) |}.

(** ** Why codes are alike *)

Hypothesis untiled : forall m, R <> Wordle m.
Hypothesis unique : NoDup guesses.
Hypothesis lengths : forall w, In w guesses -> length w = len.
Let G := pegs_game.
Let word_at (x : place) : word := nth x guesses [].

Lemma code_length x : x < size G -> length (word_at x) = len.
Proof. intros Hx. now apply lengths, nth_In. Qed.

Lemma only_itself t h : t < size G -> h < size G -> response G t h = response G t t -> h = t.
Proof.
  intros Ht Hh E. change (Rules.response R (word_at t) (word_at h) = Rules.response R (word_at t)
    (word_at t)) in E. apply NoDup_nth with (d := []) (l := guesses); auto. change (word_at h = word_at t).
  assert (length (word_at t) = length (word_at h)) as El by (transitivity len; [|symmetry]; now apply code_length).
  assert (in_place (word_at t) (word_at h) = length (word_at t) -> word_at h = word_at t) as K
    by now apply in_place_self.
  destruct R as [m| | |]; [now destruct (untiled m)|..]; simpl in E.
  1, 2: apply pegs_injective in E as [E _]; apply K; now rewrite E, in_place_same.
  destruct (word_eq_dec (word_at t) (word_at h)) as [Ew|_]; [now symmetry|].
  destruct (word_eq_dec (word_at t) (word_at t)) as [_|N]; [|congruence].
  apply pegs_injective in E as [E _]. apply K. rewrite <- E. pose proof (in_place_le (word_at t) (word_at h)). lia.
Qed.

(** A response depends on the two numbers. *)
Lemma same_response t h u k : length t = len -> length h = len -> length u = len -> length k = len ->
  in_place t h = in_place u k -> shared t h = shared u k -> Rules.response R t h = Rules.response R u k.
Proof.
  intros Ht Hh Hu Hk Ep Es. destruct R as [m| | |]; [now destruct (untiled m)|..]; simpl; [now rewrite Ep, Es|
    now rewrite Ep|].
  assert (t = h <-> u = k) as E.
  { assert (forall a b : word, length a = len -> length b = len -> a = b <-> in_place a b = len) as K.
    { intros a b Ha Hb. split; [intros <-; now rewrite in_place_same|]. intros E. symmetry.
      apply in_place_self; congruence. }
    rewrite (K t h), (K u k), Ep by assumption. reflexivity. }
  destruct (word_eq_dec t h), (word_eq_dec u k); try tauto; congruence.
Qed.

(** All but one place alike: no letters are shared besides. *)
Lemma one_off (t h : word) : length t = length h -> S (in_place t h) = length t -> exists u a b,
  a <> b /\ Permutation t (a :: u) /\ Permutation h (b :: u).
Proof.
  revert h. induction t as [|x t IH]; intros [|y h] H E; try discriminate. injection H as H. simpl in E.
  destruct (Nat.eqb_spec x y) as [->|N].
  - destruct (IH h H) as (u & a & b & Nab & Pt & Ph); [lia|]. exists (y :: u), a, b. split; [exact Nab|].
    split; [rewrite Pt|rewrite Ph]; apply perm_swap.
  - exists t, x, y. rewrite (in_place_self t h); [auto|exact H|lia].
Qed.

Lemma shared_same (w : word) : shared w w = length w.
Proof. induction w as [|a w IH]; simpl; [auto|]. rewrite Nat.eqb_refl. simpl. now rewrite IH. Qed.

Lemma one_off_shared (t h : word) : length t = length h -> S (in_place t h) = length t -> shared t h <= in_place t h.
Proof.
  intros H E. destruct (one_off t h H E) as (u & a & b & N & Pt & Ph). rewrite (shared_permutation _ _ _ _ Pt Ph).
  apply Permutation_length in Pt. simpl length in Pt. enough (shared (a :: u) (b :: u) = shared u u) as ->
    by (rewrite shared_same; lia).
  set (cs := nodup Nat.eq_dec (a :: u)). assert (NoDup cs) as Hd by apply NoDup_nodup.
  rewrite (shared_sum cs (a :: u)), (shared_sum cs u u); auto.
  - f_equal. apply map_ext. intros c. simpl. destruct (Nat.eqb_spec c a), (Nat.eqb_spec c b); subst; lia.
  - intros x Hx. apply nodup_In. now right.
  - intros x Hx. now apply nodup_In.
Qed.

Lemma number_listed t h : length t = len -> length h = len -> t <> h -> In (number_of_pegs t h) other_numbers.
Proof.
  intros Ht Hh N. assert (in_place t h < len) as Hp.
  { pose proof (in_place_le t h). destruct (Nat.eq_dec (in_place t h) len) as [E|]; [|lia].
    destruct N. symmetry. apply in_place_self; congruence. }
  pose proof (shared_le t h) as Hs. rewrite Ht in Hs. unfold number_of_pegs, other_numbers. cbv zeta.
  assert (In (in_place t h * S len + (shared t h - in_place t h)) (flat_map (fun b => map (fun w => b * S len + w)
    (seq 0 (if S b =? len then 1 else S (len - b)))) (seq 0 len))) as K.
  { apply in_flat_map. exists (in_place t h). split; [apply in_seq; lia|].
    apply (in_map (fun w => in_place t h * S len + w)), in_seq.
    destruct (Nat.eqb_spec (S (in_place t h)) len) as [E|]; [|lia].
    pose proof (one_off_shared t h). rewrite Ht, Hh in *. lia. }
  destruct R; auto; [apply in_seq; lia|]. destruct (same t h) eqn:E; [now apply same_spec in E|]. apply in_seq. lia.
Qed.

(** A map that changes no response, and keeps a set of codes. *)
Definition symmetry (f : place -> place) : Prop :=
  (forall x, x < size G -> f x < size G) /\
  forall t h, t < size G -> h < size G -> response G (f t) (f h) = response G t h.

Lemma symmetry_injective f x y : symmetry f -> x < size G -> y < size G -> f x = f y -> x = y.
Proof.
  intros [_ Hr] Hx Hy E. apply (only_itself y x Hy Hx). rewrite <- (Hr y x Hy Hx), <- (Hr y y Hy Hy). now rewrite E.
Qed.

Fixpoint moved (f : place -> place) (s : strategy) : strategy :=
  match s with GiveUp => GiveUp | Guess t next => Guess (f t) (fun p => moved f (next p)) end.

Lemma moved_wins f n s (A : place -> Prop) h : symmetry f -> h < size G -> wins G n s A h ->
  wins G n (moved f s) (fun _ => True) (f h) /\ turns G n (moved f s) (f h) = turns G n s h.
Proof.
  intros Hf Hh. pose proof Hf as [Hs Hr]. revert s A.
  induction n as [|n IH]; intros s A H; [destruct H|]. destruct s as [|t next]; [destruct H|].
  destruct H as (Ht & _ & H). cbn [moved wins turns]. rewrite (Hr t h Ht Hh).
  destruct (Nat.eqb_spec t h) as [->|N].
  - rewrite Nat.eqb_refl. auto.
  - destruct H as [E|H]; [contradiction|]. destruct (IH _ _ H) as [Hw Ht'].
    destruct (Nat.eqb_spec (f t) (f h)) as [E|_]; [destruct N; now apply (symmetry_injective f)|].
    rewrite Ht'. repeat split; auto. right. eapply wins_mono; [reflexivity| |exact Hw]. intros x _. now split.
Qed.

Lemma free r x : allowed G r x = true.
Proof. unfold allowed. apply forallb_forall. reflexivity. Qed.

Section Set_.
Variables (r : list fact) (L : list place).
Hypotheses (Hd : NoDup L) (HL : forall x, In x L -> x < size G).

Lemma kept_words f : symmetry f -> (forall x, In x L -> In (f x) L) -> Permutation (map f L) L.
Proof.
  intros Hf Hk. apply NoDup_Permutation_bis.
  - clear Hk. induction L as [|x M IH]; simpl; constructor; inversion Hd; subst.
    + intros Hi. apply in_map_iff in Hi as (y & E & Hy). assert (y = x); [|now subst].
      apply (symmetry_injective f); auto using in_eq, in_cons.
    + apply IH; auto using in_cons.
  - now rewrite map_length.
  - intros y Hy. apply in_map_iff in Hy as (x & <- & Hx). auto.
Qed.

Lemma alike_moved f t : symmetry f -> (forall x, In x L -> In (f x) L) -> t < size G -> alike G r L t (f t).
Proof.
  intros Hf Hk Ht. split; [now apply Hf|]. intros n next (A & _ & Hw). pose proof (kept_words f Hf Hk) as HP.
  assert (forall h, In h L -> wins G n (moved f (Guess t next)) (fun _ => True) (f h) /\
    turns G n (moved f (Guess t next)) (f h) = turns G n (Guess t next) h) as K.
  { intros h Hh. apply (moved_wins f n _ A h Hf); auto. }
  exists (fun p => moved f (next p)). split.
  - exists (fun _ => True). split; [intros x _; apply free|]. intros h Hh.
    eapply Permutation_in in Hh; [|symmetry; exact HP]. apply in_map_iff in Hh as (x & <- & Hx). now apply K.
  - rewrite <- HP, map_map at 1. erewrite map_ext_in; [reflexivity|]. intros h Hh. now apply K.
Qed.

(** Two guesses to which each code of the set gives the same response. *)
Lemma alike_twin t u : t < size G -> u < size G -> (forall h, In h L -> response G t h = response G u h) ->
  alike G r L t u.
Proof.
  intros Ht Hu E. split; [exact Hu|]. intros n next (A & _ & Hw).
  assert (forall x, In x L -> t = x <-> u = x) as Es.
  { assert (forall t u, t < size G -> u < size G -> (forall h, In h L -> response G t h = response G u h) ->
      forall x, In x L -> t = x -> u = x) as K; [|intros x Hx; split; [now apply (K t u)|]].
    2: { apply (K u t); auto. intros h Hh. symmetry. auto. }
    { clear t u Ht Hu E Hw. intros t u Ht Hu E x Hx <-. symmetry. apply (only_itself u t Hu Ht). specialize (E t Hx).
      rewrite <- E. assert (length (word_at t) = length (word_at u)) as El
        by (transitivity len; [|symmetry]; now apply code_length).
      apply same_response; try now apply code_length.
      - now rewrite !in_place_same.
      - now rewrite !shared_same. } }
  assert (forall h, In h L -> wins G n (Guess u next) (fun _ => True) h /\
    turns G n (Guess u next) h = turns G n (Guess t next) h) as K.
  { intros h Hh. specialize (Hw h Hh). destruct n as [|n]; [destruct Hw|]. destruct Hw as (_ & _ & Hw).
    cbn [wins turns].
    rewrite <- (E h Hh). specialize (Es h Hh). destruct (Nat.eqb_spec t h) as [Et|Nt], (Nat.eqb_spec u h) as [Eu|Nu];
      try tauto. destruct Hw as [?|Hw]; [contradiction|]. repeat split; auto. right.
    eapply wins_mono; [reflexivity| |exact Hw]. now intros x _. }
  exists next. split.
  - exists (fun _ => True). split; [intros x _; apply free|]. intros h Hh. now apply K.
  - erewrite map_ext_in; [reflexivity|]. intros h Hh. now apply K.
Qed.

(** What a symmetry does can be undone. *)
Lemma undone f : symmetry f -> (forall x, In x L -> In (f x) L) ->
  exists g, symmetry g /\ (forall x, In x L -> In (g x) L) /\ forall x, x < size G -> g (f x) = x.
Proof.
  intros Hf Hk. pose proof Hf as [Hs Hr]. set (g := fun y => match find (fun x => f x =? y) (seq 0 (size G)) with
    Some x => x | None => 0 end).
  assert (forall x, x < size G -> g (f x) = x) as Hg.
  { intros x Hx. unfold g. destruct (find _ _) as [y|] eqn:E.
    - apply find_some in E as [Hy E]. apply Nat.eqb_eq in E. apply in_seq in Hy.
      apply (symmetry_injective f); [exact Hf|lia|exact Hx|exact E].
    - apply find_none with (x := x) in E; [now rewrite Nat.eqb_refl in E|]. apply in_seq. lia. }
  assert (forall y, y < size G -> exists x, x < size G /\ f x = y) as Onto.
  { assert (Permutation (map f (seq 0 (size G))) (seq 0 (size G))) as HP.
    { apply NoDup_Permutation_bis; [|now rewrite map_length|].
      - assert (forall xs, NoDup xs -> (forall x, In x xs -> x < size G) -> NoDup (map f xs)) as K.
        { induction xs as [|x xs IH]; simpl; intros Hn Hx; constructor; inversion Hn; subst.
          - intros Hi. apply in_map_iff in Hi as (y & E & Hy). assert (y = x); [|now subst].
            apply (symmetry_injective f); auto.
          - apply IH; auto. }
        apply K; [apply seq_NoDup|]. intros x Hx. apply in_seq in Hx. lia.
      - intros y Hy. apply in_map_iff in Hy as (x & <- & Hx). apply in_seq in Hx. apply in_seq.
        split; [lia|]. apply Hs. lia. }
    intros y Hy. assert (In y (map f (seq 0 (size G)))) as Hi.
    { eapply Permutation_in; [symmetry; exact HP|]. apply in_seq. lia. }
    apply in_map_iff in Hi as (x & E & Hx). apply in_seq in Hx. exists x. split; [lia|exact E]. }
  exists g. repeat split; auto.
  - intros y Hy. destruct (Onto y Hy) as (x & Hx & <-). now rewrite Hg.
  - intros t h Ht Hh. destruct (Onto t Ht) as (t' & Ht' & <-), (Onto h Hh) as (h' & Hh' & <-).
    rewrite !Hg by auto. symmetry. now apply Hr.
  - intros y Hy. pose proof (kept_words f Hf Hk) as HP. eapply Permutation_in in Hy; [|symmetry; exact HP].
    apply in_map_iff in Hy as (x & <- & Hx). rewrite Hg; auto.
Qed.

Definition both_ways (t u : place) : Prop := alike G r L t u /\ alike G r L u t.

Lemma both_ways_trans t u v : both_ways t u -> both_ways u v -> both_ways t v.
Proof. intros [H1 H2] [H3 H4]. split; eapply alike_trans; eauto. Qed.

Lemma both_ways_moved f t : symmetry f -> (forall x, In x L -> In (f x) L) -> t < size G -> both_ways t (f t).
Proof.
  intros Hf Hk Ht. split; [now apply alike_moved|]. destruct (undone f Hf Hk) as (g & Hg & Hkg & E).
  rewrite <- (E t Ht) at 2. apply alike_moved; auto. now apply Hf.
Qed.

Lemma both_ways_twin t u : t < size G -> u < size G -> (forall h, In h L -> response G t h = response G u h) ->
  both_ways t u.
Proof. intros Ht Hu E. split; apply alike_twin; auto. intros h Hh. symmetry. auto. Qed.

Definition right_class (class : place -> place) : Prop := forall t, t < size G -> both_ways t (class t).

(** What holds of codes and their images holds of codes and their classes. *)
Lemma settled (E : place -> place -> Prop) fuel maps class : (forall t u v, E t u -> E u v -> E t v) ->
  (forall f t, In f maps -> t < size G -> f t < size G /\ E t (f t)) ->
  (forall t, t < size G -> class t < size G /\ E t (class t)) ->
  forall t, t < size G -> settle (length guesses) fuel maps class t < size G /\
    E t (settle (length guesses) fuel maps class t).
Proof.
  intros Htrans Hm. revert class. induction fuel as [|fuel IH]; intros class Hc; simpl; [exact Hc|].
  destruct (forallb _ _); [exact Hc|]. apply IH. intros t Ht. unfold better, table.
  assert (class (class t) < size G /\ E t (class (class t))) as H0.
  { destruct (Hc t Ht) as [Hs He], (Hc (class t) Hs) as [Hs' He']. split; [exact Hs'|]. eapply Htrans; eauto. }
  clear IH. revert H0. generalize (class (class t)) as u. induction maps as [|f maps IHm]; simpl; intros u Hu;
    [exact Hu|].
  apply IHm; [intros g x Hg; apply Hm; now right|].
  destruct (Nat.min_spec u (class (f t))) as [[_ ->]|[_ ->]]; [exact Hu|].
  destruct (Hm f t (or_introl eq_refl) Ht) as [Hf He], (Hc (f t) Hf) as [Hf' He']. split; [exact Hf'|].
  eapply Htrans; eauto.
Qed.

Lemma settle_right fuel maps class : (forall f, In f maps -> symmetry f /\ forall x, In x L -> In (f x) L) ->
  right_class class -> right_class (settle (length guesses) fuel maps class).
Proof.
  intros Hm Hc t Ht. apply (settled both_ways fuel maps class); [exact both_ways_trans| | |exact Ht].
  - intros f u Hf Hu. destruct (Hm f Hf) as [Hs Hk]. split; [now apply Hs|now apply both_ways_moved].
  - intros u Hu. split; [now destruct (Hc u Hu) as [[? _] _]|auto].
Qed.
End Set_.

Lemma map_of_symmetry c f : map_of word_at (place_in guesses) c = Some f -> symmetry f.
Proof.
  unfold map_of, table. destruct (_ && _) eqn:E; [|discriminate]. intros [= <-].
  apply andb_prop in E as [Hp Hall]. rewrite forallb_forall in Hall.
  assert (forall x, x < size G -> place_in guesses (changed c (word_at x)) < size G /\
    word_at (place_in guesses (changed c (word_at x))) = changed c (word_at x)) as K.
  { intros x Hx. assert (In x (seq 0 (length guesses))) as Hi by (apply in_seq; split; [lia|exact Hx]).
    specialize (Hall x Hi). apply andb_prop in Hall as [H1 H2]. apply Nat.ltb_lt in H1. apply same_spec in H2. auto. }
  split; [intros x Hx; now apply K|]. intros t h Ht Hh. destruct (K t Ht) as [_ Et], (K h Hh) as [_ Eh].
  change (Rules.response R (word_at (place_in guesses (changed c (word_at t))))
    (word_at (place_in guesses (changed c (word_at h)))) = Rules.response R (word_at t) (word_at h)).
  rewrite Et, Eh. destruct (changed_pegs len c (word_at t) (word_at h) Hp) as [E1 E2]; [now apply code_length..|].
  apply same_response; [rewrite <- Et; apply code_length, K, Ht|rewrite <- Eh; apply code_length, K, Hh|
    now apply code_length..|exact E1|exact E2].
Qed.

Lemma map_of_changed c f x : map_of word_at (place_in guesses) c = Some f -> x < size G ->
  permutes len c = true /\ f x < size G /\ word_at (f x) = changed c (word_at x).
Proof.
  unfold map_of, table. destruct (_ && _) eqn:E; [|discriminate]. intros [= <-] Hx.
  apply andb_prop in E as [Hp Hall]. rewrite forallb_forall in Hall.
  assert (In x (seq 0 (length guesses))) as Hi by (apply in_seq; split; [lia|exact Hx]).
  specialize (Hall x Hi). apply andb_prop in Hall as [H1 H2]. apply Nat.ltb_lt in H1. apply same_spec in H2. auto.
Qed.

(** The classes by maps that leave played words as they are. *)
Lemma first_equivalent_right played cs r L t : NoDup L -> (forall x, In x L -> x < size G) -> t < size G ->
  let u := first_equivalent G played cs L t in
  u < size G /\ both_ways r L t u /\
  ((forall w, In w played -> length w = len) -> equivalent played (word_at t) (word_at u)).
Proof.
  intros Hd HL Ht. cbv zeta. set (E t u := both_ways r L t u /\
    ((forall w, In w played -> length w = len) -> equivalent played (word_at t) (word_at u))).
  refine (settled E 100 _ (fun t => t) _ _ _ t Ht).
  - intros x y z [H1 H2] [H3 H4]. split; [now apply both_ways_trans with y|]. intros Hl.
    eapply equivalent_trans; eauto.
  - intros f x Hf Hx. apply in_flat_map in Hf as (c & Hc & Hf). unfold remember in *.
    apply filter_In in Hc as [Hc Hfix]. apply filter_In in Hc as [_ Hc].
    destruct (map_of (array guesses []) (place_in guesses) c) as [g|] eqn:Eg; [|destruct Hf].
    destruct Hf as [<-|[]]. destruct (map_of_changed c g x Eg Hx) as (Hp & Hs & Ew). split; [exact Hs|]. split.
    + apply both_ways_moved; auto; [eapply map_of_symmetry; eauto|]. rewrite forallb_forall in Hc.
      intros y Hy. specialize (Hc y Hy). apply existsb_exists in Hc as (z & Hz & Ez). apply Nat.eqb_eq in Ez. now subst.
    + intros _. rewrite Ew. apply (equivalent_changed played len); [exact Hp|now apply code_length|].
      intros w Hw. rewrite forallb_forall in Hfix. now apply same_spec, Hfix.
  - intros x Hx. split; [exact Hx|]. split; [split; now apply alike_same|]. intros Hl. apply equivalent_refl.
    intros w Hw. rewrite (code_length x Hx). auto.
Qed.

Lemma in_colours L x a : In x L -> In a (word_at x) -> In a (colours_of word_at L).
Proof.
  unfold colours_of. set (add := fun cs (a : letter) => if existsb (Nat.eqb a) cs then cs else a :: cs).
  assert (forall cs b, In b (add cs b) /\ incl cs (add cs b)) as K.
  { intros cs b. unfold add. destruct (existsb (Nat.eqb b) cs) eqn:E; [|split; [now left|auto using incl_tl,
    incl_refl]].
    apply existsb_exists in E as (c & Hc & E). apply Nat.eqb_eq in E. subst. split; [exact Hc|apply incl_refl]. }
  assert (forall w cs, incl cs (fold_left add w cs) /\ incl w (fold_left add w cs)) as K1.
  { induction w as [|c w IH]; simpl; intros cs; [split; [apply incl_refl|easy]|].
    destruct (IH (add cs c)) as [H1 H2], (K cs c) as [H3 H4].
    split; [exact (incl_tran H4 H1)|]. intros b [<-|Hb]; auto. }
  intros Hx Ha. assert (forall xs cs, In a cs \/ In x xs ->
    In a (fold_left (fun cs x => fold_left add (word_at x) cs) xs cs)) as K2; [|apply K2; now right].
  induction xs as [|y xs IH]; simpl; intros cs H; [tauto|]. apply IH. destruct (K1 (word_at y) cs) as [H1 H2].
  destruct H as [H|[->|H]]; auto.
Qed.

Theorem pegs_lawful : lawful G.
Proof.
  split; try easy.
  - exact only_itself.
  - intros t a b Ht Ha Hb. change (number_of_pegs (word_at t) (word_at a) = number_of_pegs (word_at t) (word_at b) <->
      Rules.response R (word_at t) (word_at a) = Rules.response R (word_at t) (word_at b)).
    unfold number_of_pegs. pose proof (shared_le (word_at t) (word_at a)) as Ha1.
    pose proof (shared_le (word_at t) (word_at b)) as Hb1. rewrite (code_length t Ht) in Ha1, Hb1.
    pose proof (code_length t Ht) as Lt. pose proof (code_length a Ha) as La. pose proof (code_length b Hb) as Lb.
    rename len into n. destruct R as [m| | |]; [now destruct (untiled m)|..]; simpl.
    + set (i := in_place (word_at t) (word_at a)) in *. set (j := in_place (word_at t) (word_at b)) in *. split.
      * intros E. apply two_digits in E as [E1 E2]; [exact (f_equal2 pegs E1 E2)|lia..].
      * intros E. apply pegs_injective in E as [E1 E2]. exact (f_equal2 (fun x y => x * S n + y) E1 E2).
    + split; [now intros ->|]. intros E. now apply pegs_injective in E as [E _].
    + assert (forall w : word, length w = n -> word_at t <> w -> 0 < n) as K.
      { intros w Hw N. destruct n; [|lia]. destruct N. now rewrite (proj1 (length_zero_iff_nil _) Lt),
          (proj1 (length_zero_iff_nil _) Hw). }
      unfold same. destruct (word_eq_dec (word_at t) (word_at a)) as [Ea|Na],
        (word_eq_dec (word_at t) (word_at b)) as [Eb|Nb]; split; intros E; try apply pegs_injective in E as [E E'];
        rewrite ?Lt in *; try specialize (K _ La Na); try specialize (K _ Lb Nb); try lia; auto.
  - intros t L Ht HL. apply NoDup_incl_length; [apply NoDup_nodup|]. intros k Hk. rewrite nodup_In in Hk.
    apply in_map_iff in Hk as (h & <- & Hh). destruct (HL h Hh) as [Hs N].
    change (column G h t) with (number_of_pegs (word_at t) (word_at h)). apply number_listed; try now apply code_length.
    intros E. apply N. now apply NoDup_nth with (d := []) (l := guesses).
  - intros r x Hx _. apply in_seq. split; [lia|exact Hx].
  - intros cs r L t Hd HL Ht. change (both_ways r L t (first_alike G cs L t)). revert t Ht.
    refine (settle_right r L Hd HL 100 _ _ _ _).
    + intros f Hf. apply in_flat_map in Hf as (c & Hc & Hf). apply filter_In in Hc as [_ Hc].
      unfold remember in *. destruct (map_of (array guesses []) (place_in guesses) c) as [g|] eqn:E; [|destruct Hf].
      destruct Hf as [<-|[]].
      split; [eapply map_of_symmetry; eauto|]. rewrite forallb_forall in Hc. intros x Hx. specialize (Hc x Hx).
      apply existsb_exists in Hc as (y & Hy & Ey). apply Nat.eqb_eq in Ey. now subst.
    + intros t Ht. unfold twin, table. set (occurs := fun a => existsb (Nat.eqb a) (colours_of _ L)).
      assert (forall u, (u <? length guesses) && same_but occurs (word_at t) (word_at u) = true -> both_ways r L t u)
        as K.
      { intros u Hu. apply andb_prop in Hu as [Hu Hb]. apply Nat.ltb_lt in Hu. apply both_ways_twin; auto.
        intros h Hh. change (Rules.response R (word_at t) (word_at h) = Rules.response R (word_at u)
          (word_at h)).
        destruct (same_but_pegs occurs _ _ (word_at h) Hb) as [E1 E2].
        - intros a Ha. unfold occurs. apply existsb_exists. exists a. split; [|apply Nat.eqb_refl].
          eapply in_colours; eauto.
        - apply same_response; try assumption; apply code_length; auto. }
      cbv zeta.
      do 2 match goal with |- both_ways _ _ _ (if ?good then _ else _) => destruct good eqn:?; [now apply K|] end.
      split; now apply alike_same.
  - intros played cs r L t Hd HL Ht. now apply (first_equivalent_right played cs r L t).
Qed.
End Pegs.
