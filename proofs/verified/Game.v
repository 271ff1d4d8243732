(** A game as the checker sees it, strategies, and states that are lost (Theorems 2 and 3 in
    docs/certificates/depth-impossible.md).

    Words are places in the list of guesses. Which guesses are allowed is a set, which each response makes smaller: in
    normal mode it stays as it is, in hard mode it keeps what was shown. The rules for nodes are proven for any game
    that obeys the laws below; Words.v proves them of Wordle's rules, and Pegs.v of games of codes. *)
From Coq Require Import List Arith Bool Lia Permutation.
From Verified Require Import Rules Facts Told.
Import ListNotations.

Definition place := nat.

(** A way to change all codes alike: which peg comes first, second, and so on; and colours that are exchanged, two by
    two. A certificate need not name any: they are hints. *)
Definition change : Type := list nat * list (letter * letter).

Record game := Game {
  size : nat;                                       (* how many guesses there are *)
  response : place -> place -> pattern;             (* the response to t if h is hidden *)
  keeps : place -> pattern -> place -> Prop;        (* may x be guessed after the response p to t? *)
  response_number : place -> place -> nat;          (* a number for each response *)
  column : place -> place -> nat;                   (* column h t is [response_number t h], out of a table *)
  variety : list place -> place -> nat;             (* how many responses t gives to the words of a list *)
  answers : nat;                                    (* t gives so many at most to words other than t *)
  test : fact -> place -> bool;                     (* has a word this fact? *)
  reveals : bool;                                   (* do responses fix facts? *)
  shown : place -> place -> list fact;              (* the facts that the response to t with h hidden fixes *)
  told : place -> place -> list trait;              (* what that response tells of the hidden word *)
  candidates : list fact -> list place;             (* the guesses that have these facts *)
  first_alike : list change -> list place -> place -> place;
                                                    (* a guess that is as good as t for the words of a list *)
  first_equivalent : list word -> list change -> list place -> place -> place
                                                    (* such a one by maps that leave played words as they are *)
}.

Section Game.
Variable G : game.

Definition allowed (r : list fact) (x : place) : bool := forallb (fun f => test G f x) r.

(** The same, as a function of [r] that looks its facts up once. *)
Definition having (r : list fact) : place -> bool :=
  let tests := map (test G) r in fun x => forallb (fun has => has x) tests.

Lemma having_allowed r x : having r x = allowed r x.
Proof. unfold having, allowed. induction r; simpl; congruence. Qed.

(** ** Strategies *)

(** A strategy is a tree: a guess, and how to go on after each response. *)
Inductive strategy := GiveUp | Guess (t : place) (next : pattern -> strategy).

(** [A] are the guesses that are allowed now; [keep A t p] are those allowed after the response [p] to [t]. *)
Definition keep (A : place -> Prop) (t : place) (p : pattern) : place -> Prop := fun x => A x /\ keeps G t p x.

Fixpoint wins (g : nat) (s : strategy) (A : place -> Prop) (h : place) : Prop :=
  match g, s with
  | S g, Guess t next =>
      t < size G /\ A t /\ (t = h \/ wins g (next (response G t h)) (keep A t (response G t h)) h)
  | _, _ => False
  end.

(** How many guesses a strategy takes for [h]. *)
Fixpoint turns (n : nat) (s : strategy) (h : place) : nat :=
  match n, s with
  | S n, Guess t next => if t =? h then 1 else S (turns n (next (response G t h)) h)
  | _, _ => 0
  end.

(** A strategy that finds each word of [L] with guesses that have the facts [r]. *)
Definition finds_all (n : nat) (s : strategy) (r : list fact) (L : list place) : Prop :=
  exists A : place -> Prop, (forall x, A x -> allowed r x = true) /\ forall h, In h L -> wins n s A h.

(** Whatever begins with [t], something that begins with [u] finds as many words of [L] as soon. *)
Definition alike (r : list fact) (L : list place) (t u : place) : Prop := u < size G /\
  forall n next, finds_all n (Guess t next) r L ->
  exists next', finds_all n (Guess u next') r L /\
    Permutation (map (turns n (Guess u next')) L) (map (turns n (Guess t next)) L).

Lemma alike_same r L t : t < size G -> alike r L t t.
Proof. intros Ht. split; [exact Ht|]. intros n next H. exists next. auto. Qed.

Lemma alike_trans r L t u v : alike r L t u -> alike r L u v -> alike r L t v.
Proof.
  intros [_ Ht] [Hv Hu]. split; [exact Hv|]. intros n next H. destruct (Ht n next H) as (next' & H' & P).
  destruct (Hu n next' H') as (next'' & H'' & P'). exists next''. split; [exact H''|]. now rewrite P'.
Qed.

(** ** Laws *)

Record lawful : Prop := {
  itself : forall t h, t < size G -> h < size G -> response G t h = response G t t -> h = t;
  numbers : forall t a b, t < size G -> a < size G -> b < size G ->
    response_number G t a = response_number G t b <-> response G t a = response G t b;
  column_number : forall t h, column G h t = response_number G t h;
  varieties : forall L t, variety G L t = length (nodup Nat.eq_dec (map (fun h => column G h t) L));
  few_answers : forall t L, t < size G -> (forall h, In h L -> h < size G /\ t <> h) ->
    length (nodup Nat.eq_dec (map (fun h => column G h t) L)) <= answers G;
  implied : forall f g x, implies f g = true -> test G f x = true -> test G g x = true;
  fixed : forall f t h x, reveals G = true -> t < size G -> h < size G ->
    test G f t = true -> test G f h = true -> keeps G t (response G t h) x -> test G f x = true;
  shown_keeps : forall t h x, t < size G -> h < size G -> x < size G ->
    allowed (shown G t h) x = true -> keeps G t (response G t h) x;
  kept_shown : forall t h x, t < size G -> h < size G ->
    keeps G t (response G t h) x -> allowed (shown G t h) x = true;
  told_true : forall f t a b, t < size G -> a < size G -> b < size G ->
    response G t a = response G t b -> In f (told G t a) -> holds (test G) f b = true;
  told_fixed : forall f g t h x, reveals G = true -> t < size G -> h < size G ->
    In f (told G t h) -> In g (fixes f) -> allowed (shown G t h) x = true -> test G g x = true;
  all_candidates : forall r x, x < size G -> allowed r x = true -> In x (candidates G r);
  alike_first : forall cs r L t, NoDup L -> (forall x, In x L -> x < size G) -> t < size G ->
    alike r L t (first_alike G cs L t) /\ alike r L (first_alike G cs L t) t;
  equivalent_first : forall played cs r L t, NoDup L -> (forall x, In x L -> x < size G) -> t < size G ->
    alike r L t (first_equivalent G played cs L t) /\ alike r L (first_equivalent G played cs L t) t
}.

(** ** Lost states *)

(** With [g] guesses left, no strategy finds each word of [L]. *)
Definition lost (g : nat) (A : place -> Prop) (L : list place) : Prop := forall s, ~ forall h, In h L -> wins g s A h.

(** Theorem 2: more guesses, more of them allowed, or fewer words are never worse. *)
Lemma wins_mono g g' s (A A' : place -> Prop) h : g <= g' -> (forall x, A x -> A' x) -> wins g s A h ->
  wins g' s A' h.
Proof.
  revert g' s A A'. induction g as [|g IH]; intros [|g'] s A A' Hg HA; try (simpl; tauto); [lia|].
  destruct s as [|t next]; simpl; [tauto|]. intros (Ht & At & [E|H]); repeat split; auto.
  right. eapply IH; [lia| |exact H]. unfold keep. intuition.
Qed.

Theorem lost_mono g g' (A A' : place -> Prop) L L' :
  g <= g' -> (forall x, A x -> A' x) -> incl L' L -> lost g' A' L' -> lost g A L.
Proof. intros Hg HA HL H s Hs. apply (H s). intros h Hh. eapply wins_mono; eauto. Qed.

(** ** Sets with two words *)

Definition pair_in (L : list place) : Prop := exists a b, In a L /\ In b L /\ a <> b.

Lemma one_guess s A L : pair_in L -> ~ forall h, In h L -> wins 1 s A h.
Proof.
  intros (a & b & Ha & Hb & N) H. pose proof (H a Ha) as Wa. pose proof (H b Hb) as Wb.
  destruct s; simpl in *; intuition congruence.
Qed.

Hypothesis laws : lawful.

Lemma columns t a b : t < size G -> a < size G -> b < size G ->
  column G a t = column G b t <-> response G t a = response G t b.
Proof. rewrite !(column_number laws). apply (numbers laws). Qed.

(** If all words of a set give a guess one response, that guess is none of them. *)
Lemma not_found L t p h : (forall x, In x L -> x < size G) -> t < size G -> pair_in L ->
  (forall x, In x L -> response G t x = p) -> In h L -> t <> h.
Proof.
  intros HL Ht (a & b & Ha & Hb & N) Hp Hh <-. apply N.
  rewrite (itself laws t a), (itself laws t b); auto; rewrite !Hp; auto.
Qed.

(** Theorem 3: a guess after which a lost state is left doesn't win. *)
Theorem refuted_guess g g' (A A' : place -> Prop) L L' t next p :
  (forall x, In x L' -> x < size G) -> pair_in L' -> incl L' L -> (forall h, In h L' -> response G t h = p) ->
  g <= S g' -> (forall x, keep A t p x -> A' x) -> lost g' A' L' ->
  ~ forall h, In h L -> wins g (Guess t next) A h.
