(* Reads what is in a certificate's file, and its head: which game, and what was played.

   A verdict rests on read_head, words_of and history_of, which say what is claimed, and on digest, which says of which
   lists. *)

open Wordle

exception Malformed of string (* no certificate *)
exception Rejected of string (* a certificate that doesn't prove its claim *)
exception Not_covered of string (* one for another checker *)

let malformed format = Printf.ksprintf (fun text -> raise (Malformed text)) format
let rejected format = Printf.ksprintf (fun text -> raise (Rejected text)) format
let not_covered format = Printf.ksprintf (fun text -> raise (Not_covered text)) format

(* ---- Other programs: gzip, xz and sha256sum. *)

let ended name = function
  | Unix.WEXITED 0 -> ()
  | _ -> malformed "%s failed: is it installed, and is the file whole?" name

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
let trillion = million * million

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
let text_of (w : word) = String.of_seq (Seq.map Char.chr (List.to_seq w))

let a_to_z = "abcdefghijklmnopqrstuvwxyz"

(* What is guessed: words of the letters a to z, or codes. *)
type game = { rules : rules; length : int; letters : string; repeats : bool }

let demand_word game text =
  if not (String.length text = game.length && String.for_all (String.contains game.letters) text) then
    malformed "expected %d of the letters or colours %s, found %S" game.length game.letters text

(* ---- The head: which game, and what was played. *)

type claim = Possible of int | Impossible of int | Least of int | Between of int * int
type listed = { words : string list; digest : string }

type head = {
  claim : claim;
  game : game;
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

(* All codes, as Rules.v has them. *)
let all_codes game count =
  let rec number colours pegs =
    let others = if game.repeats then colours else colours - 1 in
    if pegs = 0 then 1 else min (million + 1) (colours * number others (pegs - 1))
  in
  if number (String.length game.letters) game.length <> count then malformed "expected the number of all codes";
  List.map text_of (codes game.repeats (letters game.letters) game.length)

let words_of r folder game keyword guesses =
  match fields (take r) with
  | k :: count :: sha256 :: origin :: _ :: _ when k = keyword ->
      let count = number ~least:1 count and of_codes = game.rules = Mastermind || game.rules = BlackPegs in
      let words =
        match origin with
        | "generated" when of_codes && guesses = [] -> all_codes game count
        | "guesses" when guesses <> [] -> guesses
        | "embedded" when not of_codes -> List.init count (fun _ -> take r)
        | "shipped" when not of_codes -> shipped folder sha256
        | _ -> malformed "expected words that are shipped or embedded, all codes, or guesses that may be hidden"
      in
      List.iter (demand_word game) words;
      if List.length words <> count then rejected "expected %d words, found %d" count (List.length words);
      if digest (String.concat "\n" words) <> sha256 then rejected "expected words with the SHA-256 %s" sha256;
      { words; digest = sha256 }
  | _ -> malformed "expected \"%s COUNT SHA256 ORIGIN NAME\"" keyword

(* A response as it is written: BYG for words, the numbers of black and white pegs for codes. *)
let pattern_of game text : pattern =
  let peg c = number ~most:game.length (String.make 1 c) in
  match (game.rules, chars text) with
  | Wordle _, tiles when List.length tiles = game.length ->
      List.map (function 'G' -> Green | 'Y' -> Yellow | 'B' -> Grey | _ -> malformed "expected B, Y or G") tiles
  | Mastermind, [ black; white ] -> pegs (peg black) (peg white)
  | BlackPegs, [ black ] -> pegs (peg black) 0
  | _ -> malformed "expected a response, found %S" text

(* stage.GBGBG.spare.BBYBB: in a history of Rules.v the last guess comes first. *)
let rec history_of game past = function
  | [] -> past
  | guess :: response :: moves ->
      demand_word game guess;
      history_of game ((letters guess, pattern_of game response) :: past) moves
  | _ -> malformed "expected words and responses joined by dots, such as stage.GBGBG"

(* Colours are digits and letters, no 0 where nine digits are enough. *)
let game_of r =
  let codes =
    match fields (peek r) with
    | [ "game"; "mastermind"; colours; repeats ] when repeats = "repeats" || repeats = "distinct" ->
        ignore (take r);
        let colours = number ~least:1 ~most:36 colours in
        let signs = "0123456789abcdefghijklmnopqrstuvwxyz" in
        Some (String.sub signs (if colours > 9 then 0 else 1) colours, repeats = "repeats")
    | "game" :: _ -> malformed "expected \"game mastermind COLOURS repeats\" or distinct"
    | _ -> None
  in
  let feedback = match fields (peek r) with [ "feedback"; name ] -> ignore (take r); name | _ -> "" in
  let mode = take r in
  let length = numbered ~least:1 ~most:(if codes = None then 16 else 9) r "length" in
  if begins_with "letters" r then not_covered "other letters than a to z";
  match (codes, feedback, mode) with
  | None, "", "mode normal" -> { rules = Wordle Normal; length; letters = a_to_z; repeats = true }
  | None, "", "mode hard" -> { rules = Wordle Hard; length; letters = a_to_z; repeats = true }
  | Some (letters, repeats), "", "mode normal" -> { rules = Mastermind; length; letters; repeats }
  | Some (letters, repeats), "exact", "mode normal" -> { rules = BlackPegs; length; letters; repeats }
  | None, "", "mode ultrahard" -> not_covered "ultrahard mode: this checker is for normal mode and hard mode"
  | Some _, _, ("mode hard" | "mode ultrahard") -> malformed "expected \"mode normal\", as codes have no other mode"
  | _, ("exact" | "jotto" | "slots" | "bulls-and-cows"), _ ->
      not_covered "feedback %s: this checker is for tiles, and for codes with pegs or black pegs alone" feedback
  | _ -> malformed "expected \"feedback NAME\" or nothing, and \"mode MODE\""

let read_head r folder =
  if take r <> "wordle-cp certificate 1" then malformed "expected \"wordle-cp certificate 1\"";
  let claim =
    match fields (take r) with
    | [ "claim"; "depth"; "possible"; n ] -> Possible (number ~least:1 ~most:255 n)
    | [ "claim"; "depth"; "impossible"; n ] -> Impossible (number ~least:1 ~most:255 n)
    | [ "claim"; "total"; "least"; n ] -> Least (number ~least:1 ~most:trillion n)
    | [ "claim"; "total"; "between"; low; high ] ->
        let low = number ~least:1 ~most:trillion low in
        Between (low, number ~least:low ~most:trillion high)
    | "claim" :: kind :: verdict :: _ when kind <> "depth" && kind <> "total" ->
        not_covered "claim %s %s: this checker is for depths and least totals" kind verdict
    | _ -> malformed "expected a claim"
  in
  label r "variant";
  label r "title";
  let game = game_of r in
  if begins_with "limit" r then ignore (numbered ~least:1 ~most:255 r "limit");
  let guesses = words_of r folder game "guesses" [] in
  let hidden = words_of r folder game "hidden" guesses.words in
  let moves =
    match fields (peek r) with [ "after"; moves ] -> ignore (take r); String.split_on_char '.' moves | _ -> []
  in
  if List.length moves > 510 then rejected "expected a history of 255 guesses at most";
  let past = history_of game [] moves in
  { claim; game; guesses; hidden; moves = String.concat "." moves; past }
