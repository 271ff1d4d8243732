(* Hands a certificate to the functions that Coq extracted into wordle.ml, and prints what they prove.

   A verdict rests on all of this file: scope_of and the numbers that the four checks read say what is claimed, and
   those checks print what was proven. *)

open Wordle
open Letters
open Reading
open Hints

let listed game r keyword count =
  let words = List.init (one_number ~least:1 keyword count) (fun _ -> take r) in
  demand_openers game words;
  List.map letters words

let scope_of game r =
  match record r "openers" with
  | [ "all" ] -> All
  | "except" :: count -> Except (listed game r "openers except" count)
  | "only" :: count -> Only (listed game r "openers only" count)
  | _ -> malformed "expected \"openers all\", \"openers except NUMBER\" or \"openers only NUMBER\""

(* Whose next guess a claim is about: those of a scope. *)
let whose scope =
  let next is of_these = function
    | [ w ] -> Printf.sprintf " whose next guess %s %s" is (text_of w)
    | ws ->
        let first = String.concat ", " (List.map text_of (List.filteri (fun i _ -> i < 3) ws)) in
        let dots = if List.length ws > 3 then ", ..." else "" in
        Printf.sprintf " whose next guess is %s the %d openers (%s%s)" of_these (List.length ws) first dots
  in
  match scope with All -> "" | Only ws -> next "is" "one of" ws | Except ws -> next "isn't" "none of" ws

(* Who finds what: each of the words that are left. *)
let finds { head; _ } covered =
  let things = if head.game.of_codes then "codes" else "words" in
  Printf.sprintf "finds each of the %d hidden %s that are left" covered things

(* Whoever reads "within 4 guesses" after a history has to know that its guesses are among the 4. *)
let counted head = if head.past = [] then "" else "; guesses count from the start of the game"

let opener_of game = function
  | [ w ] -> ignore (place game w); letters w
  | _ -> malformed "expected \"opener WORD\""

(* What is proven by the next [n] lines, each by what was proven before it. [prove] is a function of wordle.ml. *)
let proven_by r n prove read known =
  let next known i =
    match prove known (read i (take r)) with Some more -> more | None -> rejected "this node, set or lemma isn't true"
  in
  List.fold_left next known (List.init n Fun.id)

let check_refutation ({ head; words; at; _ } as game) r depth =
  let scope = scope_of game r in
  let covered = numbered ~least:1 r "covered" in
  let by, holds =
    match if head.game.of_codes then optional r "lemmas" else None with
    | Some n ->
        let prove known (g, late, changes, codes) = take_missed at.its_game hash known g late changes codes in
        let read = missed_of game (columns_of game) in
        let known = proven_by r (one_number ~most:most_lemmas "lemmas" n) prove (fun _ -> read) Nothing in
        let changes = changes game and order = order game scope in
        ("misses_sound", check_misses hash words head.past at depth covered scope known changes order)
    | None ->
        let nodes = numbered r "nodes" in
        let progress = proven_by r nodes (step at.its_game) (node_of game) start in
        let root = nodes_before nodes (record r "root") in
        ("impossible_sound", check_impossible words head.past at depth covered scope progress root (changes game))
  in
  finish r;
  if not holds then rejected "the claim doesn't follow from the nodes or lemmas, or `covered` isn't right";
  Printf.sprintf "%s: no player%s %s within %d guesses" by (whose scope) (finds game covered) depth

let check_strategy ({ head; words; at; _ } as game) r depth =
  let opener = Option.map (opener_of game) (optional r "opener") in
  let covered = numbered ~least:1 r "covered" in
  let total = numbered ~most:(255 * million) r "total" in
  let most = numbered ~least:1 ~most:255 r "most" in
  let distribution = List.map number (record r "distribution") in
  let steps = steps_of game r (numbered ~most:(255 * million) r "steps") in
  finish r;
  if not (check_possible words head.past at depth opener covered total most distribution steps) then
    rejected "the strategy isn't one, or a number of the claim isn't right";
  Printf.sprintf
    "possible_sound: a player%s %s within %d guesses, with %d in all, %d at most; so many take 1, 2, ... guesses: %s"
    (match opener with Some w -> " whose next guess is " ^ text_of w | None -> "")
    (finds game covered) depth total most (String.concat " " (List.map string_of_int distribution))

(* ---- Totals. *)

(* The lines before the openers: a limit, and which openers the claim is about. *)
let read_totals game r =
  let limit = optional_limit r "within" in
  let scope = match optional r "among" with None -> All | Some count -> Only (listed game r "among" count) in
  if optional r "weights" <> None then not_covered "weights of words";
  (limit, scope)

(* The numbers of sets and lemmas; for each of these rows a strategy, of so many steps; the sets and the lemmas. *)
let read_helps ({ at; _ } as game) r rows =
  let sets = numbered ~most:(if at.counts then 0 else most_sets) r "sets" in
  let lemmas = numbered ~most:most_lemmas r "lemmas" in
  let rows = List.map (fun (row, steps) -> (row, steps_of game r steps)) rows in
  let take_all n read = proven_by r n (take_help hash at) (fun _ -> read) in
  let workshop = open_workshop at |> take_all sets (set_of game) |> take_all lemmas (lemma_of game (columns_of game)) in
  finish r;
  (rows, workshop)

