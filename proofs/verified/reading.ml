(* Reads what is in a certificate's file, and its head: which game, and what was played.

   A verdict rests on read_head, words_of and history_of, which say what is claimed, and on digest, which says of which
   lists. *)

open Wordle
open Letters

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

(* ---- Lines, and what stands on them. *)

(* A channel, and where it begins; a function that makes sure that all of a file was unpacked; the lines and bytes read
   so far; and a line that was only looked at. *)
type reader = {
  channel : in_channel; start : int; whole : unit -> unit;
  mutable line : int; mutable bytes : int; mutable kept : string option;
}

(* What a file contains once it is decompressed. *)
let unpacked file =
  if Sys.file_exists file && Sys.is_directory file then raise (Sys_error (file ^ ": Is a directory"));
  let plain = open_in_bin file in
  let first = really_input_string plain (min 6 (in_channel_length plain)) in
  let reader channel whole = { channel; start = pos_in channel; whole; line = 0; bytes = 0; kept = None } in
  let by command =
    let out = Unix.open_process_args_in "sh" [| "sh"; "-c"; command ^ " <\"$1\" 2>/dev/null"; "sh"; file |] in
    reader out (fun () -> ended command (Unix.close_process_in out))
  in
  if String.starts_with ~prefix:"\x1f\x8b" first then by "gzip -dc"
  else if String.starts_with ~prefix:"\xfd7zXZ\x00" first then by "xz -dc --memlimit=128MiB"
  else (seek_in plain 0; reader plain ignore)

let next_line r =
  let text = try input_line r.channel with End_of_file -> malformed "expected another line" in
  r.line <- r.line + 1;
  r.bytes <- r.bytes + String.length text + 1;
  if String.length text > 1 lsl 20 || r.bytes > 1 lsl 28 || r.line > 1 lsl 24 then
    malformed "expected lines of 1 MiB, 256 MiB and 16,777,216 lines in all";
  if String.exists (fun c -> c < ' ' || c = '\x7f') text then malformed "expected printable characters";
  inside text

let take r = match r.kept with Some text -> r.kept <- None; text | None -> next_line r
let peek r = let text = take r in r.kept <- Some text; text
let fields text = String.split_on_char ' ' text

(* What stands behind this keyword, if the next line begins with it; or it must. *)
let optional r keyword =
  match fields (peek r) with k :: rest when k = keyword -> ignore (take r); Some rest | _ -> None

let record r keyword =
  match optional r keyword with Some rest -> rest | None -> malformed "expected \"%s ...\"" keyword

let finish r =
  if take r <> "end of certificate" then malformed "expected \"end of certificate\"";
  if pos_in r.channel - r.start <> r.bytes then malformed "expected a newline at the end";
  match input_char r.channel with exception End_of_file -> r.whole () | _ -> malformed "expected nothing after the end"

let million = 1_000_000 and trillion = 1_000_000_000_000 and most_sets = 262144 and most_lemmas = 1_048_576

(* A decimal number without sign or leading zeros. *)
let number ?(least = 0) ?(most = million) text =
  let digits = String.length text <= 13 && String.for_all (fun c -> '0' <= c && c <= '9') text in
  if text = "" || (not digits) || (text.[0] = '0' && text <> "0") then malformed "expected a number, found \"%s\"" text;
  let n = int_of_string text in
  if n < least || n > most then malformed "expected a number from %d to %d, found %d" least most n;
  n

let one_number ?least ?most keyword = function
  | [ n ] -> number ?least ?most n
  | _ -> malformed "expected \"%s NUMBER\"" keyword
let numbered ?least ?most r keyword = one_number ?least ?most keyword (record r keyword)
let optional_limit r keyword = Option.map (one_number ~least:1 ~most:255 keyword) (optional r keyword)

let letters text : word = List.map Char.code (chars text)
let text_of (w : word) = String.of_seq (Seq.map Char.chr (List.to_seq w))

(* What is guessed: words, or codes. *)
type game = { rules : rules; length : int; letters : string; repeats : bool; of_codes : bool }

let demand_word game text =
  if not (String.length text = game.length && String.for_all (String.contains game.letters) text) then
    malformed "expected %d of the letters or colours %s, found \"%s\"" game.length game.letters text

(* ---- The head: which game, and what was played. *)

type claim = Possible of int | Impossible of int | Least of int | Between of int * int
type listed = { words : string list; digest : string }

(* The history stands here twice: as it is written, and as Rules.v has it. *)
type head = { claim : claim; game : game; guesses : listed; hidden : listed; moves : string; past : history }

(* All codes, as Rules.v has them. *)
let all_codes game count =
  let choices = List.init game.length (fun i -> String.length game.letters - if game.repeats then 0 else i) in
  let number = List.fold_left (fun n k -> min (million + 1) (n * k)) 1 choices in
  if number <> count then malformed "expected the number of all codes";
  List.map text_of (codes game.repeats (letters game.letters) game.length)

