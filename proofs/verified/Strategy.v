(** Rule "strategy": a tree of guesses, written in preorder, is replayed on all words that may be hidden. *)
From Coq Require Import List Arith Bool Lia Permutation Sorted.
From Verified Require Import Rules Facts Tables Game.
Import ListNotations.

Section Strategy.
Variable G : game.

(** ** The check *)

(** The cells of a set under a guess, by ascending number of the response. *)
Definition cells_of (t : place) (L : list place) : list (nat * list place) :=
  fold_right (fun h => insert (response_number G t h) h) [] L.

(** Replay on each cell what [f] replays on a set: the costs of all words, and the steps that remain. *)
Fixpoint each (f : list place -> list place -> option (list nat * list place))
    (cells : list (nat * list place)) (steps : list place) : option (list nat * list place) :=
  match cells with
  | [] => Some ([], steps)
  | (_, L) :: cells =>
      match f L steps with
      | None => None
      | Some (costs, steps) =>
          match each f cells steps with
          | None => None
          | Some (more, steps) => Some (map S costs ++ more, steps)
          end
      end
  end.

Definition fixed_after (t : place) (r : list fact) (L : list place) : list fact :=
  match L with [] => r | h :: _ => shown G t h ++ r end.

(** With [n] guesses left and the facts [r] fixed, find each word of [L]. *)
Fixpoint replay (n : nat) (r : list fact) (L steps : list place) : option (list nat * list place) :=
  match n with
  | 0 => None
  | S n =>
      match L, steps with
      | [], _ => None
      | [h], _ => if allowed G r h then Some ([1], steps) else None
      | _, [] => None
      | _, t :: steps =>
          if (t <? size G) && allowed G r t then
            match each (fun C => replay n (fixed_after t r C) C)
                    (cells_of t (filter (fun h => negb (t =? h)) L)) steps with
            | None => None
            | Some (costs, steps) => Some (map (fun _ => 1) (filter (fun h => t =? h) L) ++ costs, steps)
            end
          else None
      end
  end.

Definition first_guess (L steps : list place) : option place :=
  match L, steps with [h], _ => Some h | _, t :: _ => Some t | _, [] => None end.

(** ** What it proves *)

Definition all_words (cells : list (nat * list place)) : list place := concat (map snd cells).

Lemma insert_words n h cells : Permutation (all_words (insert n h cells)) (h :: all_words cells).
Proof.
  induction cells as [|(m, L) cells IH]; simpl; [reflexivity|]. unfold all_words in *.
  destruct (n =? m); [reflexivity|]. destruct (n <? m); [reflexivity|]. simpl. rewrite IH.
  symmetry. apply Permutation_middle.
Qed.

Lemma cells_words t L : Permutation L (all_words (cells_of t L)).
Proof. induction L as [|h L IH]; simpl; [reflexivity|]. now rewrite insert_words, <- IH. Qed.

(** Each cell has the words of one response; no two cells have the same one. *)
Definition are_cells (t : place) (cells : list (nat * list place)) : Prop :=
  StronglySorted (fun x y => fst x < fst y) cells /\
  forall n L, In (n, L) cells -> L <> [] /\ forall h, In h L -> response_number G t h = n.

Lemma insert_numbers (P : nat -> Prop) n h cells : P n ->
  Forall (fun c => P (fst c)) cells -> Forall (fun c => P (fst c)) (insert n h cells).
Proof.
  intros Hn H. induction H as [|(m, L) cells Hm H IH]; simpl; auto.
  destruct (n =? m); [auto|]. destruct (n <? m); auto.
Qed.

Lemma insert_cells t h cells : are_cells t cells -> are_cells t (insert (response_number G t h) h cells).
Proof.
  intros [Hs Hc]. set (n := response_number G t h). split.
  - induction Hs as [|(m, L) cells Hs IH Hm]; simpl; [repeat constructor|].
    assert (forall k M, In (k, M) cells -> M <> [] /\ forall x, In x M -> response_number G t x = k) as Hc'.
    { intros k M Hi. apply Hc. now right. }
    destruct (Nat.eqb_spec n m) as [->|N]; [now constructor|].
    destruct (Nat.ltb_spec n m) as [Hlt|Hge]; constructor; auto.
    + now constructor.
    + constructor; [exact Hlt|]. eapply Forall_impl; [|exact Hm]. simpl. lia.
    + apply insert_numbers; simpl; [lia|exact Hm].
  - clear Hs. induction cells as [|(m, L) cells IH]; simpl.
    + intros k M [[= <- <-]|[]]. split; [discriminate|]. intros x [<-|[]]. reflexivity.
    + assert (forall k M, In (k, M) cells -> M <> [] /\ forall x, In x M -> response_number G t x = k) as Hc'.
      { intros k M Hi. apply Hc. now right. }
      destruct (Hc m L (or_introl eq_refl)) as [HL Hm].
      destruct (Nat.eqb_spec n m) as [E|N]; [|destruct (n <? m)].
      * intros k M [[= <- <-]|Hi]; [|auto]. split; [discriminate|]. intros x [<-|Hx]; auto.
      * intros k M [[= <- <-]|[[= <- <-]|Hi]]; auto. split; [discriminate|]. intros x [<-|[]]. reflexivity.
      * intros k M [[= <- <-]|Hi]; auto.
