(** Wordle, as Game.v wants it: words are places in the list of guesses, and patterns are numbers. *)
From Coq Require Import List Arith Bool Lia.
From Verified Require Import Rules Facts Told Tables Game.
Import ListNotations.

(** The number of a pattern, as in docs/certificates: the first tile counts 1, the next one 3, and so on. *)
Definition digit (c : tile) : nat := match c with Grey => 0 | Yellow => 1 | Green => 2 end.
Fixpoint number (p : pattern) : nat := match p with [] => 0 | c :: p => digit c + 3 * number p end.

Lemma number_injective p q : length p = length q -> number p = number q -> p = q.
Proof.
  revert q. induction p as [|c p IH]; intros [|d q] H; try discriminate H; [easy|].
  injection H as H. simpl number. intros E.
  assert (c = d /\ number p = number q) as [-> E'] by (destruct c, d; simpl digit in E; split; auto; lia).
  f_equal. auto.
Qed.

Lemma tiles_length t h u : length t = length h -> length (tiles t h u) = length t.
Proof.
  revert h u. induction t as [|a t IH]; intros [|b h] u H; try discriminate H; [easy|]. injection H as H. simpl.
  destruct (a =? b); [|destruct (existsb _ _)]; simpl; auto.
Qed.

Definition same (v w : word) : bool := if word_eq_dec v w then true else false.
Lemma same_spec v w : same v w = true <-> v = w.
Proof. unfold same. destruct (word_eq_dec v w); split; congruence. Qed.

(** The place of a word. *)
Fixpoint place_in (ws : list word) (w : word) : place :=
  match ws with [] => 0 | v :: ws => if word_eq_dec v w then 0 else S (place_in ws w) end.

Definition wordle (m : mode) (guesses : list word) : game :=
  let n := length guesses in
  let word_at := array guesses [] in
  let all := seq 0 n in
  let test := remember (fun f => marks n (fun x => has f (word_at x))) in
  let kept := matrix n (fun h => let w := word_at h in fun t => number (score (word_at t) w)) in
  let with_fact := remember (fun f => filter (test f) all) in
  {| size := n;
     response := fun t h => score (word_at t) (word_at h);
     keeps := fun t p x => m = Hard -> Rules.keeps (word_at t) p (word_at x);
     response_number := fun t h => number (score (word_at t) (word_at h));
     column := fst kept;
     variety := snd kept;
     answers := n;
     test := test;
     reveals := match m with Hard => true | Normal => false end;
     shown := fun t h =>
       match m with Hard => reveal (word_at t) (score (word_at t) (word_at h)) | Normal => [] end;
     told := fun t h => let w := word_at t in Told.told w (score w (word_at h));
     candidates := remember_some (fun r =>
       match r with
       | [] => all
       | f :: r => let tests := map test r in filter (fun x => forallb (fun has => has x) tests) (with_fact f)
       end);
     first_alike := fun _ _ t => t;
     first_equivalent := fun _ _ _ t => t |}.

Section Words.
Variables (m : mode) (len : nat) (guesses : list word).
Hypothesis unique : NoDup guesses.
Hypothesis lengths : forall w, In w guesses -> length w = len.
Let G := wordle m guesses.
Let word_at (x : place) : word := nth x guesses [].

Lemma word_length x : x < size G -> length (word_at x) = len.
Proof. intros Hx. now apply lengths, nth_In. Qed.

Lemma same_word x y : x < size G -> y < size G -> word_at x = word_at y -> x = y.
Proof. intros Hx Hy. now apply NoDup_nth. Qed.

Theorem wordle_lawful : lawful G.
Proof.
  split.
  - intros t h Ht Hh E. apply same_word; auto. apply score_self; [|exact E]. now rewrite !word_length.
  - intros t a b Ht Ha Hb. change (number (score (word_at t) (word_at a)) = number (score (word_at t) (word_at b)) <->
      score (word_at t) (word_at a) = score (word_at t) (word_at b)). split; [|now intros ->].
    apply number_injective. unfold score. now rewrite !tiles_length; rewrite !word_length.
  - reflexivity.
  - reflexivity.
  - intros t L _ HL. transitivity (length (map (fun h => column G h t) (seq 0 (length guesses)))).
    + apply NoDup_incl_length; [apply NoDup_nodup|]. intros n Hn. rewrite nodup_In in Hn.
      apply in_map_iff in Hn as (h & <- & Hh). apply (in_map (fun h => column G h t)), in_seq.
      split; [lia|now apply HL].
    + rewrite map_length, seq_length. reflexivity.
  - intros f g x. exact (implies_has f g (word_at x)).
  - intros f t h x Hr Ht Hh Tt Th K. change (has f (word_at x) = true).
    apply (revealed (word_at t) (word_at h)); auto; [now rewrite !word_length|]. apply K.
    change (match m with Hard => true | Normal => false end = true) in Hr. now destruct m.
  - intros t h x _ _ _ Hx Hm. apply reveal_keeps. rewrite <- Hx. simpl. rewrite Hm. reflexivity.
  - intros t h x _ _ H. change (forallb (fun f => has f (word_at x))
      (match m with Hard => reveal (word_at t) (score (word_at t) (word_at h)) | Normal => [] end) = true).
    destruct m; [reflexivity|]. apply reveal_keeps, H. reflexivity.
  - intros f t a b Ht Ha Hb E Hf. assert (holds has f (word_at b) = true) as H; [|now destruct f].
    apply (Told.told_true (word_at t)); [now rewrite !word_length|].
    change (score (word_at t) (word_at a) = score (word_at t) (word_at b)) in E. rewrite <- E. exact Hf.
  - intros f g t h x Hr _ _ Hf Hg Hx. apply (Told.told_fixed (word_at t) (score (word_at t) (word_at h)) f); auto.
    rewrite <- Hx. simpl in Hr |- *. now destruct m.
  - intros r x Hx Ha. assert (In x (seq 0 (length guesses))) as Hi by (apply in_seq; split; [lia|exact Hx]).
    destruct r as [|f r]; [exact Hi|]. unfold allowed in Ha. simpl in Ha. apply andb_prop in Ha as [Hf Hr].
    apply filter_In. split; [apply filter_In; split; [exact Hi|exact Hf]|].
    rewrite <- Hr. clear. induction r; simpl; congruence.
  - intros cs r L t _ _ Ht. split; now apply alike_same.
  - intros played cs r L t _ _ Ht. split; now apply alike_same.
Qed.

End Words.
