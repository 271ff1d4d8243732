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

let demand_word length text =
  if not (String.length text = length && String.for_all is_letter text) then
    malformed "expected a word of %d letters a to z, found %S" length text

(* ---- The head: which game, and what was played. *)

type claim = Possible | Impossible | Least
type listed = { words : string list; digest : string }

type head = {
  claim : claim;
  number : int; (* the depth, or the total *)
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
  let claim, bound =
    match fields (take r) with
    | [ "claim"; "depth"; "possible"; n ] -> (Possible, number ~least:1 ~most:255 n)
    | [ "claim"; "depth"; "impossible"; n ] -> (Impossible, number ~least:1 ~most:255 n)
    | [ "claim"; "total"; "least"; n ] -> (Least, number ~least:1 ~most:trillion n)
    | "claim" :: kind :: verdict :: _ when kind <> "depth" ->
        not_covered "claim %s %s: this checker is for depths and least totals" kind verdict
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
  { claim; number = bound; mode; length; guesses; hidden; moves = String.concat "." moves; past }
