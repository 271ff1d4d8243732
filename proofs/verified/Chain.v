(** Rule "chain", for hard mode: an opponent answers each guess with the largest cell of the first set. Guesses that are
    allowed under B alone, and under C alone, don't both occur in such a game: so each case has weights of its own. *)
From Coq Require Import List Arith Bool Lia.
From Verified Require Import Rules Facts Game Weights.
Import ListNotations.

Section Chain.
Variable G : game.

(** The opponent's answer to [t]: the column's number that most words have, the smallest one among equals. *)
Fixpoint how_many (n : nat) (cols : list (place -> nat)) (t : place) : nat :=
  match cols with [] => 0 | c :: cols => (if c t =? n then 1 else 0) + how_many n cols t end.
Fixpoint largest (most best : nat) (rest cols : list (place -> nat)) (t : place) : nat :=
  match rest with
  | [] => best
  | c :: rest =>
      let n := c t in let k := how_many n cols t in
      if (most <? k) || ((most =? k) && (n <? best)) then largest k n rest cols t else largest most best rest cols t
  end.
Definition answer (cols : list (place -> nat)) (t : place) : nat := largest 0 0 cols cols t.

Inductive cases := By (ws : list nat) | Split (b c : list fact) (x y : cases).

(** [S] are the guesses of the case, with the answers. *)
Fixpoint cases_ok (g : nat) (L : list place) (cs : cases) (S : list (place * nat)) : bool :=
  match cs with
  | By ws =>
      let W := combine L ws in let cols := columns_of G W in
      (length ws =? length L) && (heaviest W <? sum_of W) &&
      let least := sum_of W - most_loss g W in
      forallb (fun tn => least <=? cell_weight (snd tn) cols (fst tn)) S
  | Split b c x y =>
      let under_b := having G b in let under_c := having G c in
      forallb under_b L && forallb under_c L &&
      cases_ok g L x (filter (fun tn => negb (under_b (fst tn)) || under_c (fst tn)) S) &&
      cases_ok g L y (filter (fun tn => negb (under_c (fst tn)) || under_b (fst tn)) S)
  end.

Definition chain_ok (g : nat) (r : list fact) (L : list place) (cs : cases) : bool :=
  reveals G && proper G L && (2 <=? g) &&
  let cols := map (column G) L in cases_ok g L cs (map (fun t => (t, answer cols t)) (candidates G r)).

Hypothesis laws : lawful G.
Section Node.
Variables (g : nat) (r : list fact) (L : list place).
Hypotheses (HL : forall x, In x L -> x < size G) (Hg : 2 <= g).

Let ans (t : place) : nat := answer (map (column G) L) t.

(** The words that are in all answers to the guesses [ts]. *)
Definition live (ts : list place) (h : place) : bool := forallb (fun t => cell G t (ans t) h) ts.

(** A restriction that each word of [L] has. *)
Definition common (b : list fact) : Prop := forall h, In h L -> allowed G b h = true.

(** The guesses [ts] belong to one case of every split. *)
Definition consistent (ts : list place) : Prop := forall b c, common b -> common c ->
  (forall t, In t ts -> allowed G b t = true -> allowed G c t = true) \/
  (forall t, In t ts -> allowed G c t = true -> allowed G b t = true).

(** So all of them belong to one [By], where none loses too much. *)
Lemma one_case ts cs S : consistent ts -> cases_ok g L cs S = true -> (forall t, In t ts -> In (t, ans t) S) ->
  exists W, map fst W = L /\ heaviest W + (g - 1) * most_loss g W < sum_of W /\
    forall t, In t ts -> sum_of W <= most_loss g W + weight (cell G t (ans t)) W.
Proof.
  intros Hc. revert S. induction cs as [ws|b c x IHx y IHy]; simpl; intros S H Ht.
  - rewrite !andb_true_iff, Nat.eqb_eq, Nat.ltb_lt, forallb_forall in H. destruct H as [[Hl Hh] H].
    exists (combine L ws). split; [|split].
    + clear - Hl. revert ws Hl. induction L as [|h L' IH]; intros [|w ws] H; try discriminate H; simpl; f_equal; auto.
    + now apply most_loss_spec.
    + intros t Hi. specialize (H _ (Ht t Hi)). apply Nat.leb_le in H. simpl in H. rewrite cell_weight_spec in H. lia.
  - rewrite !andb_true_iff, !forallb_forall in H. destruct H as [[[Hb Hcc] Hx] Hy].
    assert (forall d, (forall x, In x L -> having G d x = true) -> common d) as E.
    { intros d Hd h Hh. rewrite <- having_allowed. auto. }
    destruct (Hc b c (E b Hb) (E c Hcc)) as [K|K]; [apply (IHx _ Hx)|apply (IHy _ Hy)];
      intros t Hi; apply filter_In; split; auto; simpl; rewrite !having_allowed.
    + destruct (allowed G b t) eqn:Eb; simpl; auto.
    + destruct (allowed G c t) eqn:Ec; simpl; auto.
Qed.

Lemma weight_live W loss ts : (forall t, In t ts -> sum_of W <= loss + weight (cell G t (ans t)) W) ->
  sum_of W <= weight (live ts) W + length ts * loss.
Proof.
  induction ts as [|t ts IH]; intros H; simpl length.
  - pose proof (weight_all W) as E. unfold live. simpl in *. lia.
  - pose proof (weight_and (cell G t (ans t)) (live ts) W) as K. pose proof (H t (or_introl eq_refl)).
    assert (sum_of W <= weight (live ts) W + length ts * loss) by (apply IH; intros; apply H; now right).
    change (live (t :: ts)) with (fun h => cell G t (ans t) h && live ts h). lia.
Qed.

(** The guess [t] follows the guesses [ts]. Each common restriction under which one of those was allowed is fixed. *)
Lemma consistent_next t ts (A : place -> Prop) : consistent ts -> A t ->
  (forall b u, common b -> In u ts -> allowed G b u = true -> forall x, A x -> allowed G b x = true) ->
  consistent (t :: ts).
Proof.
  intros Hc At Hf.
  assert (forall b c, common b -> common c -> (forall u, In u ts -> allowed G b u = true -> allowed G c u = true) ->
    (forall u, In u (t :: ts) -> allowed G b u = true -> allowed G c u = true) \/
    (forall u, In u (t :: ts) -> allowed G c u = true -> allowed G b u = true)) as K.
  { intros b c Hb Hcc K. destruct (allowed G b t) eqn:Eb.
    - destruct (allowed G c t) eqn:Ec.
      + left. intros u [<-|Hu]; auto.
      + right. intros u [<-|Hu] Hcu; [congruence|]. rewrite (Hf c u Hcc Hu Hcu t At) in Ec. discriminate.
    - left. intros u [<-|Hu]; [congruence|auto]. }
  intros b c Hb Hcc. destruct (Hc b c Hb Hcc) as [H|H]; [auto|]. destruct (K c b Hcc Hb H); auto.
Qed.

(** What is common to all words of [L] and to [t] is fixed after [t]. *)
Lemma common_fixed b t h (A : place -> Prop) x : reveals G = true -> common b -> In h L -> t < size G ->
  allowed G b t = true -> keep G A t (response G t h) x -> allowed G b x = true.
Proof.
  unfold common, allowed. intros Hr Hb Hh Ht At [_ Hk]. specialize (Hb h Hh). rewrite forallb_forall in *.
  intros f Hf. apply (fixed G laws f t h x); auto.
Qed.

Theorem chain_sound cs : chain_ok g r L cs = true -> true_statement G (Lost g r L).
Proof.
  unfold chain_ok. cbv zeta. rewrite !andb_true_iff. intros [[[Hr HP] _] Hcs].
  apply proper_spec in HP as (H2 & Hd & _). split; [|auto]. simpl.
  (* after the guesses [ts], [j + 1] more are left *)
  assert (forall j s ts (A : place -> Prop), length ts + S j = g ->
    (exists a b, In a L /\ In b L /\ a <> b /\ live ts a = true /\ live ts b = true) ->
    (forall t, In t ts -> t < size G /\ allowed G r t = true) -> (forall x, A x -> allowed G r x = true) ->
    (forall b u, common b -> In u ts -> allowed G b u = true -> forall x, A x -> allowed G b x = true) ->
    consistent ts -> ~ forall h, In h L -> live ts h = true -> wins G (S j) s A h) as K.
  { induction j as [|j IH]; intros s ts A Hlen (a & b & Ha & Hb & N & La & Lb) Hts HA Hf Hc Hw.
    - apply (one_guess G s A [a; b]); [exists a, b; simpl; auto|]. intros h [<-|[<-|[]]]; auto.
    - destruct s as [|t next]; [exact (Hw a Ha La)|]. destruct (Hw a Ha La) as (Ht & At & _).
      assert (consistent (t :: ts)) as Hc' by (eapply consistent_next; eauto).
      assert (forall u, In u (t :: ts) -> u < size G /\ allowed G r u = true) as Hts'
        by (intros u [<-|Hu]; auto).
      destruct (one_case (t :: ts) cs _ Hc' Hcs) as (W & HW & Hm & Hloss).
      { intros u Hu. apply in_map_iff. exists u. split; auto. apply (all_candidates G laws); now apply Hts'. }
      pose proof (weight_live W _ _ Hloss) as Hlive. simpl length in Hlive.
      assert (S (length ts) * most_loss g W <= (g - 1) * most_loss g W) by (apply Nat.mul_le_mono_r; lia).
      destruct (two_words (live (t :: ts)) W) as (u & v & Hu & Hv & N' & Lu & Lv); [now rewrite HW|lia|].
      rewrite HW in Hu, Hv.
      assert (forall h, In h L -> live (t :: ts) h = true -> live ts h = true /\ response G t h = response G t u) as R.
      { intros h Hh. unfold live in *. simpl in *. rewrite andb_true_iff in *. unfold cell in *.
        rewrite Nat.eqb_eq in *. intros [E ?]. split; auto. apply (columns G laws); auto. destruct Lu. congruence. }
      apply (IH (next (response G t u)) (t :: ts) (keep G A t (response G t u))); auto.
      + simpl. lia.
      + exists u, v. auto.
      + intros x [Ax _]. auto.
      + intros p y Hp [<-|Hy] Hpy x Hx; [now apply (common_fixed p t u A x)|]. destruct Hx. eapply Hf; eauto.
      + intros h Hh Hlh. destruct (R h Hh Hlh) as [Ll Hp]. destruct (Hw h Hh Ll) as (_ & _ & [E|H']).
        * exfalso. subst h. apply N'. destruct (R v Hv Lv) as [_ Ev].
          rewrite (itself G laws t u), (itself G laws t v); auto; congruence.
        * now rewrite Hp in H'. }
  intros s Hs. destruct H2 as (a & b & Ha & Hb & N).
  apply (K (g - 1) s [] (fun x => allowed G r x = true)); try easy.
  - simpl. lia.
  - exists a, b. auto.
  - left. easy.
  - intros h Hh _. replace (S (g - 1)) with g by lia. auto.
Qed.
End Node.
End Chain.
