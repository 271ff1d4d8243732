(** Values that are looked up by keys: each key has a number, and those with the same one are compared. *)
From Coq Require Import List PArith Bool.
From Verified Require Import Numbered.
Import ListNotations.

Section Hashed.
Variables (K V : Type) (same_key : K -> K -> bool) (hash : K -> positive).

Definition hashed := numbered (list (K * V)).
Definition bucket (k : K) (m : hashed) : list (K * V) := match find (hash k) m with Some kvs => kvs | None => [] end.
Definition put (k : K) (v : V) (m : hashed) : hashed := add (hash k) ((k, v) :: bucket k m) m.
Definition get (k : K) (m : hashed) : list V := map snd (filter (fun kv => same_key k (fst kv)) (bucket k m)).

(** What [P] says of every key and its values. *)
Definition every (P : K -> V -> Prop) (m : hashed) : Prop := forall k kvs, find k m = Some kvs ->
  forall k v, In (k, v) kvs -> P k v.

Lemma every_nothing P : every P Nothing.
Proof. intros k kvs H. discriminate H. Qed.

Lemma every_put (P : K -> V -> Prop) k v m : every P m -> P k v -> every P (put k v m).
Proof.
  intros Hm Hk n kvs Hn k' v' Hi. unfold put in Hn. destruct (Pos.eq_dec n (hash k)) as [->|N].
  - rewrite find_added in Hn. injection Hn as <-. destruct Hi as [[= <- <-]|Hi]; [exact Hk|].
    unfold bucket in Hi. destruct (find (hash k) m) eqn:E; [eapply Hm; eauto|destruct Hi].
  - rewrite find_other in Hn by exact N. eapply Hm; eauto.
Qed.

Lemma every_get (P : K -> V -> Prop) k v m : (forall k k', same_key k k' = true -> k = k') ->
  every P m -> In v (get k m) -> P k v.
Proof.
  intros Hs Hm Hi. unfold get in Hi. apply in_map_iff in Hi as ((k' & v') & <- & Hi).
  apply filter_In in Hi as [Hi E]. apply Hs in E as ->. unfold bucket in Hi. simpl.
  destruct (find _ m) eqn:Ef; [eapply Hm; eauto|destruct Hi].
Qed.
End Hashed.
Arguments put {K V}.
Arguments get {K V}.
Arguments every {K V}.
