(** The program: OCaml out of the functions of Checker.v and Least.v.

    What is assumed here and proven nowhere:
    - Numbers are OCaml's native integers, of 63 bits. The largest number that a check computes is a sum of bounds: a
      million cells at most with a bound of 10^12 at most, below 2^60. Nodes are numbered up to a million.
    - A [positive] is an integer of 1 or more, as [hash] and the numbers of nodes are: look-ups of 0 wouldn't end.
    - A function that is kept in a table is the same function, [different] counts the same numbers, and [divided] and
      [packed] give the same lists. [different] reads bytes without looking whether they are there: they are, as each
      column has 2 n of them, and t < n. *)
From Coq Require Import List Arith PArith.
From Coq Require ExtrOcamlBasic.
From Verified Require Import Rules Tables Game Refutation Position Missed Checker Least.
Extraction Language OCaml.

Extract Inductive nat => "int" [ "0" "(fun n -> n + 1)" ]
  "(fun zero succ n -> if n = 0 then zero () else succ (n - 1))".
Extract Constant Init.Nat.add => "fun (n : int) m -> n + m".
Extract Constant Init.Nat.sub => "fun (n : int) m -> if n < m then 0 else n - m".
Extract Constant Nat.pred => "fun n -> if n = 0 then 0 else n - 1".
Extract Constant Init.Nat.mul => "fun (n : int) m -> n * m".
Extract Constant Nat.div => "fun (n : int) m -> if m = 0 then 0 else n / m".
Extract Constant Init.Nat.min => "fun (n : int) m -> if n < m then n else m".
Extract Constant Init.Nat.max => "fun (n : int) m -> if n < m then m else n".
Extract Constant Nat.eqb => "fun (n : int) m -> n = m".
Extract Constant Nat.leb => "fun (n : int) m -> n <= m".
Extract Constant Nat.ltb => "fun (n : int) m -> n < m".
Extract Constant Nat.eq_dec => "fun (n : int) m -> n = m".

Extract Inductive positive => "int" [ "(fun p -> 2 * p + 1)" "(fun p -> 2 * p)" "1" ]
  "(fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))".
Extract Constant Pos.succ => "fun p -> p + 1".

Extract Constant array => "fun members default ->
  let a = Array.of_list members in
  fun i -> if 0 <= i && i < Array.length a then a.(i) else default".
Extract Constant table => "fun n f ->
  let a = Array.init n f in
  if Array.for_all (fun v -> 0 <= v && v < 256) a then
    let b = Bytes.init n (fun i -> Char.chr a.(i)) in
    fun i -> if 0 <= i && i < n then Char.code (Bytes.unsafe_get b i) else f i
  else fun i -> if 0 <= i && i < n then a.(i) else f i".
Extract Constant marks => "fun n f ->
  let b = Bytes.init n (fun i -> if f i then '1' else '0') in
  fun i -> if 0 <= i && i < n then Bytes.unsafe_get b i = '1' else f i".
Extract Constant members => "fun n l ->
  let b = Bytes.make n '0' in
  List.iter (fun i -> if i >= 0 && i < n then Bytes.set b i '1') l;
  fun i -> if 0 <= i && i < n then Bytes.unsafe_get b i = '1' else List.mem i l".
Extract Constant packed => "fun l ->
  if List.for_all (fun i -> 0 <= i && i < 65536) l then
    let b = Bytes.create (2 * List.length l) in
    let rec make i found = if i < 0 then found else make (i - 2) (Bytes.get_uint16_ne b i :: found) in
    List.iteri (fun i -> Bytes.set_uint16_ne b (2 * i)) l;
    fun () -> make (Bytes.length b - 2) []
  else fun () -> l".
Extract Constant different => "fun n f ->
  let columns = Array.make n Bytes.empty and small = ref true in
  let column h =
    if h < 0 || h >= n then (small := false; Bytes.empty)
    else begin
      if Bytes.length columns.(h) = 0 then begin
        let values = f h and b = Bytes.create (2 * n) in
        for t = 0 to n - 1 do
          let v = values t in
          if v > 65535 then small := false else Bytes.set_uint16_ne b (2 * t) v
        done;
        columns.(h) <- b
      end;
      columns.(h)
    end
  in
  let module Unsafe = struct external get : bytes -> int -> int = ""%caml_bytes_get16u"" end in
  let last = Array.make 65536 0 and now = ref 0 in
  fun hs ->
    let columns = Array.of_list (List.map column hs) in
    fun t ->
      if not !small || t < 0 || t >= n then List.length (List.sort_uniq compare (List.map (fun h -> f h t) hs))
      else begin
        incr now;
        let found = ref 0 and now = !now in
        for i = 0 to Array.length columns - 1 do
          let v = Unsafe.get (Array.unsafe_get columns i) (2 * t) in
          if Array.unsafe_get last v <> now then (Array.unsafe_set last v now; incr found)
        done;
        !found
      end".
Extract Constant remember_below => "fun n f ->
  let known = Array.make n None in
  fun i ->
    if i < 0 || i >= n then f i
    else match Array.unsafe_get known i with Some y -> y | None -> let y = f i in known.(i) <- Some y; y".
Extract Constant divided => "
  let cells = ref (Array.make 4096 []) in
  let add f t found h =
    let n = f h t and size = Array.length !cells in
    if n >= size then cells := Array.append !cells (Array.make (max size (n + 1 - size)) []);
    let cell = !cells.(n) in
    !cells.(n) <- h :: cell;
    if cell = [] then n :: found else found
  in
  let take n = let cell = !cells.(n) in !cells.(n) <- []; (n, cell) in
  fun f l t -> List.map take (List.sort Int.compare (List.fold_left (add f t) [] (List.rev l)))".
Extract Constant remember => "fun f ->
  let known = Hashtbl.create 256 in
  fun x -> try Hashtbl.find known x with Not_found -> let y = f x in Hashtbl.add known x y; y".
Extract Constant remember_some => "fun f ->
  let known = Hashtbl.create 256 in
  fun x ->
    try Hashtbl.find known x
    with Not_found ->
      let y = f x in
      if Hashtbl.length known >= 4096 then Hashtbl.reset known;
      Hashtbl.add known x y;
      y".

Extraction "wordle.ml" codes pegs prepare check_possible check_impossible start step open_workshop take_help check_least
  check_between take_missed check_misses.