let nobody game scope limit covered least =
  Printf.sprintf "no player%s %s%s with fewer than %d guesses in all" (whose scope) (finds game covered)
    (match limit with Some n -> Printf.sprintf ", within %d guesses each," n | None -> "") least

let check_totals ({ head; words; at; _ } as game) r least =
  let limit, scope = read_totals game r in
  let row _ =
    match fields (take r) with
    | [ w; total; steps ] -> ((letters w, number ~least:1 ~most:trillion total), number ~most:trillion steps)
    | _ -> malformed "expected \"WORD TOTAL STEPS\""
  in
  let rows = List.init (numbered ~least:1 r "openers") row in
  let others = numbered ~least:1 ~most:trillion r "others" in
  let covered = numbered ~least:1 r "covered" in
  let changes = changes game and order = order game scope in
  demand_totals game least order others (List.map fst rows);
  let rows, workshop = read_helps game r rows in
  if not (check_least hash words head.past at workshop limit covered least scope rows others changes order) then
    rejected "a strategy isn't one, an opener may take fewer guesses, or `covered` isn't right";
  let cost ((w, total), _) = Printf.sprintf "%s is %d" (text_of w) total in
  Printf.sprintf "least_sound: %s; the least with %s%s"
    (nobody game scope limit covered least) (String.concat ", with " (List.map cost rows))
    (if List.length rows = List.length order then ""
     else
       Printf.sprintf "; with any other one%s it is %d or more%s" (if scope = All then "" else " of these openers")
         others (if at.counts then ", or the same as with an equivalent one of these" else ""))

let check_bounds ({ head; words; at; _ } as game) r low high =
  let limit, scope = read_totals game r in
  let opener = opener_of game (record r "opener") in
  let covered = numbered ~least:1 r "covered" in
  let rows, workshop = read_helps game r [ (opener, numbered ~most:trillion r "steps") ] in
  let steps = List.assoc opener rows and changes = changes game and order = order game scope in
  if not (check_between hash words head.past at workshop limit covered low high scope opener steps changes order) then
    rejected "the strategy isn't one, an opener may take fewer guesses, or `covered` isn't right";
  Printf.sprintf "between_sound: %s; one whose next guess is %s takes %d" (nobody game scope limit covered low)
    (text_of opener) high

(* What was proven, and about which game. *)
let shown head proven =
  let list { words; digest } = Printf.sprintf "%d words, SHA-256 %s" (List.length words) digest in
  let { rules; length; letters; repeats; of_codes } = head.game in
  let rules =
    match rules with
    | Wordle mode -> if mode = Hard then "mode     hard" else "mode     normal"
    | Mastermind -> "feedback black and white pegs"
    | BlackPegs -> "feedback black pegs"
    | Jotto -> "feedback the number of letters shared"
  and colours = Printf.sprintf "codes    %d of %d pegs in the colours %s, %s" (List.length head.guesses.words) length
      letters (if repeats then "which may be repeated" else "none twice")
  and lists = [ "guesses  " ^ list head.guesses; "hidden   " ^ list head.hidden ] in
  let game = if of_codes then [ colours; rules ] else rules :: lists in
  ("accepted" :: game) @ (if head.past = [] then [] else [ "after    " ^ head.moves ]) @ [ "theorem  " ^ proven ^ counted head ]

(* Lists of words are sets: the proven functions want them in alphabetical order, and refuse a word that comes twice. *)
let check r folder =
  let head = read_head r (shipped folder) in
  let sorted (list : listed) = List.map letters (List.sort compare list.words) in
  let words = sorted head.guesses and hidden = sorted head.hidden in
  match prepare head.game.rules head.game.length words hidden head.past with
  | None -> rejected "a word comes twice, a hidden word isn't a guess, or a guess of the history wasn't legal"
  | Some at ->
      let places, hides = lookups head words in
      let game = { head; words; at; places; hides } in
      shown head
        (match head.claim with
        | Possible depth -> check_strategy game r depth
        | Impossible depth -> check_refutation game r depth
        | Least total -> check_totals game r total
        | Between (low, high) -> check_bounds game r low high)

let () =
  let file, folder =
    match Sys.argv with
    | [| _; file |] -> (file, "wordlists")
    | [| _; file; folder |] -> (file, folder)
    | _ -> prerr_endline "usage: wordle-check FILE [FOLDER], a folder of word lists, by default wordlists"; exit 2
  in
  (* A quarter less memory, for a twentieth more time; and few looks at long stacks, for 32 MB. *)
  Gc.set { (Gc.get ()) with space_overhead = 40; minor_heap_size = 1 lsl 22 };
  let unreadable text = prerr_endline ("error: " ^ seen text); exit 2 in
  let reader = try unpacked file with Sys_error text -> unreadable text in
  let fail code kind text = Printf.eprintf "error: %s: line %d: %s\n" kind reader.line (seen (outside text)); exit code in
  try List.iter (fun line -> print_endline (outside line)) (check reader folder) with
  | Refused (code, kind, text) -> fail code kind text
  | Sys_error text -> unreadable text
  | Stack_overflow | Out_of_memory -> fail 3 "not covered" "too large for this checker"
