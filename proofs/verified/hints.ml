(* Nodes, sets, lemmas and guesses: what a certificate says to prove its claim.

   All of it is hints. Were it read wrongly, a true claim could be refused, but no false one accepted: the functions of
   wordle.ml assume nothing about what they are given. What the format demands besides, and no theorem, is here, too. *)

open Wordle
open Letters
open Reading

(* ---- Files with lists of words: reading.ml makes sure that a list has its digest. *)

let read_file path =
  let file = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in file) (fun () -> really_input_string file (in_channel_length file))

(* The list with this digest among the files of a folder; a newline at the end doesn't count. *)
let shipped folder sha256 =
  let names = List.filter (fun name -> Filename.check_suffix name ".txt") (Array.to_list (Sys.readdir folder)) in
  let texts = List.map (fun name -> String.trim (read_file (Filename.concat folder name))) names in
  match List.find_opt (fun text -> digest text = sha256) texts with
  | Some text -> String.split_on_char '\n' text
  | None -> rejected "no list in the folder %s has the SHA-256 %s" folder sha256

(* ---- What is asked. *)

type asked = {
  head : head; words : word list; places : (string, int) Hashtbl.t; hides : string -> bool; at : position;
}

(* The places of words, and which may be hidden. *)
let lookups head words =
  let places = Hashtbl.create 20000 and may_hide = Hashtbl.create 20000 in
  List.iteri (fun i w -> Hashtbl.replace places (text_of w) i) words;
  List.iter (fun w -> Hashtbl.replace may_hide w ()) head.hidden.words;
  (places, Hashtbl.mem may_hide)

let place game text =
  match Hashtbl.find_opt game.places text with
  | Some i -> i
  | None -> demand_word game.head.game text; rejected "%s is none of the guesses" text

(* What the format demands of openers, and no theorem: that the mode allows them, and that none comes twice. *)
let demand_openers game words =
  let legal = Hashtbl.create 20000 in
  List.iter (fun i -> Hashtbl.replace legal i ()) game.at.openers;
  List.iter (fun w -> if not (Hashtbl.mem legal (place game w)) then rejected "the mode doesn't allow %s" w) words;
  if List.compare_lengths (List.sort_uniq compare words) words < 0 then rejected "an opener is listed twice"

let rec take_steps game r n found =
  if n = 0 then List.rev found else take_steps game r (n - 1) (place game (take r) :: found)

let steps_of game r n = take_steps game r n []

(* The openers that a claim is about, in their order. *)
let order game = function Only ws -> List.map (fun w -> place game (text_of w)) ws | _ -> game.at.openers

let hidden_place game text =
  let i = place game text in
  if game.hides text then i else rejected "%s is none of the hidden words" text

let is_letter c = ('a' <= c && c <= 'z') || c < ' ' || c > '\x7f'

(* ..a.e/aee: letters that are green in their places, and how many of each letter there must be. Many nodes share one:
   it is kept once. *)
let restrictions : (string, fact list) Hashtbl.t = Hashtbl.create 1024

let read_restriction game text =
  let green i c = if c = '.' then [] else [ GreenAt (i, Char.code c) ] in
  let facts greens counted =
    let many c = List.length (List.filter (( = ) c) counted) in
    List.concat (List.mapi green greens)
    @ List.map (fun c -> AtLeast (Char.code c, many c)) (List.sort_uniq compare counted)
  in
  match List.map chars (String.split_on_char '/' text) with
  | [ [ '-' ] ] -> []
  | [ greens; counted ]
    when game.head.game.rules = Wordle Hard && List.length greens = game.head.game.length
         && List.for_all (fun c -> c = '.' || is_letter c) greens
         && List.length counted <= game.head.game.length && List.for_all is_letter counted
         && counted = List.sort compare counted && facts greens counted <> [] ->
      facts greens counted
  | _ -> malformed "expected a restriction such as ..a.e/aee, or - (always so in normal mode), found \"%s\"" text

let restriction game text =
  match Hashtbl.find_opt restrictions text with
  | Some facts -> facts
  | None ->
      let facts = read_restriction game text in
      Hashtbl.add restrictions text facts;
      facts

let rec cases game depth = function
  | "by" :: ws :: rest -> (By (List.map number (String.split_on_char ',' ws)), rest)
  | "split" :: b :: c :: rest when depth < 32 ->
      let x, rest = cases game (depth + 1) rest in
      let y, rest = cases game (depth + 1) rest in
      (Split (restriction game b, restriction game c, x, y), rest)
  | _ -> malformed "expected \"by\" and weights, or \"split\" and two restrictions, 32 deep at most"

(* Nodes before node n, ascending. Certificates number them from 0 on, Refutation.v from 1 on. *)
let nodes_before n texts =
  let nodes = List.map number texts in
  if nodes <> List.sort_uniq compare nodes || List.exists (fun k -> k >= n) nodes then
    malformed "expected earlier nodes, ascending";
  List.map succ nodes

let node_of game n text =
  let left g = number ~least:1 ~most:255 g and known = restriction game in
  let two = function _ :: _ :: _ as words -> words | _ -> malformed "expected two words or more" in
  let weighted text =
    match String.split_on_char '*' text with
    | [ w; weight ] -> (hidden_place game w, number weight)
    | _ -> malformed "expected WORD*WEIGHT, found \"%s\"" text
  in
  let rec before_colon words = function
    | ":" :: rest -> (List.rev words, rest)
    | w :: rest -> before_colon (hidden_place game w :: words) rest
    | [] -> malformed "expected a colon"
  in
  match fields text with
  | "pair" :: g :: r :: words -> Pair (left g, known r, List.map (hidden_place game) (two words))
  | "weights" :: g :: r :: words -> Weights (left g, known r, List.map weighted (two words))
  | "rule" :: g :: r :: (_ :: _ as nodes) -> Rule (left g, known r, nodes_before n nodes)
  | "chain" :: g :: r :: rest when game.head.game.rules = Wordle Hard -> (
      let words, rest = before_colon [] rest in
      match cases game 0 rest with
      | found, [] -> Chain (left g, known r, two words, found)
      | _ -> malformed "expected nothing after the cases")
  | _ -> malformed "expected a node"

(* a-, a?2, a!2: places count from 1 here, from 0 in Told.v. *)
let trait game text =
  let wrong () = malformed "expected a fact such as a-, a?2 or a!2, found \"%s\"" text in
  if String.length text < 2 || not (is_letter text.[0]) then wrong ();
  let a = Char.code text.[0] and at = String.sub text 2 (String.length text - 2) in
  let place () = number ~least:1 ~most:game.head.game.length at - 1 in
  match text.[1] with
  | '-' when at = "" -> Lacks a
  | '?' -> Misplaced (place (), a)
  | '!' -> Placed (place (), a)
  | _ -> wrong ()

let set_of game text =
  let traits texts =
    if List.length texts < 2 || List.length texts > game.head.game.length || texts <> List.sort_uniq compare texts then
      malformed "expected two facts to %d, in order" game.head.game.length;
    List.map (trait game) texts
  in
  let stated number = number <> "" && not (is_letter number.[0]) in
  match fields text with
  | "set" :: most :: found :: _ when stated most && stated found -> not_covered "sets that state words found"
  | "set" :: most :: texts when stated most ->
      Set_ (traits texts, Some (number ~least:1 ~most:trillion most))
  | "set" :: texts -> Set_ (traits texts, None)
  | _ -> malformed "expected a set"

(* ---- Changes of codes that leave each guess of a history as it is. Which of them make a code of which other one the
   functions of wordle.ml find out. *)

let rec orders = function
  | [] -> [ [] ]
  | xs -> List.concat_map (fun x -> List.map (List.cons x) (orders (List.filter (( <> ) x) xs))) xs

(* Swaps, one after the other, that take each first member of [pairs] to the second. *)
let swaps_of pairs =
  let swap (a, b) c = if c = a then b else if c = b then a else c in
  let add swaps (a, b) =
    let now = List.fold_left (fun c s -> swap s c) a swaps in
    if now = b then swaps else swaps @ [ (now, b) ]
  in
  List.fold_left add [] pairs

let changes_of game past =
  let pegs = List.init game.length Fun.id and colours = letters game.letters in
  let played = List.sort_uniq compare (List.concat past) in
  let moved order =
    let pairs = List.concat_map (fun w -> List.map2 (fun i a -> (List.nth w i, a)) order w) past in
    let pairs = List.sort_uniq compare pairs in
    if List.length pairs = List.length played then Some (order, swaps_of pairs) else None
  in
  let rec neighbours = function a :: (b :: _ as rest) -> (pegs, [ (a, b) ]) :: neighbours rest | _ -> [] in
  let orders =
    if game.length <= 6 then orders pegs
    else List.concat_map (fun i -> List.map (fun j -> List.map (swaps_of [ (i, j) ] |> List.fold_right (fun (a, b) c ->
      if c = a then b else if c = b then a else c)) pegs) pegs) pegs
  in
  List.filter_map moved (List.filter (( <> ) pegs) orders)
  @ neighbours (List.filter (fun a -> not (List.mem a played)) colours)

let known_changes : (word list, change list) Hashtbl.t = Hashtbl.create 1024

let changes_after game past =
  let past = List.map fst past in
  match Hashtbl.find_opt known_changes past with
  | _ when not game.of_codes -> []
  | Some found -> found
  | None ->
      let found = changes_of game past in
      Hashtbl.add known_changes past found;
      found

let changes { head; _ } = changes_after head.game head.past

(* What the format demands of totals, and no theorem: that they ascend from the least one on, and what others take if
   there is no other opener. *)
let demand_totals ({ at; _ } as game) least order others rows =
  demand_openers game (List.map (fun (w, _) -> text_of w) rows);
  let totals = List.map snd rows in
  let all = totals @ [ others ] in
  if all <> List.sort compare all then malformed "expected ascending totals";
  if List.hd totals <> least then malformed "expected %d, the least total, first" least;
  let played = List.map fst game.head.past and like_listed = Hashtbl.create 16 in
  let like = at.its_game.first_equivalent played (changes game) at.left_places in
  List.iter (fun (w, _) -> Hashtbl.replace like_listed (like (place game (text_of w))) ()) rows;
  if List.for_all (fun x -> Hashtbl.mem like_listed (like x)) order && others <> List.hd (List.rev totals) then
    rejected "expected the last total for others, as there are none"

let number_of game response =
  let many tile = List.length (List.filter (( = ) tile) response) in
  match game.rules with
  | Wordle _ -> Wordle.number response
  | Mastermind -> (many Green * (game.length + 1)) + many Yellow
  | BlackPegs -> many Green
  | Jotto -> if many Green > 0 then game.length + 1 else many Yellow

(* What a lemma is about: the words that are left after more moves, and the changes that keep them. *)
let set_after { head; places; _ } columns moves =
  let moves = String.split_on_char '.' moves in
  if List.length moves > 32 then malformed "expected 16 words with patterns at most";
  let past = history_of head.game [] moves in
  let agrees (t, p) =
    match Hashtbl.find_opt places (text_of t) with
    | Some i -> let n = number_of head.game p in fun (_, _, column) -> column i = n
    | None when head.game.of_codes -> rejected "%s is no code" (text_of t)
    | None -> fun (_, w, _) -> response head.game.rules t w = p
  in
  let tests = List.map agrees past in
  let words = List.filter (fun word -> List.for_all (fun test -> test word) tests) columns in
  (changes_after head.game (past @ head.past), List.map (fun (x, _, _) -> x) words)

let columns_of { words; at; _ } =
  let word_at = Array.of_list words in
  List.map (fun x -> (x, word_at.(x), at.its_game.column x)) at.left_places

let lemma_of game columns text =
  match fields text with
  | [ "lemma"; least; under; guesses; moves ] ->
      let changes, words = set_after game columns moves in
      let least = if least = "lost" then None else Some (number ~least:1 ~most:trillion least) in
      let guesses = if guesses = "-" then None else Some (number ~least:1 ~most:255 guesses) in
      Lemma_ ({ under = restriction game under; guesses; least }, changes, words)
  | _ -> malformed "expected a lemma"

(* The guesses in time, the codes that are found later, and what the lemma is about. *)
let missed_of game columns text =
  match fields text with
  | [ "missed"; late; guesses; "-"; moves ] when late <> "lost" ->
      let changes, words = set_after game columns moves in
      (number ~most:255 guesses, number ~least:1 late, changes, words)
  | "missed" :: _ -> not_covered "lemmas with a limit of all guesses"
  | _ -> malformed "expected \"missed LATE GUESSES - HISTORY\""

(* A number for a list of numbers: 1 or more, as Coq's [positive] is (look-ups of 0 wouldn't end). Any such number will
   do, but lists that differ should have different ones. *)
let hash = List.fold_left (fun k n -> (((k * 131) + n) land 0xffffff) + 1) 1
