// The row of the next move: typed, pressed and coloured in the browser; the server hears of whole moves.
globalThis.wcpBoard = (() => {
  const {element} = viewer;
  const COLOURS = ["grey", "yellow", "green"];
  const part = (name) => document.querySelector(`.board .${name}`);
  const line = () => part("board-input");
  const game = () => JSON.parse(line().dataset.game); // what web/tiles.py says of it
  const event = (name, detail) => line().dispatchEvent(new CustomEvent(name, {detail, bubbles: true}));
  let waiting = false; // for the response to a guess: until then what is typed stays in the row
  const focus = () => { if (matchMedia("(pointer: fine)").matches) line().focus(); }; // a phone would show its own keys

  function split(text, {length, letters, signs}) { // a word that `text` begins, in capitals, and what stands behind it
    const word = [];
    let rest = text.toLowerCase();
    let lost = 0;
    while (rest && word.length < length) {
      const [typed, capital] = letters.find(([typed]) => rest.startsWith(typed)) || [rest[0], ""];
      if (capital) word.push(capital);
      else lost += /\p{L}/u.test(typed);
      rest = rest.slice(typed.length);
    }
    const colours = [...rest].map((sign) => signs[sign]).filter((colour) => colour !== undefined);
    return {word, rest: rest.trim(), colours, lost};
  }

  function read() { // letters may be typed composed or with their marks apart, as one of which the game has them
    const about = game();
    const [one, other] = ["NFC", "NFD"].map((form) => split(line().value.normalize(form), about));
    return {...about, ...(other.lost < one.lost ? other : one)};
  }

  function draw() {
    const {length, tiled, codes, answers, word, rest, colours} = read();
    const coloured = tiled && word.length === length;
    const tiles = element("span", undefined, "tiles mid");
    for (let place = 0; place < length; place += 1) {
      const letter = word[place] || "";
      const colour = coloured ? COLOURS[colours[place] || 0] : letter ? "plain" : "empty";
      const tile = element(coloured || codes ? "button" : "span", letter, `tile ${codes && letter ? `code p${parseInt(letter, 36) % 10}` : colour}`);
      if (coloured || codes) {
        tile.type = "button";
        tile.dataset.do = `${codes ? "peg" : "tile"} ${place}`;
        tile.setAttribute("aria-label", codes ? `peg ${place + 1}: ${letter || "empty"}, click for the next colour`
          : `next move, tile ${place + 1}: ${letter} ${colour}, click for the next colour`);
      }
      tiles.append(tile);
    }
    part("board-draft").replaceChildren(tiles);
    part("board-draft").insertAdjacentHTML("beforeend", Object.hasOwn(answers, rest) ? answers[rest] : "");
    part("board-note").replaceChildren();
  }

  function write(text) {
    line().value = text;
    draw();
  }

  function put(text) { // a word into the row, all grey where responses are tiles, to be coloured
    line().value = text;
    const {word, length, tiled, hint} = read();
    const move = word.join("");
    write(tiled ? `${move} ${"B".repeat(length)}` : move + (hint ? " " : ""));
    if (hint) part("board-note").textContent = hint.replace("{}", move);
    focus();
  }

  function refuse(text, why) { // puts a move back, and says why; what has been typed since then stays
    if (!line().value) write(text);
    if (!why) return;
    const problem = element("div", why, "wcp-problem");
    problem.setAttribute("role", "alert");
    part("board-note").replaceChildren(problem);
  }

  function enter() {
    const text = line().value;
    const {length, hint, word, rest} = read();
    if (waiting) return;
    if (hint && word.length === length && !rest) return put(text);
    write("");
    focus();
    waiting = !hint;
    event("move", text);
  }

  const presses = {
    tile: ({word, colours}, place) => {
      const next = word.map((_, other) => ((colours[other] || 0) + (other === Number(place))) % 3);
      write(`${word.join("")} ${next.map((colour) => "BYG"[colour]).join("")}`);
    },
    peg: ({word, letters}, place) => {
      const signs = letters.map(([, sign]) => sign);
      const code = [...word, ...signs[0].repeat(Math.max(0, place - word.length))];
      code[place] = signs[(signs.indexOf(code[place]) + 1) % signs.length];
      write(code.join(""));
    },
    key: ({word, length, letters}, letter) => {
      if (word.length < length) write(line().value + (letters.find(([typed]) => typed === letter) || [])[1]);
    },
    erase: ({word}) => (line().value ? write(word.slice(0, -1).join("")) : event("undo")),
    answer: ({word, length}, text) => {
      if (word.length < length) return;
      write(`${word.join("")} ${text}`);
      enter();
    },
    enter: () => enter(),
    word: (_, word) => put(word),
    guess: (_, word) => put(word), // of the table
  };

  document.addEventListener("click", ({target}) => {
    const [what, where] = target.closest("[data-do]")?.dataset.do.split(" ") || [];
    if (line()?.offsetParent && presses[what]) presses[what](read(), where);
  });
  document.addEventListener("input", ({target}) => { if (target === line()) draw(); });
  document.addEventListener("keydown", (pressed) => {
    const {key, target} = pressed;
    if (!line()?.offsetParent || pressed.altKey || pressed.ctrlKey || pressed.metaKey) return;
    const free = target === document.body || target.closest(".board-draft");
    if (key === "Enter" && (free || target === line())) {
      pressed.preventDefault();
      enter();
    } else if (key === "Backspace" && target === line() && !line().value) event("undo");
    else if (free && (key === "Backspace" || /^[\p{L}\p{N}]$/u.test(key))) line().focus(); // where the key goes then
  });
  new MutationObserver(() => { // a board that has just come
    if (!part("board-draft")?.matches(":empty")) return;
    draw();
    if (document.activeElement === document.body) focus();
  }).observe(document, {childList: true, subtree: true});

  return {put, refuse, answered: () => { waiting = false; }};
})();
