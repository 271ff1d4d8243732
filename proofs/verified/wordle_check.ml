(* Hands a certificate to the functions that Coq extracted into wordle.ml, and prints what they prove.

   A verdict rests on all of this file: scope_of and the numbers that the three checks read say what is claimed, and
   those checks print what was proven. *)

open Wordle
open Reading
open Hints

let different_words ws =
  if List.compare_lengths (List.sort_uniq compare ws) ws < 0 then rejected "an opener is listed twice"

let listed game r n =
  let openers = List.init (number ~least:1 n) (fun _ -> take r) in
  let allowed = Hashtbl.create 20000 in
  List.iter (fun i -> Hashtbl.replace allowed i ()) game.at.openers;
  let legal w = Hashtbl.mem allowed (place game w) in
  List.iter (fun w -> if not (legal w) then rejected "the mode doesn't allow %s" w) openers;
  different_words openers;
  List.map letters openers

let scope_of game r =
  match fields (take r) with
  | [ "openers"; "all" ] -> All
  | [ "openers"; "except"; n ] -> Except (listed game r n)
  | [ "openers"; "only"; n ] -> Only (listed game r n)
  | _ -> malformed "expected \"openers all\", \"openers except NUMBER\" or \"openers only NUMBER\""

(* Whose next guess a claim is about: those of a scope. *)
let whose scope =
  let some said ws =
    let first = List.filteri (fun i _ -> i < 3) (List.map text_of ws) in
    Printf.sprintf " whose next guess is %s %d openers (%s%s)" said (List.length ws) (String.concat ", " first)
      (if List.length ws > 3 then ", ..." else "")
  in
  match scope with
  | All -> ""
  | Only [ w ] -> " whose next guess is " ^ text_of w
  | Except [ w ] -> " whose next guess isn't " ^ text_of w
  | Only ws -> some "one of the" ws
  | Except ws -> some "none of the" ws

let things head = match head.game.rules with Wordle _ -> "words" | Mastermind | BlackPegs -> "codes"

let finish r =
  if take r <> "end of certificate" then malformed "expected \"end of certificate\"";
  if pos_in r.channel - r.start <> r.bytes then malformed "expected a newline at the end";
  match input_char r.channel with exception End_of_file -> () | _ -> malformed "expected nothing after the end"

let check_refutation ({ head; words; at; _ } as game) r depth =
  let scope = scope_of game r in
  let covered = numbered ~least:1 r "covered" in
  let theorem by =
    Printf.sprintf "%s: no player%s finds each of the %d hidden %s that are left within %d guesses" by (whose scope)
      covered (things head) depth
  in
  let wrong by = rejected "the claim doesn't follow from %s, or `covered` isn't right" by in
  let changes = changes head.game head.past in
  if begins_with "lemmas" r && head.game.letters <> a_to_z then begin
    let columns = columns_of game in
    let rec through n known =
      if n = 0 then known
      else
        let guesses, late, changes, words = missed_of game columns (take r) in
        match take_missed at.its_game hash known guesses late changes words with
        | Some known -> through (n - 1) known
        | None -> rejected "the lemma isn't true"
    in
    let known = through (numbered ~most:262144 r "lemmas") Nothing in
    finish r;
    let order = match scope with Only ws -> List.map (fun w -> place game (text_of w)) ws | _ -> at.openers in
    if not (check_misses hash words head.past at depth covered scope known changes order) then wrong "the lemmas";
    theorem "misses_sound"
  end
  else
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
  if not (check_impossible words head.past at depth covered scope progress root changes) then
    wrong "the nodes of the root";
  theorem "impossible_sound"

let rec steps_of game r n found =
  if n = 0 then List.rev found else steps_of game r (n - 1) (place game (take r) :: found)