Qed.

Lemma cells_of_cells t L : are_cells t (cells_of t L).
Proof.
  induction L as [|h L IH]; [split; [constructor|intros n L []]|]. now apply insert_cells.
Qed.

Lemma split_words (P : place -> bool) L : Permutation L (filter P L ++ filter (fun h => negb (P h)) L).
Proof.
  induction L as [|h L IH]; simpl; [reflexivity|]. destruct (P h); simpl; [now constructor|].
  etransitivity; [constructor; exact IH|]. apply Permutation_middle.
Qed.

Hypothesis laws : lawful G.

(** [s] finds each word of [L], at these costs. *)
Definition achieves (n : nat) (s : strategy) (A : place -> Prop) (L : list place) (costs : list nat) : Prop :=
  (forall h, In h L -> wins G n s A h) /\ Permutation (map (turns G n s) L) costs.

Lemma each_sound n t (A : place -> Prop) f cells steps costs rest : t < size G ->
  each f cells steps = Some (costs, rest) ->
  (forall k L, In (k, L) cells -> forall h, In h L -> h < size G) -> are_cells t cells ->
  (forall k L steps costs rest, In (k, L) cells -> f L steps = Some (costs, rest) ->
    exists s, forall h, In h L -> achieves n s (keep G A t (response G t h)) L costs) ->
  exists next, (forall h, In h (all_words cells) -> wins G n (next (response G t h)) (keep G A t (response G t h)) h) /\
    Permutation (map (fun h => S (turns G n (next (response G t h)) h)) (all_words cells)) costs.