(* [shipped] finds a list by its digest. *)
let words_of r shipped game keyword guesses =
  match record r keyword with
  | count :: sha256 :: origin :: _ :: _ ->
      let count = number ~least:1 count in
      let words =
        match origin with
        | "generated" when game.of_codes && guesses = [] -> all_codes game count
        | "guesses" when guesses <> [] -> guesses
        | "embedded" when not game.of_codes -> List.init count (fun _ -> take r)
        | "shipped" when not game.of_codes && !bytes_of_letters = [] -> shipped sha256
        | _ -> malformed "expected words that are shipped or embedded, all codes, or guesses that may be hidden"
      in
      List.iter (demand_word game) words;
      if List.length words <> count then rejected "expected %d words, found %d" count (List.length words);
      let spelled w = String.concat "" (List.map (fun c -> bare (outside (String.make 1 c))) (chars w)) in
      if digest (String.concat "\n" (List.map spelled words)) <> sha256 then rejected "expected words with the SHA-256 %s" sha256;
      { words; digest = sha256 }
  | _ -> malformed "expected \"%s COUNT SHA256 ORIGIN NAME\"" keyword

(* A response as it is written: BYG for tiles; numbers of pegs; how many letters are shared, or !, the word is found. *)
let pattern_of game text : pattern =
  let pegs_of = number ~most:game.length in
  match (game.rules, chars text) with
  | Wordle _, tiles when List.length tiles = game.length ->
      List.map (function 'G' -> Green | 'Y' -> Yellow | 'B' -> Grey | _ -> malformed "expected B, Y or G") tiles
  | Mastermind, [ black; white ] -> pegs (pegs_of (String.make 1 black)) (pegs_of (String.make 1 white))
  | BlackPegs, _ -> pegs (pegs_of text) 0
  | Jotto, [ '!' ] -> pegs game.length 0
  | Jotto, _ -> pegs 0 (pegs_of text)
  | _ -> malformed "expected a response, found \"%s\"" text

(* stage.GBGBG.spare.BBYBB: in a history of Rules.v the last guess comes first. *)
let rec history_of game past = function
  | [] -> past
  | guess :: response :: moves ->
      demand_word game guess;
      history_of game ((letters guess, pattern_of game response) :: past) moves
  | _ -> malformed "expected words and responses joined by dots, such as stage.GBGBG"

(* Colours are digits and letters, no 0 where nine digits are enough. *)
let codes_of = function
  | [ "mastermind"; colours; (("repeats" | "distinct") as kind) ] ->
      let colours = number ~least:1 ~most:36 colours in
      let signs = "0123456789abcdefghijklmnopqrstuvwxyz" in
      (String.sub signs (if colours > 9 then 0 else 1) colours, kind = "repeats")
  | _ -> malformed "expected \"game mastermind COLOURS repeats\" or distinct"

let game_of r =
  let codes = Option.map codes_of (optional r "game") in
  let feedback = optional r "feedback" in
  let mode = record r "mode" in
  let length = numbered ~least:1 ~most:(if codes = None then 16 else 9) r "length" in
  let names = if codes = None then optional r "letters" else None in
  let usual = Option.fold names ~none:"abcdefghijklmnopqrstuvwxyz" ~some:letters_named in
  let letters, repeats = Option.value codes ~default:(usual, true) in
  let game rules = { rules; length; letters; repeats; of_codes = codes <> None } in
  match (codes, feedback, mode) with
  | None, None, [ "normal" ] -> game (Wordle Normal)
  | None, None, [ "hard" ] -> game (Wordle Hard)
  | Some _, None, [ "normal" ] -> game Mastermind
  | None, Some [ "bulls-and-cows" ], [ "normal" ] when length < 10 -> game Mastermind
  | _, Some [ "exact" ], [ "normal" ] -> game BlackPegs
  | _, Some [ "jotto" ], [ "normal" ] -> game Jotto
  | None, None, [ "ultrahard" ] -> not_covered "ultrahard mode: this checker is for normal mode and hard mode"
  | _, Some [ name ], [ "normal" ] when name <> "tiles" && name <> "bulls-and-cows" -> not_covered "feedback %s" name
  | _ -> malformed "expected \"mode MODE\", normal but for words with tiles, and before it \"feedback NAME\" or nothing"

let claim_of = function
  | [ "depth"; "possible"; n ] -> Possible (number ~least:1 ~most:255 n)
  | [ "depth"; "impossible"; n ] -> Impossible (number ~least:1 ~most:255 n)
  | [ "total"; "least"; n ] -> Least (number ~least:1 ~most:trillion n)
  | [ "total"; "between"; low; high ] ->
      let low = number ~least:1 ~most:trillion low in
      Between (low, number ~least:low ~most:trillion high)
  | "boards" :: _ -> malformed "claims about several boards were read up to version 0.1.0"
  | kind :: verdict :: _ when kind <> "depth" && kind <> "total" ->
      not_covered "claim %s %s: this checker is for depths and least totals" kind verdict
  | _ -> malformed "expected a claim"

let read_head r shipped =
  if take r <> "wordle-cp certificate 1" then malformed "expected \"wordle-cp certificate 1\"";
  let claim = claim_of (record r "claim") in
  List.iter (fun keyword -> ignore (record r keyword)) [ "variant"; "title" ];
  let game = game_of r in
  ignore (optional_limit r "limit");
  let guesses = words_of r shipped game "guesses" [] in
  let hidden = words_of r shipped game "hidden" guesses.words in
  let moves =
    match optional r "after" with None -> [] | Some [ moves ] -> String.split_on_char '.' moves
    | Some _ -> malformed "expected \"after HISTORY\""
  in
  if List.length moves > 510 then rejected "expected a history of 255 guesses at most";
  { claim; game; guesses; hidden; moves = String.concat "." moves; past = history_of game [] moves }
