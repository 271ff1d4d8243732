(** Sets: how much a guess shows of all words with some traits bounds what it shows of a cell (bound 6 in
    docs/certificates/total-least.md). *)
From Coq Require Import List Arith Bool Lia PArith.
From Verified Require Import Rules Facts Told Numbered Hashed Tables Game Strategy Cost Shown.
Import ListNotations.

Definition same_traits (F E : list trait) : bool := if list_eq_dec trait_eq_dec F E then true else false.
Lemma same_traits_spec F E : same_traits F E = true -> F = E.
Proof. unfold same_traits. destruct (list_eq_dec _ _ _); congruence. Qed.

Fixpoint pairs (F : list trait) : list (list trait) :=
  match F with [] => [] | f :: F => map (fun g => [f; g]) F ++ pairs F end.
Fixpoint parts (F : list trait) : list (list trait) :=
  match F with [] => [[]] | f :: F => let ps := parts F in map (cons f) ps ++ ps end.

Lemma in_pairs p F : In p (pairs F) -> incl p F.
Proof.
  induction F as [|f F IH]; simpl; [tauto|]. intros H. apply in_app_or in H as [H|H].
  - apply in_map_iff in H as (g & <- & Hg). intros x [<-|[<-|[]]]; simpl; auto.
  - intros x Hx. right. now apply IH.
Qed.

Lemma in_parts p F : In p (parts F) -> incl p F.
Proof.
  revert p. induction F as [|f F IH]; simpl; intros p H; [destruct H as [<-|[]]; easy|].
  apply in_app_or in H as [H|H].
  - apply in_map_iff in H as (q & <- & Hq). intros x [<-|Hx]; [now left|right; now apply (IH q)].
  - intros x Hx. right. now apply (IH p).
Qed.

Section Sets.
Variable G : game.

(** What the history has fixed, and the words that are left. *)
Variables (R0 : list fact) (H0 : list place).

Definition having_traits (F : list trait) : list place -> list place :=
  let tests := map (holds (test G)) F in filter (fun x => forallb (fun has => has x) tests).
Definition words_where (F : list trait) : list place := having_traits F H0.
Definition fixed_where (F : list trait) : list fact := if reveals G then flat_map fixes F ++ R0 else R0.

(** Each guess that is allowed where all of [F] was shown shows [m] of these words at most. *)
Definition true_set (F : list trait) (m : nat) : Prop :=
  forall t, t < size G -> allowed G (fixed_where F) t = true -> shows G t (words_where F) <= m.

(** What is kept for all sets: the words with a few traits, how many there are, and how many responses each guess gives
    to them. *)
Record counted := Counted {
  words_with : list trait -> list place; many_with : list trait -> nat; responses_with : list trait -> place -> nat }.
Definition count_all : counted :=
  let kept := remember (fun F => let L := words_where F in (packed L, length L)) in
  let words F := fst (kept F) tt in
  Counted words (fun F => snd (kept F)) (remember_some (fun F =>
    let ok := having G (fixed_where F) in let responses := responses G (words F) in
    table (size G) (fun t => if ok t then responses t else 0))).

(** The two traits that the fewest words have. *)
Definition rarest (D : counted) (F : list trait) : list trait :=
  fold_right (fun p q => if many_with D p <? many_with D q then p else q) [] (pairs F).

Definition most_where (D : counted) (F : list trait) : nat :=
  let p := rarest D F in let r := fixed_where F in
  most_shown G (responses_with D p) r (candidates G r) (having_traits F (words_with D p)).

Definition sets := hashed (list trait) nat.

(** A set may state a number, or leave it to be counted. *)
Definition take_set (hash : list trait -> positive) (D : counted) (known : sets) (F : list trait) (stated :
  option nat)
    : option sets :=
  let F := ordered F in let m := most_where D F in
  match stated with
  | None => Some (put hash F m known)
  | Some k => if m <=? k then Some (put hash F k known) else None
  end.

(** The cell [C] that [t] leaves takes so much by the sets, and by single traits. *)
Definition by_sets (hash : list trait -> positive) (single : trait -> nat) (known : sets) (t : place) (C : list place)
    : option nat :=
  match C with
  | h :: _ :: _ :: _ :: _ =>
      let F := ordered (told G t h) in
      let most := map single F ++ flat_map (fun E => get same_traits hash E known) (parts F) in
      fold_right (fun m b => larger (by_shown m C) b) (Some 0) most
  | _ => Some 0
  end.

(** ** Why it holds *)

Lemma in_having F L x : In x (having_traits F L) <-> In x L /\ forall f, In f F -> holds (test G) f x = true.
Proof.
  unfold having_traits. rewrite filter_In, forallb_forall. split; intros [Hx H]; split; auto.
  - intros f Hf. now apply (H (holds (test G) f)), in_map.
  - intros has Hh. apply in_map_iff in Hh as (f & <- & Hf). auto.
Qed.

Hypothesis laws : lawful G.

Lemma shows_mono t L M : incl L M -> shows G t L <= shows G t M.
Proof.
  intros H. unfold shows. pose proof (responses_mono G laws L M t H) as Hr.
  destruct (member t L) eqn:E; [|destruct (member t M); lia].
  apply member_spec in E. assert (member t M = true) as -> by (apply member_spec; auto). lia.
Qed.