Proof.
  intros Ht. revert steps costs rest.
  induction cells as [|(k, L) cells IH]; simpl; intros steps costs rest H Hb [Hs Hc] Hf.
  - injection H as <- <-. exists (fun _ => GiveUp). split; [intros h []|reflexivity].
  - destruct (f L steps) as [(c1, st1)|] eqn:E1; [|discriminate].
    destruct (each f cells st1) as [(c2, st2)|] eqn:E2; [|discriminate]. injection H as <- <-.
    inversion Hs as [|? ? Hs' Hk]; subst. rewrite Forall_forall in Hk.
    assert (are_cells t cells) as Hcells.
    { split; [exact Hs'|]. intros m M Hi. apply Hc. now right. }
    destruct (IH st1 c2 st2) as (next & Hn & Pn); eauto.
    destruct (Hf k L steps c1 st1 (or_introl eq_refl) E1) as (s & Hw).
    destruct (Hc k L (or_introl eq_refl)) as [Hne Hcol]. destruct L as [|h0 L]; [now destruct Hne|].
    set (p := response G t h0).
    assert (forall h, In h (h0 :: L) -> response G t h = p) as Hin.
    { intros h Hh. apply (numbers G laws); eauto using in_eq. rewrite (Hcol h Hh). symmetry. apply Hcol. now left. }
    assert (forall h, In h (all_words cells) -> response G t h <> p) as Hout.
    { intros h Hh E. apply in_concat in Hh as (M & HM & Hh). apply in_map_iff in HM as ((m & M') & [= <-] & HM).
      specialize (Hk (m, M') HM). simpl in Hk. destruct (Hc m M' (or_intror HM)) as [_ Hm].
      apply (numbers G laws) in E; eauto using in_eq. rewrite (Hm h Hh), (Hcol h0 (or_introl eq_refl)) in E. lia. }
    exists (fun q => if pattern_eq_dec q p then s else next q). 
    change (all_words ((k, h0 :: L) :: cells)) with ((h0 :: L) ++ all_words cells). split.
    + intros h Hh. apply in_app_or in Hh as [Hh|Hh].
      * destruct (pattern_eq_dec _ p) as [_|N]; [now apply (Hw h Hh)|destruct (N (Hin h Hh))].
      * destruct (pattern_eq_dec _ p) as [E|_]; [destruct (Hout h Hh E)|auto].
    + rewrite map_app. apply Permutation_app.
      * destruct (Hw h0 (or_introl eq_refl)) as [_ Pc]. rewrite <- Pc, map_map.
        erewrite map_ext_in; [reflexivity|]. intros h Hh. simpl.
        destruct (pattern_eq_dec _ p) as [_|N]; [auto|destruct (N (Hin h Hh))].
      * rewrite <- Pn. erewrite map_ext_in; [reflexivity|]. intros h Hh. simpl.
        destruct (pattern_eq_dec _ p) as [E|_]; [destruct (Hout h Hh E)|auto].
Qed.

Theorem replay_sound n r L steps costs rest : (forall h, In h L -> h < size G) ->
  replay n r L steps = Some (costs, rest) ->
  forall A : place -> Prop, (forall x, x < size G -> allowed G r x = true -> A x) ->
  exists t next, first_guess L steps = Some t /\ achieves n (Guess t next) A L costs.
Proof.
  revert r L steps costs rest. induction n as [|n IH]; simpl; intros r L steps costs rest HL H A HA; [discriminate|].
  assert (forall h, L = [h] -> allowed G r h = true -> costs = [1] ->
    exists t next, first_guess L steps = Some t /\ achieves (S n) (Guess t next) A L costs) as One.
  { intros h -> Ha ->. exists h, (fun _ => GiveUp). assert (h < size G) by (apply HL; now left).
    split; [reflexivity|]. split; simpl.
    - intros x [<-|[]]. auto.
    - now rewrite Nat.eqb_refl. }
  destruct L as [|a [|b L]]; [discriminate| |].
  { destruct (allowed G r a) eqn:E; [injection H as <- _; eauto|discriminate]. }
  clear One. destruct steps as [|t steps]; [discriminate|]. set (L0 := a :: b :: L) in *.
  destruct (_ && _) eqn:E; [|discriminate]. apply andb_prop in E as [Ht At]. apply Nat.ltb_lt in Ht.
  set (M := filter (fun h => negb (t =? h)) L0) in *.
  destruct (each _ _ _) as [(cs, st)|] eqn:Ee; [|discriminate]. injection H as <- <-.
  pose proof (cells_words t M) as PM.
  assert (forall h, In h (all_words (cells_of t M)) -> In h L0 /\ t <> h) as Hwords.
  { intros h Hh. eapply Permutation_in in Hh; [|symmetry; exact PM]. apply filter_In in Hh as [? N].
    split; auto. now apply negb_true_iff, Nat.eqb_neq in N. }
  assert (forall k C h, In (k, C) (cells_of t M) -> In h C -> h < size G) as Hsize.
  { intros k C h Hi Hh. apply HL, Hwords. apply in_concat. exists C. split; auto.
    apply in_map_iff. exists (k, C). auto. }
  destruct (each_sound n t A _ _ _ _ _ Ht Ee (fun k C Hi h => Hsize k C h Hi) (cells_of_cells t M))
    as (next & Hn & Pn).
  { intros k C st' c' rest' Hi Hr. destruct (cells_of_cells t M) as [_ Hc]. destruct (Hc k C Hi) as [Hne Hcol].
    destruct C as [|h0 C]; [now destruct Hne|].
    assert (forall h, In h (h0 :: C) -> response G t h = response G t h0) as Hp.
    { intros h Hh. apply (numbers G laws); eauto using in_eq. rewrite (Hcol h Hh). symmetry. apply Hcol. now left. }
    destruct (IH _ _ _ _ _ (fun h => Hsize k (h0 :: C) h Hi) Hr (keep G A t (response G t h0)))
      as (u & next & _ & Hach).
    - intros x Hx Hax. simpl in Hax. unfold allowed in Hax. rewrite forallb_app in Hax.
      apply andb_prop in Hax as [Hsh Hr'].
      split; [auto|]. apply (shown_keeps G laws); eauto using in_eq.
    - exists (Guess u next). intros h Hh. now rewrite (Hp h Hh). }
  exists t, next. split; [reflexivity|split].
  - intros h Hh. simpl. split; [auto|]. split; [auto|]. destruct (Nat.eq_dec t h) as [|N]; [now left|right]. apply Hn.
    eapply Permutation_in; [exact PM|]. apply filter_In. split; auto. now apply negb_true_iff, Nat.eqb_neq.
  - rewrite (split_words (fun h => t =? h) L0). fold M. rewrite map_app. apply Permutation_app.
    + erewrite map_ext_in; [reflexivity|]. intros h Hh. apply filter_In in Hh as [_ E]. simpl. now rewrite E.
    + rewrite <- Pn, <- PM. erewrite map_ext_in; [reflexivity|]. intros h Hh. apply filter_In in Hh as [_ E].
      apply negb_true_iff in E. simpl. now rewrite E.
Qed.

End Strategy.