let check_strategy ({ head; words; at; _ } as game) r depth =
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
  let steps = steps_of game r steps [] in
  finish r;
  let opener_word = Option.map letters opener in
  if not (check_possible words head.past at depth opener_word covered total most distribution steps) then
    rejected "the strategy isn't one, or a number of the claim isn't right";
  Printf.sprintf
    "possible_sound: a player%s finds each of the %d hidden %s that are left within %d guesses, with %d in \
     all, %d at most; so many take 1, 2, ... guesses: %s"
    (match opener with Some w -> " whose next guess is " ^ w | None -> "")
    covered (things head) depth total most
    (String.concat " " (List.map string_of_int distribution))

(* ---- Totals. *)

type totals = { limit : int option; scope : scope; order : int list; change : change list }

(* The lines before the openers. *)
let read_totals ({ head; at; _ } as game) r =
  let limit = if begins_with "within" r then Some (numbered ~least:1 ~most:255 r "within") else None in
  let scope = match fields (peek r) with [ "among"; n ] -> ignore (take r); Only (listed game r n) | _ -> All in
  if begins_with "weights" r then not_covered "weights of words";
  let order = match scope with Only ws -> List.map (fun w -> place game (text_of w)) ws | _ -> at.openers in
  { limit; scope; order; change = changes head.game head.past }

(* The sets and the lemmas. *)
let workshop_of ({ head; at; _ } as game) r sets lemmas =
  let rec through n parse workshop =
    if n = 0 then workshop
    else
      match take_help hash at workshop (parse (take r)) with
      | Some workshop -> through (n - 1) parse workshop
      | None -> rejected "the set or lemma isn't true"
  in
  (match head.game.rules with Wordle _ -> () | _ -> if sets > 0 then malformed "expected no sets about codes");
  let workshop = through sets (set_of game) (open_workshop at) |> through lemmas (lemma_of game (columns_of game)) in
  finish r;
  workshop

let in_time limit = match limit with Some n -> Printf.sprintf ", within %d guesses each," n | None -> ""

let check_totals ({ head; words; at; _ } as game) r least =
  let { limit; scope; order; change } = read_totals game r in
  let row text =
    match fields text with
    | [ w; total; steps ] -> (place game w, w, number ~least:1 ~most:trillion total, number ~most:trillion steps)
    | _ -> malformed "expected \"WORD TOTAL STEPS\""
  in
  let rows = List.init (numbered ~least:1 r "openers") (fun _ -> row (take r)) in
  let others = numbered ~least:1 ~most:trillion r "others" in
  let totals = List.map (fun (_, _, total, _) -> total) rows in
  if totals @ [ others ] <> List.sort compare (totals @ [ others ]) then malformed "expected ascending totals";
  if List.hd totals <> least then malformed "expected %d, the least total, first" least;
  different_words (List.map (fun (_, w, _, _) -> w) rows);
  let covered = numbered ~least:1 r "covered" in
  let like = at.its_game.first_alike change at.left_places and like_listed = Hashtbl.create 16 in
  List.iter (fun (x, _, _, _) -> Hashtbl.replace like_listed (like x) ()) rows;
  if List.for_all (fun x -> Hashtbl.mem like_listed (like x)) order && others <> List.hd (List.rev totals) then
    rejected "expected the last total for others, as there are none";
  let sets = numbered ~most:262144 r "sets" in
  let lemmas = numbered ~most:262144 r "lemmas" in
  let rows = List.map (fun (_, w, total, steps) -> ((letters w, total), steps_of game r steps [])) rows in
  let workshop = workshop_of game r sets lemmas in
  if not (check_least hash words head.past at workshop limit covered least scope rows others change order) then
    rejected "a strategy isn't one, an opener may take fewer guesses, or `covered` isn't right";
  let costs ((w, total), _) = Printf.sprintf "%s is %d" (text_of w) total in
  Printf.sprintf
    "least_sound: no player%s finds each of the %d hidden %s that are left%s with fewer than %d guesses in all; \
     the least with %s%s"
    (whose scope) covered (things head) (in_time limit) least
    (String.concat ", with " (List.map costs rows))
    (if List.length rows = List.length order then ""
     else
       Printf.sprintf "; with any other one%s it is %d or more%s"
         (match scope with Only _ -> " of these openers" | _ -> "")
         others
         (if change = [] then "" else ", or the same as with one of these"))

