(** The program: OCaml out of the functions of Checker.v and Least.v.

    What is assumed here and proven nowhere:
    - Numbers are OCaml's native integers, of 63 bits. The largest number that a check computes is a sum of bounds: a
      million cells at most with a bound of 10^12 at most, below 2^60. Nodes are numbered up to a million.
    - A [positive] is an integer of 1 or more, as [hash] and the numbers of nodes are: look-ups of 0 wouldn't end.
    - A function that is kept in a table is the same function, [matrix] counts the same numbers, and [divided] and
      [packed] give the same lists. [matrix] reads two bytes without looking whether they are there: they are, as t < n,
      and a column has [width] bytes for each t, and one more. *)
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
Extract Constant matrix => "fun n f ->
  let module Unsafe = struct external get : bytes -> int -> int = ""%caml_bytes_get16u"" end in
  let known = Array.make n None and width = ref 0 in
  let make h =
    let values = Array.init n (f h) in
    let most = Array.fold_left max 0 values in
    if !width = 0 then width := if most < 256 && not Sys.big_endian then 1 else 2;
    let width = !width in
    let mask = (1 lsl (8 * width)) - 1 in
    if most > mask then (Bytes.empty, fun t -> if 0 <= t && t < n then values.(t) else f h t)
    else begin
      let b = Bytes.create (width * n + 1) in
      Array.iteri (fun t -> if width = 1 then Bytes.set_uint8 b t else Bytes.set_uint16_ne b (2 * t)) values;
      (b, fun t -> if 0 <= t && t < n then Unsafe.get b (width * t) land mask else f h t)
    end
  in
  let made h = match known.(h) with Some column -> column | None -> let c = make h in known.(h) <- Some c; c in
  let column h = if 0 <= h && h < n then snd (made h) else f h in
  let last = Array.make 65536 0 and now = ref 0 in
  let different hs =
    let columns = Array.of_list (List.map (fun h -> if 0 <= h && h < n then fst (made h) else Bytes.empty) hs) in
    let width = !width and kept = not (Array.mem Bytes.empty columns) in
    let mask = (1 lsl (8 * width)) - 1 in
    fun t ->
      if not kept || t < 0 || t >= n then List.length (List.sort_uniq compare (List.map (fun h -> column h t) hs))
      else begin
        incr now;
        let found = ref 0 and now = !now and t = width * t in
        for i = 0 to Array.length columns - 1 do
          let v = Unsafe.get (Array.unsafe_get columns i) t land mask in
          found := !found + Bool.to_int (Array.unsafe_get last v <> now);
          Array.unsafe_set last v now
        done;
        !found
      end
  in
  (column, different)".
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