Lemma fixed_fewer F E x : incl E F -> allowed G (fixed_where F) x = true -> allowed G (fixed_where E) x = true.
Proof.
  intros Hi. unfold fixed_where, allowed. destruct (reveals G); [|auto]. rewrite !forallb_forall. intros H f Hf.
  apply H. apply in_app_or in Hf as [Hf|Hf]; apply in_or_app; [left|now right].
  apply in_flat_map in Hf as (e & He & Hf). apply in_flat_map. eauto.
Qed.

Lemma rarest_part D F : incl (rarest D F) F.
Proof.
  unfold rarest. assert (forall p, In p (pairs F) -> incl p F) as H by (intros p; apply in_pairs).
  induction (pairs F) as [|p ps IH]; simpl; [easy|]. destruct (_ <? _); [apply H; now left|]. apply IH.
    auto using in_cons.
Qed.

Theorem most_where_true F : true_set F (most_where count_all F).
Proof.
  intros t Ht At. unfold most_where. cbv zeta. set (p := rarest count_all F).
  pose proof (rarest_part count_all F) as Hp. fold p in Hp.
  set (L := having_traits F (words_with count_all p)).
  assert (forall x, In x (words_where F) <-> In x L) as E.
  { intros x. unfold L. simpl. unfold remember, packed. simpl. unfold words_where. rewrite !in_having. firstorder. }
  etransitivity; [apply (shows_mono t _ L); intros x; apply E|].
  apply most_shown_spec; [exact laws| |exact Ht|exact At].
  intros u Hu Au. split; [now apply (all_candidates G laws)|].
  simpl. unfold remember_some, remember, packed, table. simpl. rewrite having_allowed, (fixed_fewer F p u Hp Au).
  apply responses_mono; [exact laws|]. intros x Hx. unfold L in Hx. apply in_having in Hx. apply Hx.
Qed.

Lemma take_set_true hash known F stated known' : every true_set known ->
  take_set hash count_all known F stated = Some known' -> every true_set known'.
Proof.
  unfold take_set. cbv zeta. intros Hk H. pose proof (most_where_true (ordered F)) as Ht.
  destruct stated as [k|]; [|injection H as <-; now apply every_put].
  destruct (_ <=? _) eqn:E; [|discriminate]. injection H as <-. apply Nat.leb_le in E.
  apply every_put; [exact Hk|]. intros t Hs At. specialize (Ht t Hs At). lia.
Qed.

(** The cell [C] that [t] leaves of [H0], by a set of traits that the response tells. *)
Section Cell.
Variables (g : option nat) (t : place) (A : place -> Prop) (C : list place).
Hypotheses (Ht : t < size G) (HH : forall x, In x H0 -> x < size G) (Hd : NoDup C) (HC : incl C H0).
Hypothesis (HA : forall x, A x -> allowed G R0 x = true).
Hypothesis (one : forall a b, In a C -> In b C -> response G t a = response G t b).

Lemma by_set F m h : In h C -> incl F (told G t h) -> true_set F m ->
  costs G g (keep G A t (response G t h)) C (by_shown m C).
Proof.
  intros Hh HF Hm. assert (h < size G) as Hs by auto.
  apply by_shown_sound with (r := fixed_where F); auto.
  - intros E. rewrite E in Hh. destruct Hh.
  - intros x [Ax Kx]. apply (kept_shown G laws) in Kx; auto. specialize (HA x Ax). unfold fixed_where.
    destruct (reveals G) eqn:Er; [|exact HA]. unfold allowed in *. rewrite forallb_app, HA, andb_true_r.
    apply forallb_forall. intros f Hf. apply in_flat_map in Hf as (e & He & Hf).
    now apply (told_fixed G laws e f t h x Er Ht Hs (HF e He) Hf).
  - intros u Hu Au. etransitivity; [|exact (Hm u Hu Au)]. apply shows_mono. intros x Hx.
    apply in_having. split; [now apply HC|]. intros f Hf. apply (told_true G laws f t h); auto.
Qed.

Theorem by_sets_sound hash single known h : every true_set known -> (forall f, true_set [f] (single f)) -> In h C ->
  costs G g (keep G A t (response G t h)) C (by_sets hash single known t C).
Proof.
  intros Hk Hsingle Hh. assert (forall A, costs G g A C (Some 0)) as Zero by (intros A' n s _ _; simpl; lia).
  unfold by_sets. destruct C as [|a [|b [|c [|d M]]]] eqn:EC; auto. rewrite <- EC in *.
  assert (In a C) as Ha by (rewrite EC; now left). rewrite (one h a Hh Ha).
  set (F := ordered (told G t a)). assert (incl F (told G t a)) as HF by (intros f; apply in_ordered).
  assert (forall m, In m (map single F ++ flat_map (fun E => get same_traits hash E known) (parts F)) ->
    costs G g (keep G A t (response G t a)) C (by_shown m C)) as K.
  { intros m Hm. apply in_app_or in Hm as [Hm|Hm].
    - apply in_map_iff in Hm as (f & <- & Hf). apply (by_set [f]); auto. intros e [<-|[]]. auto.
    - apply in_flat_map in Hm as (E & HE & Hm). apply in_parts in HE.
      apply (by_set E); auto; [intros f Hf; auto|]. eapply every_get; eauto. apply same_traits_spec. }
  cbv zeta. revert K. generalize (map single F ++ flat_map (fun E => get same_traits hash E known) (parts F)) as ms.
  induction ms as [|m ms IH]; simpl; intros K; [apply Zero|]. apply costs_larger; auto.
Qed.
End Cell.
End Sets.
