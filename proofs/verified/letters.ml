(* The letters of a game, and the three ways to refuse a file.

   Inside the program a letter is one byte: a to z are themselves. What the line `letters` has before a is a byte below 32,
   and what it has behind z is one above 127; 127 is what is no letter. No line of a file has bytes below 32, or 127. *)

(* An exit code, its meaning, and why. *)
exception Refused of int * string * string

let refused code kind format = Printf.ksprintf (fun text -> raise (Refused (code, kind, text))) format
let rejected format = refused 1 "rejected" format (* a certificate that doesn't prove its claim *)
let malformed format = refused 2 "malformed" format (* no certificate *)
let not_covered format = refused 3 "not covered" format (* one for another checker *)

let bytes_of_letters : (string * char) list ref = ref []
let chars text = List.of_seq (String.to_seq text)

(* The characters of a text in UTF-8, of which one or a few in brackets, such as (7) or (<2a>), count as one. *)
let characters text =
  let size i =
    let closed n = i + n <= String.length text && text.[i + n - 1] = ')' in
    match text.[i] with
    | '(' -> Option.value (List.find_opt closed [ 3; 4; 5; 6 ]) ~default:1
    | c -> if c < '\x80' then 1 else if c < '\xe0' then 2 else if c < '\xf0' then 3 else 4
  in
  let rec from i found =
    if i >= String.length text then List.rev found
    else let n = min (size i) (String.length text - i) in from (i + n) (String.sub text i n :: found)
  in
  from 0 []

(* What nobody sees, or what changes how the text beside it is shown: controls, spaces, marks of direction, tags. *)
let unseen character =
  List.exists (fun (first, last) -> first <= character && character <= last)
    [ ("\x00", "\x1f"); ("\x7f", "\u{a0}"); ("\u{ad}", "\u{ad}"); ("\u{61c}", "\u{61c}"); ("\u{1680}", "\u{1680}");
      ("\u{180b}", "\u{180f}"); ("\u{2000}", "\u{200f}"); ("\u{2028}", "\u{202f}"); ("\u{205f}", "\u{206f}");
      ("\u{3000}", "\u{3000}"); ("\u{fe00}", "\u{fe0f}"); ("\u{feff}", "\u{feff}"); ("\u{fff9}", "\u{fffb}");
      ("\u{e0000}", "\xff") ]

(* A message about a file that anybody may have written. *)
let seen text = String.concat "" (List.map (fun c -> if unseen c then "?" else c) (characters text))

let inside text =
  let byte name =
    match List.assoc_opt name !bytes_of_letters with
    | Some c -> String.make 1 c
    | None -> if String.length name = 1 then name else "\x7f"
  in
  if !bytes_of_letters = [] then text else String.concat "" (List.map byte (characters text))

let outside text =
  let name c = List.find_opt (fun (_, byte) -> byte = c) !bytes_of_letters in
  String.concat "" (List.map (fun c -> match name c with Some (n, _) -> n | None -> String.make 1 c) (chars text))

(* The letter of a name: (7) is 7, and (<2a>) is one of the signs that mean something in a file. No other way to write a
   letter of ASCII is taken, and none for a to z. *)
let bare name =
  let inner = if String.length name > 2 then String.sub name 1 (String.length name - 2) else "" in
  let escaped c = Printf.sprintf "(<%02x>)" (Char.code c) = name in
  let sign c = '!' <= c && c <= '~' && Char.(lowercase_ascii c = uppercase_ascii c) && not (String.contains "()*,-./<>" c) in
  if name = "" || characters name <> [ name ] then not_covered "letters of several characters"
  else if unseen name then malformed "expected letters that can be seen"
  else if name.[0] <> '(' then name
  else
    match List.find_opt escaped (chars "()*,-./<>") with
    | Some c -> String.make 1 c
    | None when inner <> "" && characters inner = [ inner ] && (sign inner.[0] || inner.[0] >= '\x80') -> inner
    | None -> not_covered "letters of several characters, or written as %s" name

(* All letters of a game, out of their names; from here on lines are read with a byte for each. *)
let letters_named names =
  let bares = List.map bare names in
  let known = List.combine names bares in
  let before, others = List.partition (fun (_, letter) -> letter < "a") known in
  let behind = List.filter (fun (_, letter) -> letter > "z") others in
  let odd name = String.length name = 1 && not ('a' <= name.[0] && name.[0] <= 'z') in
  if bares <> List.sort_uniq compare bares || before @ behind = [] || List.exists odd names then
    malformed "expected letters in the order of their code points, none twice, not all of them a to z";
  if List.length before > 31 || List.length behind > 127 then not_covered "so many letters";
  let bytes first = List.mapi (fun i (name, _) -> (name, Char.chr (first + i))) in
  bytes_of_letters := bytes 1 before @ bytes 128 behind;
  let letters = inside (String.concat "" names) in
  assert (not (String.contains letters '\x7f')); letters