Proof.
  intros Hs H2 HL Hp Hg HA Hl H. destruct g as [|g].
  { destruct H2 as (a & _ & Ha & _). exact (H a (HL _ Ha)). }
  apply (Hl (next p)). intros h Hh. destruct (H h (HL _ Hh)) as (Ht & _ & [E|Hw]).
  - now destruct (not_found L' t p h Hs Ht H2 Hp Hh).
  - rewrite Hp in Hw by auto. eapply wins_mono; [|exact HA|exact Hw]. lia.
Qed.

(** ** What nodes say *)

(** With [left] guesses left, these words are too many if what is fixed are [facts]. *)
Record statement := Lost { left : nat; facts : list fact; words : list place }.

Definition true_statement (c : statement) : Prop :=
  lost (left c) (fun x => allowed (facts c) x = true) (words c) /\ pair_in (words c) /\
  forall x, In x (words c) -> x < size G.

(** Do all words of [cols] give the guess [t] one response? *)
Fixpoint all_equal (n : nat) (cols : list (place -> nat)) (t : place) : bool :=
  match cols with [] => true | c :: cols => (c t =? n) && all_equal n cols t end.
Definition one_response (cols : list (place -> nat)) (t : place) : bool :=
  match cols with [] => true | c :: cols => all_equal (c t) cols t end.

Lemma all_equal_spec n cols t : all_equal n cols t = true -> forall c, In c cols -> c t = n.
Proof.
  induction cols as [|d cols IH]; simpl; [tauto|]. rewrite andb_true_iff, Nat.eqb_eq.
  intros [? ?] c [<-|]; auto.
Qed.

Lemma one_response_spec L t : (forall x, In x L -> x < size G) -> t < size G ->
  one_response (map (column G) L) t = true -> forall a b, In a L -> In b L -> response G t a = response G t b.
Proof.
  intros HL Ht H a b Ha Hb. apply columns; auto. destruct L as [|h L]; [destruct Ha|]. simpl in H.
  assert (forall x, In x (h :: L) -> column G x t = column G h t) as E.
  { intros x [<-|Hx]; auto. eapply (all_equal_spec _ _ _ H (column G x)), in_map, Hx. }
  now rewrite (E a), (E b).
Qed.

(** Are these words of the list, two or more, none twice? *)
Fixpoint member (a : place) (L : list place) : bool :=
  match L with [] => false | b :: L => (a =? b) || member a L end.
Fixpoint distinct (L : list place) : bool :=
  match L with [] => true | a :: L => negb (member a L) && distinct L end.
Definition proper (L : list place) : bool :=
  match L with _ :: _ :: _ => distinct L && forallb (fun x => x <? size G) L | _ => false end.

Lemma member_spec a L : member a L = true <-> In a L.
Proof. induction L; simpl; [intuition discriminate|]. rewrite orb_true_iff, Nat.eqb_eq. intuition. Qed.

Lemma distinct_spec L : distinct L = true -> NoDup L.
Proof.
  induction L as [|a L IH]; simpl; [constructor|]. rewrite andb_true_iff, negb_true_iff. intros [H ?].
  constructor; auto. rewrite <- member_spec. congruence.
Qed.

Lemma proper_spec L : proper L = true -> pair_in L /\ NoDup L /\ forall x, In x L -> x < size G.
Proof.
  destruct L as [|a [|b L]]; try discriminate. unfold proper. rewrite andb_true_iff, forallb_forall.
  intros [Hd Hs]. apply distinct_spec in Hd. repeat split; auto.
  - exists a, b. repeat split; simpl; auto. inversion Hd; subst. intros ->. simpl in *. tauto.
  - intros x Hx. now apply Nat.ltb_lt, Hs.
Qed.

End Game.
Arguments lost : clear implicits.
