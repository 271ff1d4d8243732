(* Nodes, sets, lemmas and guesses: what a certificate says to prove its claim.

   All of it is hints. Were it read wrongly, a true claim could be refused, but no false one accepted: the functions of
   wordle.ml assume nothing about what they are given. *)

open Wordle
open Reading

type game = {
  head : head; words : word list; places : (string, int) Hashtbl.t; hides : string -> bool; at : position;
}

let place game text =
  match Hashtbl.find_opt game.places text with
  | Some i -> i
  | None -> demand_word game.head.length text; rejected "%s is none of the guesses" text

let hidden_place game text =
  let i = place game text in
  if game.hides text then i else rejected "%s is none of the hidden words" text

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
    when game.head.mode = Hard && List.length greens = game.head.length
         && List.for_all (fun c -> c = '.' || is_letter c) greens
         && List.length counted <= game.head.length && List.for_all is_letter counted
         && counted = List.sort compare counted && facts greens counted <> [] ->
      facts greens counted
  | _ -> malformed "expected a restriction such as ..a.e/aee, or - (always so in normal mode), found %S" text

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
    | _ -> malformed "expected WORD*WEIGHT, found %S" text
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
  | "chain" :: g :: r :: rest when game.head.mode = Hard -> (
      let words, rest = before_colon [] rest in
      match cases game 0 rest with
      | found, [] -> Chain (left g, known r, two words, found)
      | _ -> malformed "expected nothing after the cases")
  | _ -> malformed "expected a node"

(* a-, a?2, a!2: places count from 1 here, from 0 in Told.v. *)
let trait game text =
  let wrong () = malformed "expected a fact such as a-, a?2 or a!2, found %S" text in
  if String.length text < 2 || not (is_letter text.[0]) then wrong ();
  let a = Char.code text.[0] and at = String.sub text 2 (String.length text - 2) in
  let place () = number ~least:1 ~most:game.head.length at - 1 in
  match text.[1] with
  | '-' when at = "" -> Lacks a
  | '?' -> Misplaced (place (), a)
  | '!' -> Placed (place (), a)
  | _ -> wrong ()

let set_of game text =
  let traits texts =
    if List.length texts < 2 || List.length texts > game.head.length || texts <> List.sort_uniq compare texts then
      malformed "expected two facts to %d, in order" game.head.length;
    List.map (trait game) texts
  in
  match fields text with
  | "set" :: most :: texts when most <> "" && not (is_letter most.[0]) ->
      Set_ (traits texts, Some (number ~least:1 ~most:trillion most))
  | "set" :: texts -> Set_ (traits texts, None)
  | _ -> malformed "expected a set"

let lemma_of game columns text =
  match fields text with
  | [ "lemma"; least; under; guesses; moves ] ->
      let moves = String.split_on_char '.' moves in
      if List.length moves > 32 then malformed "expected 16 words with patterns at most";
      let past = history_of game.head.length [] moves in
      let agrees (t, p) =
        match Hashtbl.find_opt game.places (text_of t) with
        | Some i -> let n = Wordle.number p in fun (_, _, column) -> column i = n
        | None -> fun (_, w, _) -> score t w = p
      in
      let tests = List.map agrees past in
      let words = List.filter (fun word -> List.for_all (fun test -> test word) tests) columns in
      let least = if least = "lost" then None else Some (number ~least:1 ~most:trillion least) in
      let guesses = if guesses = "-" then None else Some (number ~least:1 ~most:255 guesses) in
      Lemma_ ({ under = restriction game under; guesses; least }, List.map (fun (x, _, _) -> x) words)
  | _ -> malformed "expected a lemma"

(* A number for a list of numbers: 1 or more, as Coq's [positive] is (look-ups of 0 wouldn't end). Any such number will
   do, but lists that differ should have different ones. *)
let hash = List.fold_left (fun k n -> (((k * 131) + n) land 0xffffff) + 1) 1
