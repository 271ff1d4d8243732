(* Reads a certificate, and hands it to the functions that Coq extracted into wordle.ml.

   A verdict rests on that much of this file: read_head, words_of, history_of and scope_of say what is claimed; digest
   says which lists; check_strategy and check_refutation print what was proven. The proof in the certificate is a hint:
   were it read wrongly, a true claim could be refused, but no false one accepted. *)

open Wordle

exception Malformed of string (* no certificate *)
exception Rejected of string (* a certificate that doesn't prove its claim *)
exception Not_covered of string (* one for another checker *)

let malformed format = Printf.ksprintf (fun text -> raise (Malformed text)) format
let rejected format = Printf.ksprintf (fun text -> raise (Rejected text)) format
let not_covered format = Printf.ksprintf (fun text -> raise (Not_covered text)) format

(* ---- Other programs: gzip, xz and sha256sum. *)

let ended name = function Unix.WEXITED 0 -> () | _ -> malformed "%s failed: is it installed, and is the file whole?" name

(* The SHA-256 of a text, as hexadecimal digits. *)
let digest text =
  let ((out, into) as process) = Unix.open_process_args "sha256sum" [| "sha256sum" |] in
  output_string into text;
  close_out into;
  let line = try input_line out with End_of_file -> "" in
  ended "sha256sum" (Unix.close_process process);
  List.hd (String.split_on_char ' ' line)

(* What a file contains once it is decompressed, and a function that makes sure that all of it was. *)
let unpacked file =
  let plain = open_in_bin file in
  let first = really_input_string plain (min 6 (in_channel_length plain)) in
  let starts_with s = String.length first >= String.length s && String.sub first 0 (String.length s) = s in
  let by name options =
    let out, into = Unix.pipe ~cloexec:true () in
    let source = Unix.openfile file [ Unix.O_RDONLY; Unix.O_CLOEXEC ] 0 in
    let nowhere = Unix.openfile "/dev/null" [ Unix.O_WRONLY; Unix.O_CLOEXEC ] 0 in
    let process = Unix.create_process name (Array.of_list (name :: options)) source into nowhere in
    List.iter Unix.close [ into; source; nowhere ];
    (Unix.in_channel_of_descr out, fun () -> ended name (snd (Unix.waitpid [] process)))
  in
  if starts_with "\x1f\x8b" then by "gzip" [ "-dc" ]
  else if starts_with "\xfd7zXZ\x00" then by "xz" [ "-dc"; "--memlimit=128MiB" ]
  else (seek_in plain 0; (plain, ignore))

(* ---- Lines, and what stands on them. *)

type reader = {
  channel : in_channel;
  start : int; (* where the channel begins *)
  mutable line : int;
  mutable bytes : int;
  mutable kept : string option;
}

let next_line r =
  let text = try input_line r.channel with End_of_file -> malformed "expected another line" in
  r.line <- r.line + 1;
  r.bytes <- r.bytes + String.length text + 1;
  if String.length text > 1 lsl 20 || r.bytes > 1 lsl 28 then malformed "expected lines of 1 MiB, 256 MiB in all";
  if String.exists (fun c -> c < ' ' || c = '\x7f') text then malformed "expected printable characters";
  text

let peek r =
  if r.kept = None then r.kept <- Some (next_line r);
  Option.get r.kept

let take r =
  let text = peek r in
  r.kept <- None;
  text

let fields text = String.split_on_char ' ' text
let chars text = List.of_seq (String.to_seq text)
let begins_with keyword r = List.hd (fields (peek r)) = keyword
let million = 1_000_000

(* A decimal number without sign or leading zeros. *)
let number ?(least = 0) ?(most = million) text =
  let digits = String.length text <= 13 && String.for_all (fun c -> '0' <= c && c <= '9') text in
  if text = "" || (not digits) || (text.[0] = '0' && text <> "0") then malformed "expected a number, found %S" text;
  let n = int_of_string text in
  if n < least || n > most then malformed "expected a number from %d to %d, found %d" least most n;
  n

(* The next line has this keyword and a number. *)
let numbered ?least ?most r keyword =
  match fields (take r) with
  | [ k; n ] when k = keyword -> number ?least ?most n
  | _ -> malformed "expected \"%s NUMBER\"" keyword

let label r keyword = if begins_with keyword r then ignore (take r) else malformed "expected \"%s ...\"" keyword
let is_letter c = 'a' <= c && c <= 'z'
let letters text : word = List.map Char.code (chars text)

let demand_word length text =
  if not (String.length text = length && String.for_all is_letter text) then
    malformed "expected a word of %d letters a to z, found %S" length text

(* ---- The head: which game, and what was played. *)

type claim = Possible | Impossible
type listed = { words : string list; digest : string }

type head = {
  claim : claim;
  depth : int;
  mode : mode;
  length : int;
  guesses : listed;
  hidden : listed;
  moves : string; (* the history as it is written *)
  past : history;
}

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

let words_of r folder length keyword guesses =
  match fields (take r) with
  | k :: count :: sha256 :: origin :: _ :: _ when k = keyword ->
      let count = number ~least:1 count in
      let words =
        match origin with
        | "embedded" -> List.init count (fun _ -> take r)
        | "shipped" -> shipped folder sha256
        | "guesses" when guesses <> [] -> guesses
        | _ -> malformed "expected words that are shipped or embedded, or guesses that may be hidden"
      in
      List.iter (demand_word length) words;
      if List.length words <> count then rejected "expected %d words, found %d" count (List.length words);
      if digest (String.concat "\n" words) <> sha256 then rejected "expected words with the SHA-256 %s" sha256;
      { words; digest = sha256 }
  | _ -> malformed "expected \"%s COUNT SHA256 ORIGIN NAME\"" keyword

let tile = function 'G' -> Green | 'Y' -> Yellow | 'B' -> Grey | c -> malformed "expected B, Y or G, found %C" c

(* stage.GBGBG.spare.BBYBB: in a history of Rules.v the last guess comes first. *)
let rec history_of length past = function
  | [] -> past
  | guess :: pattern :: moves when String.length pattern = length ->
      demand_word length guess;
      history_of length ((letters guess, List.map tile (chars pattern)) :: past) moves
  | _ -> malformed "expected words and patterns joined by dots, such as stage.GBGBG"

let read_head r folder =
  if take r <> "wordle-cp certificate 1" then malformed "expected \"wordle-cp certificate 1\"";
  let claim, depth =
    match fields (take r) with
    | [ "claim"; "depth"; "possible"; n ] -> (Possible, number ~least:1 ~most:255 n)
    | [ "claim"; "depth"; "impossible"; n ] -> (Impossible, number ~least:1 ~most:255 n)
    | "claim" :: kind :: verdict :: _ when kind <> "depth" ->
        not_covered "claim %s %s: this checker is for claims about depth" kind verdict
    | _ -> malformed "expected a claim"
  in
  label r "variant";
  label r "title";
  if begins_with "game" r then not_covered "a game of codes: this checker is for words";
  if begins_with "feedback" r then not_covered "another feedback: this checker is for coloured tiles";
  let mode =
    match take r with
    | "mode normal" -> Normal
    | "mode hard" -> Hard
    | "mode ultrahard" -> not_covered "ultrahard mode: this checker is for normal mode and hard mode"
    | _ -> malformed "expected \"mode MODE\""
  in
  let length = numbered ~least:1 ~most:16 r "length" in
  if begins_with "letters" r then not_covered "other letters than a to z";
  if begins_with "limit" r then ignore (numbered ~least:1 ~most:255 r "limit");
  let guesses = words_of r folder length "guesses" [] in
  let hidden = words_of r folder length "hidden" guesses.words in
  let moves =
    match fields (peek r) with [ "after"; moves ] -> ignore (take r); String.split_on_char '.' moves | _ -> []
  in
  if List.length moves > 510 then rejected "expected a history of 255 guesses at most";
  let past = history_of length [] moves in
  { claim; depth; mode; length; guesses; hidden; moves = String.concat "." moves; past }

(* ---- The proof. *)

type game = { head : head; words : word list; places : (string, int) Hashtbl.t; hides : string -> bool; at : position }

let place game text =
  match Hashtbl.find_opt game.places text with
  | Some i -> i
  | None -> demand_word game.head.length text; rejected "%s is none of the guesses" text

let hidden_place game text =
  let i = place game text in
  if game.hides text then i else rejected "%s is none of the hidden words" text

(* ..a.e/aee: letters that are green in their places, and how many of each letter there must be. *)
let restriction game text =
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

let scope_of game r =
  let listed n =
    let openers = List.init (number ~least:1 n) (fun _ -> take r) in
    let allowed = Hashtbl.create 20000 in
    List.iter (fun i -> Hashtbl.replace allowed i ()) game.at.openers;
    let legal w = Hashtbl.mem allowed (place game w) in
    List.iter (fun w -> if not (legal w) then rejected "the mode doesn't allow %s" w) openers;
    if List.compare_lengths (List.sort_uniq compare openers) openers < 0 then rejected "an opener is listed twice";
    List.map letters openers
  in
  match fields (take r) with
  | [ "openers"; "all" ] -> All
  | [ "openers"; "except"; n ] -> Except (listed n)
  | [ "openers"; "only"; n ] -> Only (listed n)
  | _ -> malformed "expected \"openers all\", \"openers except NUMBER\" or \"openers only NUMBER\""

let finish r =
  if take r <> "end of certificate" then malformed "expected \"end of certificate\"";
  if pos_in r.channel - r.start <> r.bytes then malformed "expected a newline at the end";
  match input_char r.channel with exception End_of_file -> () | _ -> malformed "expected nothing after the end"

let check_refutation ({ head; words; at; _ } as game) r =
  let scope = scope_of game r in
  let covered = numbered ~least:1 r "covered" in
  if begins_with "lemmas" r then not_covered "lemmas in place of nodes";
  let nodes = numbered r "nodes" in
  let rec through n progress =
    if n = nodes then progress
    else
      match step at.its_game progress (node_of game n (take r)) with
      | Some progress -> through (n + 1) progress
      | None -> rejected "node %d: its rule doesn't hold" n
  in
  let progress = through 0 start in
  let root =
    match fields (take r) with
    | "root" :: root -> nodes_before nodes root
    | _ -> malformed "expected \"root NODE NODE ...\""
  in
  finish r;
  if not (check_impossible words head.past at head.depth covered scope progress root) then
    rejected "the claim doesn't follow from the nodes of the root, or `covered` isn't right";
  Printf.sprintf
    "impossible_sound: no player%s finds each of the %d hidden words that are left within %d guesses"
    (match scope with
    | All -> ""
    | Except ws -> Printf.sprintf " whose next guess is none of the %d openers excepted" (List.length ws)
    | Only ws -> Printf.sprintf " whose next guess is one of the %d openers listed" (List.length ws))
    covered head.depth

let check_strategy ({ head; words; at; _ } as game) r =
  let opener = match fields (peek r) with [ "opener"; w ] -> ignore (take r); Some w | _ -> None in
  Option.iter (fun w -> ignore (place game w)) opener;
  let covered = numbered ~least:1 r "covered" in
  let total = numbered ~most:(255 * million) r "total" in
  let most = numbered ~least:1 ~most:255 r "most" in
  let distribution =
    match fields (take r) with
    | "distribution" :: counts -> List.map number counts
    | _ -> malformed "expected \"distribution NUMBER NUMBER ...\""
  in
  let steps = numbered ~most:(255 * million) r "steps" in
  let rec guesses n found = if n = 0 then List.rev found else guesses (n - 1) (place game (take r) :: found) in
  let steps = guesses steps [] in
  finish r;
  let opener_word = Option.map letters opener in
  if not (check_possible words head.past at head.depth opener_word covered total most distribution steps) then
    rejected "the strategy isn't one, or a number of the claim isn't right";
  Printf.sprintf
    "possible_sound: a player%s finds each of the %d hidden words that are left within %d guesses, with %d in \
     all, %d at most; so many take 1, 2, ... guesses: %s"
    (match opener with Some w -> " whose next guess is " ^ w | None -> "")
    covered head.depth total most
    (String.concat " " (List.map string_of_int distribution))

(* Lists of words are sets: the proven functions want them in alphabetical order, and refuse a word that comes twice. *)
let check r folder =
  let head = read_head r folder in
  let guesses = List.sort compare head.guesses.words and hidden = List.sort compare head.hidden.words in
  let words = List.map letters guesses in
  match prepare head.mode head.length words (List.map letters hidden) head.past with
  | None -> rejected "a word comes twice, a hidden word isn't a guess, or a guess of the history wasn't legal"
  | Some at ->
      let places = Hashtbl.create 20000 and may_hide = Hashtbl.create 20000 in
      List.iteri (fun i w -> Hashtbl.replace places w i) guesses;
      List.iter (fun w -> Hashtbl.replace may_hide w ()) hidden;
      let game = { head; words; places; hides = Hashtbl.mem may_hide; at } in
      let proven = match head.claim with Possible -> check_strategy game r | Impossible -> check_refutation game r in
      let list words digest = Printf.sprintf "%d words, SHA-256 %s" (List.length words) digest in
      String.concat "\n"
        ([ "accepted";
           "mode     " ^ (match head.mode with Normal -> "normal" | Hard -> "hard");
           "guesses  " ^ list guesses head.guesses.digest;
           "hidden   " ^ list hidden head.hidden.digest ]
        @ (if head.past = [] then [] else [ "after    " ^ head.moves ])
        @ [ "theorem  " ^ proven ])

let () =
  let file, folder =
    match Sys.argv with
    | [| _; file |] -> (file, "wordlists")
    | [| _; file; folder |] -> (file, folder)
    | _ -> prerr_endline "usage: wordle-check FILE [FOLDER], a folder of word lists, by default wordlists"; exit 2
  in
  let reader = ref { channel = stdin; start = 0; line = 0; bytes = 0; kept = None } in
  let fail code kind text = Printf.eprintf "error: %s: line %d: %s\n" kind !reader.line text; exit code in
  try
    let channel, demand_all = unpacked file in
    reader := { !reader with channel; start = pos_in channel };
    let proven = check !reader folder in
    demand_all ();
    print_endline proven
  with
  | Rejected text -> fail 1 "rejected" text
  | Malformed text -> fail 2 "malformed" text
  | Sys_error text -> prerr_endline ("error: " ^ text); exit 2
  | Not_covered text -> fail 3 "not covered" text
  | Stack_overflow | Out_of_memory -> fail 3 "not covered" "too large for this checker"
