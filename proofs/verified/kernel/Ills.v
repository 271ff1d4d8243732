(** Five guesses are too few if each of the original guesses may be hidden: a theorem by computation in Coq's kernel,
    which needs no extraction, no program and no certificate. Its one node has 17 words that end in ILLS, with weights,
    out of proofs/original-normal-hidden-big-depth-5.cert.gz. The Makefile makes OriginalGuesses.v of
    wordlists/original-guesses.txt. *)
From Coq Require Import Ascii String List Arith Bool Lia.
From Verified Require Import Rules Claims Facts Game Weights Words Position OriginalGuesses.
Import ListNotations.
Open Scope nat_scope.

(** Words as they are written, one after the other; letters are numbered from 0 on here. *)
Fixpoint words_in (text : string) : list word :=
  match text with
  | EmptyString => [[]]
  | String c text =>
      if Ascii.eqb c " " then [] :: words_in text
      else match words_in text with w :: ws => (nat_of_ascii c - 97 :: w) :: ws | [] => [] end
  end.

Definition guesses : list word := flat_map words_in original_guesses.

Definition weighted_words : list (word * nat) := combine
  (words_in ("cills dills fills gills jills kills lills mills nills pills " ++
    "rills sills tills vills wills yills zills")%string)
  [3; 2; 4; 4; 4; 3; 4; 3; 2; 3; 1; 2; 2; 4; 3; 1; 4].

Definition in_places : weighted := map (fun hw => (place_in guesses (fst hw), snd hw)) weighted_words.
Definition loss : nat := most_loss 5 in_places.

(** What the words weigh whose response to [v] has the number [n]. *)
Fixpoint weight_at (n : nat) (cells : list (nat * nat)) : nat :=
  match cells with [] => 0 | (k, w) :: cells => (if k =? n then w else 0) + weight_at n cells end.
Definition cells (v : word) : list (nat * nat) := map (fun hw => (number (score v (fst hw)), snd hw)) weighted_words.
Definition heavy (least : nat) (v : word) : bool :=
  let cs := cells v in existsb (fun c => least <=? weight_at (fst c) cs) cs.

(** The computations: the lists are lists; the words are in them; each guess leaves a cell that is heavy enough. *)
Lemma prepared : match prepare (Wordle Normal) 5 guesses guesses [] with Some _ => true | None => false end = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma words_there :
  distinct (map fst in_places) && forallb (fun hw => mentions guesses (fst hw)) weighted_words &&
  (heaviest in_places + 4 * loss <? sum_of in_places) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma all_heavy : let least := sum_of in_places - loss in forallb (heavy least) guesses = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma so_many : length guesses = 12972.
Proof. apply Nat.eqb_eq. vm_cast_no_check (eq_refl true). Qed.

Lemma first_word : In (hd ([], 0) weighted_words) weighted_words.
Proof. vm_compute. now left. Qed.

Lemma in_places_is : in_places = map (fun hw => (place_in guesses (fst hw), snd hw)) weighted_words.
Proof. reflexivity. Qed.

(* From here on the lists are only names: nothing may compute them by accident. *)
Opaque guesses weighted_words in_places loss.

Theorem five_are_too_few : impossible (Wordle Normal) guesses guesses [] 5 12972 (fun _ => True).
Proof.
  pose proof words_there as Hw. apply andb_prop in Hw as [Hw Hsum]. apply andb_prop in Hw as [Hd Hin].
  rewrite forallb_forall in Hin. apply Nat.ltb_lt in Hsum.
  destruct (prepare (Wordle Normal) 5 guesses guesses []) as [P|] eqn:HP;
    [|pose proof prepared as H; rewrite HP in H; discriminate].
  assert (left_after (Wordle Normal) guesses [] = guesses) as Hleft.
  { clear. generalize guesses. intros ws. unfold left_after. induction ws as [|w ws IH]; [reflexivity|].
    simpl. f_equal. exact IH. }
  unfold impossible. rewrite Hleft, so_many. cbv zeta. split; [reflexivity|]. split; [now apply Nat.leb_le|].
  split; [apply Nat.le_0_l|].
  assert (forall h, In h weighted_words -> In (fst h) guesses) as Hw.
  { intros h Hh. apply mentions_spec. auto. }
  split.
  { exists (fst (hd ([], 0) weighted_words)). split; [exact I|]. split; [exact (Hw _ first_word)|discriminate]. }
  intros s _ Hall. change (5 - length (@nil (word * pattern))) with 5 in Hall.
  set (G := its_game P) in *. pose proof (prepared_lawful _ _ _ _ _ _ HP) as laws.
  assert (forall h, In h weighted_words ->
    place_in guesses (fst h) < size G /\ nth (place_in guesses (fst h)) guesses [] = fst h) as Hplace
    by (intros h Hh; apply (place_in_spec _ _ _ _ _ _ HP); auto).
  assert (forall x, In x (map fst in_places) -> x < size G) as Hsize.
  { intros x Hx. rewrite in_places_is in Hx. rewrite map_map in Hx. apply in_map_iff in Hx as (h & <- & Hh).
    now apply Hplace. }
  refine (opponent G laws in_places 4 (distinct_spec _ Hd) Hsize loss [] _ (tree guesses 5 s [])
    (allowed_after (Wordle Normal) guesses []) (fun _ => true) _ _ _).
  - intros t Ht _. pose proof all_heavy as H. cbv zeta in H. rewrite forallb_forall in H.
    assert (In (nth t guesses []) guesses) as Hi.
    { apply nth_In. now rewrite <- (prepared_size _ _ _ _ _ _ HP). }
    specialize (H _ Hi). unfold heavy in H. cbv zeta in H. apply existsb_exists in H as (c & Hc & Hle).
    apply Nat.leb_le in Hle. apply in_map_iff in Hc as (k & <- & Hk). simpl fst in Hle.
    assert (forall h, In h weighted_words ->
      column G (place_in guesses (fst h)) t = number (score (nth t guesses []) (fst h))) as Hcol.
    { intros h Hh. unfold G. rewrite (game_is _ _ _ _ _ _ HP).
      exact (f_equal (fun w => number (score (nth t guesses []) w)) (proj2 (Hplace h Hh))). }
    exists (place_in guesses (fst k)). split.
    { rewrite in_places_is, map_map. apply in_map_iff. exists k. auto. }
    rewrite (Hcol k Hk).
    assert (forall n ws, (forall h, In h ws -> In h weighted_words) ->
      weight_at n (map (fun hw => (number (score (nth t guesses []) (fst hw)), snd hw)) ws) =
      weight (cell G t n) (map (fun hw => (place_in guesses (fst hw), snd hw)) ws)) as Hweight.
    { intros n. induction ws as [|h ws IH]; intros Hsub; simpl; auto. rewrite IH by (intros; apply Hsub; now right).
      unfold cell. rewrite Hcol by (apply Hsub; now left). reflexivity. }
    unfold cells in Hle. rewrite Hweight in Hle by auto. rewrite <- in_places_is in Hle. lia.
  - reflexivity.
  - rewrite weight_all. exact Hsum.
  - intros x Hx _. apply (tree_wins _ _ _ _ _ _ HP); [now apply Hsize|]. apply Hall.
    rewrite in_places_is in Hx. rewrite map_map in Hx. apply in_map_iff in Hx as (h & <- & Hh).
    destruct (Hplace h Hh) as [_ E].
    exact (eq_ind_r (fun w => In w guesses) (Hw h Hh) E).
Qed.