let check_bounds ({ head; words; at; _ } as game) r (low, high) =
  let { limit; scope; order; change } = read_totals game r in
  let opener = match fields (take r) with [ "opener"; w ] -> w | _ -> malformed "expected \"opener WORD\"" in
  ignore (place game opener);
  let covered = numbered ~least:1 r "covered" in
  let steps = numbered ~most:trillion r "steps" in
  let sets = numbered ~most:262144 r "sets" in
  let lemmas = numbered ~most:262144 r "lemmas" in
  let steps = steps_of game r steps [] in
  let workshop = workshop_of game r sets lemmas in
  let opener_word = letters opener in
  if not (check_between hash words head.past at workshop limit covered low high scope opener_word steps change order)
  then rejected "the strategy isn't one, an opener may take fewer guesses, or `covered` isn't right";
  Printf.sprintf
    "between_sound: no player%s finds each of the %d hidden %s that are left%s with fewer than %d guesses in all; \
     one whose next guess is %s takes %d"
    (whose scope) covered (things head) (in_time limit) low opener high

(* Lists of words are sets: the proven functions want them in alphabetical order, and refuse a word that comes
  twice. *)
let check r folder =
  let head = read_head r folder in
  let guesses = List.sort compare head.guesses.words and hidden = List.sort compare head.hidden.words in
  let words = List.map letters guesses in
  match prepare head.game.rules head.game.length words (List.map letters hidden) head.past with
  | None -> rejected "a word comes twice, a hidden word isn't a guess, or a guess of the history wasn't legal"
  | Some at ->
      let places = Hashtbl.create 20000 and may_hide = Hashtbl.create 20000 in
      List.iteri (fun i w -> Hashtbl.replace places w i) guesses;
      List.iter (fun w -> Hashtbl.replace may_hide w ()) hidden;
      let game = { head; words; places; hides = Hashtbl.mem may_hide; at } in
      let proven =
        match head.claim with
        | Possible depth -> check_strategy game r depth
        | Impossible depth -> check_refutation game r depth
        | Least total -> check_totals game r total
        | Between _ when head.game.letters <> a_to_z -> not_covered "an interval of codes: bound 7 isn't proven here"
        | Between (low, high) -> check_bounds game r (low, high)
      in
      let list words digest = Printf.sprintf "%d words, SHA-256 %s" (List.length words) digest in
      let { rules; length; letters; repeats } = head.game in
      let pegs kind =
        [ Printf.sprintf "codes    %d of %d pegs in the colours %s, %s" (List.length words) length letters
            (if repeats then "which may be repeated" else "none twice");
          "feedback " ^ kind ]
      in
      String.concat "\n"
        ([ "accepted" ]
        @ (match rules with
          | Wordle mode ->
              [ "mode     " ^ (match mode with Normal -> "normal" | Hard -> "hard");
                "guesses  " ^ list guesses head.guesses.digest;
                "hidden   " ^ list hidden head.hidden.digest ]
          | Mastermind -> pegs "black and white pegs"
          | BlackPegs -> pegs "black pegs")
        @ (if head.past = [] then [] else [ "after    " ^ head.moves ])
        @ [ "theorem  " ^ proven ])

let () =
  let file, folder =
    match Sys.argv with
    | [| _; file |] -> (file, "wordlists")
    | [| _; file; folder |] -> (file, folder)
    | _ -> prerr_endline "usage: wordle-check FILE [FOLDER], a folder of word lists, by default wordlists"; exit 2
  in
  Gc.set { (Gc.get ()) with space_overhead = 40 }; (* a quarter less memory, for a twentieth more time *)
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
