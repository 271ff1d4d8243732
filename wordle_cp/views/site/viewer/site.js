"use strict";
// A page about one certificate. All that comes from data is put on the page as text, never as markup.

const page = JSON.parse(document.getElementById("data").textContent);
const SHOWN = 120; // words, and lines that lead on
const main = document.getElementById("main");
const problem = document.getElementById("problem");

class NoSuchPlace extends Error {} // an address that leads nowhere: the page begins anew, and says so

// ------------------------------------------------------------------------------------------------------------- pieces
const pieces = new Map(); // promises, by name
const arrivals = new Map();

function take(name, value) { // the scripts of the folder data/ call it
  arrivals.get(name)(value);
}

function piece(name) {
  if (!pieces.has(name)) {
    pieces.set(name, new Promise((resolve, reject) => {
      arrivals.set(name, resolve);
      const script = document.createElement("script");
      script.src = `data/${page.name}/${name}.js`;
      script.onerror = () => { pieces.delete(name); reject(new Error(`${script.src} is missing`)); };
      document.head.append(script);
    }));
  }
  return pieces.get(name);
}

function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
const typed = (input) => input.value.trim().normalize("NFC");
const address = (options) => `#${new URLSearchParams(options)}`;

function wordList(words, weights = []) {
  const list = element("div", undefined, "words");
  list.dir = "auto";
  words.forEach((word, place) => {
    const item = element("span", word);
    if (weights.length) item.append(" ", element("b", weights[place].join("/")));
    list.append(item);
  });
  return list;
}

function named(items, name, nameOf) { // the item that a visitor calls so, in capitals or not
  const by = (form) => items.find((item) => form(nameOf(item)) === form(name));
  return by((text) => text.toLowerCase()) || by((text) => text.toUpperCase()); // capitals can tell less: ß, SS
}

function more(list, left, show) { // a button that shows the rest of a list
  if (left <= 0) return;
  const button = element("button", `${left} more`);
  button.type = "button";
  button.onclick = () => { button.remove(); show(); };
  list.after(button);
}

// ------------------------------------------------------------------------------------------------------------- a tree
function grown(data) { // the nodes with what is below them: words, guesses in all, the most
  const first = {guess: data.root[0], parent: null, number: data.start.length + 1, wins: data.root[2], raw: data.root[3], children: []};
  const order = [first];
  for (const node of order) {
    for (const [guess, response, wins, raw] of node.raw) {
      const child = {guess, response, wins, raw, parent: node, number: node.number + 1, children: []};
      node.children.push(child);
      order.push(child);
    }
    delete node.raw;
  }
  for (const node of order.reverse()) {
    node.words = node.wins + node.children.reduce((sum, child) => sum + child.words, 0);
    node.total = node.wins * node.number + node.children.reduce((sum, child) => sum + child.total, 0);
    node.most = node.children.reduce((most, child) => Math.max(most, child.most), node.number);
  }
  return first;
}

function tilesOf(data, guess, response) {
  const [text, colours] = data.responses[response];
  const row = element("span", undefined, "tiles");
  row.dir = "auto";
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", `${shown(data, guess)} ${data.tiled ? colours.join(" ") : text}`);
  data.guesses[guess][1].forEach((letter, place) => {
    row.append(element("span", letter, `tile ${data.tiled ? colours[place] : "plain"}`));
  });
  if (!data.tiled) row.append(element("span", text, "pegs"));
  return row;
}

const shown = (data, guess) => data.guesses[guess][1].join("");

function historyOf(data, node) {
  const moves = node.parent ? historyOf(data, node.parent) : data.start.map(([guess, response]) => move(data, guess, response));
  if (node.parent) moves.push(move(data, node.parent.guess, node.response));
  return moves;
}

const move = (data, guess, response) => `${data.guesses[guess][0]}.${data.responses[response][0].toLowerCase()}`;

function nodeAt(data, first, after) { // the node after a history; undefined: the strategy never gets there
  const wanted = after.toLowerCase();
  const path = (node) => historyOf(data, node).join(".").toLowerCase();
  let node = first;
  while (node && path(node) !== wanted) node = node.children.find((child) => `${wanted}.`.startsWith(`${path(child)}.`));
  return node;
}

function wordsBelow(node) {
  const found = [];
  const open = [node];
  while (open.length) {
    const one = open.pop();
    if (one.wins) found.push(one);
    open.push(...one.children);
  }
  return found;
}

async function showTree(options) {
  const opener = options.get("opener") || page.openers[0][0];
  const number = page.openers.findIndex(([one]) => one === opener);
  if (number < 0) throw new NoSuchPlace(`This certificate has no strategy that begins with ${opener}.`);
  const data = await piece(`tree-${number}`);
  data.first = data.first || grown(data);
  const link = (node) => {
    const history = historyOf(data, node).join(".");
    const asked = page.openers.length > 1 ? {opener} : {};
    return address(node === data.first ? {...asked, start: ""} : {...asked, after: history});
  };
  const after = options.get("after");
  const node = after ? nodeAt(data, data.first, after) : data.first;
  if (!node) throw new NoSuchPlace(`The strategy never gets to ${after}.`);
  main.replaceChildren(element("h2", "The strategy"));
  if (page.openers.length > 1) main.append(openerForm(opener));
  main.append(wayTo(data, node, link));
  const columns = element("div", undefined, "columns");
  columns.append(nodeCard(data, node, link), responses(data, node, link));
  main.append(columns);
}

function openerForm(opener) {
  const form = element("form");
  const label = element("label", "Opener ");
  const select = element("select");
  for (const [one, text] of page.openers) select.append(new Option(text, one, false, one === opener));
  select.onchange = () => { location.hash = address({opener: select.value, start: ""}); };
  label.append(select);
  form.append(label);
  return form;
}

function wayTo(data, node, link) {
  const list = element("ol", undefined, "way");
  const nodes = [];
  for (let one = node; one.parent; one = one.parent) nodes.unshift(one);
  for (const [guess, response] of data.start) {
    const item = element("li");
    item.append(tilesOf(data, guess, response));
    list.append(item);
  }
  for (const one of nodes) {
    const item = element("li");
    const back = element("a");
    back.href = link(one.parent);
    back.title = `back to ${shown(data, one.parent.guess)}`;
    back.append(tilesOf(data, one.parent.guess, one.response));
    item.append(back);
    list.append(item);
  }
  return list;
}

function nodeCard(data, node, link) {
  const card = element("section");
  card.setAttribute("aria-label", "This position");
  card.append(element("p", shown(data, node.guess), "big"));
  card.append(element("p", `guess ${node.number}, ${node.wins ? "can" : "can't"} be the ${data.noun}`, "soft"));
  const mean = (node.total / node.words).toFixed(4);
  card.append(element("p", `${count(node.words, data.noun)} left: ${node.total} guesses in all, ${mean} on average, ${node.most} at most`));
  const below = wordsBelow(node).map((one) => [shown(data, one.guess), one]).sort(([a], [b]) => (a < b ? -1 : 1));
  const words = wordList(below.slice(0, SHOWN).map(([word]) => word));
  card.append(words);
  more(words, below.length - SHOWN, () => words.replaceWith(wordList(below.map(([word]) => word))));
  const form = element("form");
  const label = element("label", `Find a ${data.noun} `);
  const input = element("input");
  input.autocomplete = "off";
  input.spellcheck = false;
  label.append(input);
  form.append(label);
  form.onsubmit = (event) => {
    event.preventDefault();
    const asked = typed(input);
    const found = named(wordsBelow(data.first), asked, (one) => shown(data, one.guess));
    if (found) location.hash = link(found);
    else complain(`${asked}: not a ${data.noun} that this strategy has to find.`);
  };
  card.append(form);
  return card;
}

function responses(data, node, link) {
  const part = element("section");
  part.setAttribute("aria-label", "Responses");
  part.append(element("p", node.children.length ? count(node.children.length, "response") : "The game is over here.", "soft"));
  const list = element("ul", undefined, "lines");
  const fill = (children) => children.forEach((child) => {
    const item = element("li");
    const line = element("a");
    line.href = link(child);
    const below = child.children.length ? `${child.total} guesses, ${child.most} at most` : `guess ${child.most}`;
    line.append(tilesOf(data, node.guess, child.response), element("span", count(child.words, data.noun)),
      element("span", shown(data, child.guess), "guess"), element("span", below, "soft"));
    item.append(line);
    list.append(item);
  });
  part.append(list);
  fill(node.children.slice(0, SHOWN));
  more(list, node.children.length - SHOWN, () => fill(node.children.slice(SHOWN)));
  return part;
}

// ----------------------------------------------------------------------------------------------- the steps of a proof
const PIECE = page.piece;

async function stepOf(number) {
  return (await piece(`steps-${Math.floor(number / PIECE)}`))[number % PIECE];
}

async function showProof(options) {
  const asked = options.get("step");
  if (asked === null) return showClaim();
  const number = /^[0-9]{1,9}$/.test(asked) ? Number(asked) : NaN;
  if (!(number < page.steps)) throw new NoSuchPlace(`There is no step ${asked}: the proof has ${count(page.steps, "step")}.`);
  const step = await stepOf(number);
  const parts = [element("h2", "A step of the proof"), place(step)];
  if (step.children) parts.push(element("p", "The earlier steps, and guesses that each answers:", "soft"), ...stepLines(step.children));
  if (step.moreChildren) parts.push(element("p", `and ${count(step.moreChildren, "more step")}; wordle-cp explain names them all`, "soft"));
  const up = element("p");
  const links = [["The claim", address({claim: ""})]];
  if (step.usedBy !== undefined) links.unshift([`Step ${step.usedBy} rests on it`, address({step: step.usedBy})]);
  links.forEach(([text, href], number) => {
    const link = element("a", text);
    link.href = href;
    up.append(...(number ? [" · ", link] : [link]));
  });
  parts.push(up);
  main.replaceChildren(...parts);
}

function place(shown) {
  const card = element("section");
  card.setAttribute("aria-label", "What is shown");
  card.append(element("p", shown.told, "told"));
  if (shown.binding) card.append(element("p", shown.binding));
  card.append(wordList(shown.words, shown.weights));
  if (shown.more) card.append(element("p", `and ${shown.more} more`, "soft"));
  for (const line of shown.lines || []) card.append(element("p", line));
  return card;
}

function stepLines(children) {
  const list = element("ul", undefined, "lines steps");
  const fill = (some) => some.forEach(([number, refutes, examples]) => {
    const item = element("li");
    const line = element("a");
    line.href = address({step: number});
    const names = examples.join(" ") + (refutes > examples.length ? " ..." : "");
    line.append(element("span", `step ${number}`), element("span", `answers ${count(refutes, "guess", "guesses")}`), element("span", names, "soft"));
    item.append(line);
    list.append(item);
  });
  fill(children.slice(0, SHOWN));
  const part = element("div");
  part.append(list);
  more(list, children.length - SHOWN, () => fill(children.slice(SHOWN)));
  return [part];
}

async function showClaim() {
  const claim = await piece("claim");
  const parts = [element("h2", "The proof"), place(claim)];
  if (claim.covering !== undefined) {
    const link = element("a", `Step ${claim.covering}`);
    link.href = address({step: claim.covering});
    parts.push(link);
  }
  if (claim.openers.length) {
    parts.push(openerQuestion(claim), element("p", "Steps, and openers that each answers:", "soft"));
    const children = claim.openers.map(([number, openers]) => [number, openers.length, openers.slice(0, 6).map(([opener]) => opener)]);
    parts.push(...stepLines(children.sort((a, b) => b[1] - a[1])));
  }
  main.replaceChildren(...parts);
}

function openerQuestion(claim) {
  const form = element("form");
  const label = element("label", "Your first guess ");
  const input = element("input");
  input.id = "opener";
  input.autocomplete = "off";
  input.spellcheck = false;
  const answer = element("p");
  answer.setAttribute("role", "status");
  label.append(input);
  const button = element("button", "Try it");
  form.append(label, button, answer);
  form.onsubmit = (event) => {
    event.preventDefault();
    const asked = typed(input);
    const all = claim.openers.flatMap(([number, openers]) => openers.map((one) => [number, ...one]));
    const found = named(all, asked, ([, opener]) => opener);
    if (found) {
      const [number, opener, response] = found;
      const link = element("a", `step ${number}`);
      link.href = address({step: number});
      answer.replaceChildren(`${opener} ${response}: the words of `, link, " are left then, and they are too many.");
    } else answer.textContent = `The claim doesn't speak of ${asked}.`;
  };
  return form;
}

// ----------------------------------------------------------------------------------------- the numbers of an opener
function showBound(bound) {
  main.append(element("h2", "Why no strategy does better"), element("p", bound.told, "told"));
  for (const line of bound.lines) main.append(element("p", line));
}

// ---------------------------------------------------------------------------------------------------------- the page
function complain(text) {
  problem.textContent = text;
}

async function view(options) {
  if (page.openers) await showTree(options);
  else if (page.steps !== undefined) await showProof(options);
  else if (page.why) main.replaceChildren(element("p", page.why));
  const opener = options.get("opener") || (page.openers || [[""]])[0][0];
  if (page.bounds && page.bounds[opener] && !options.get("after")) showBound(page.bounds[opener]);
}

async function show() {
  problem.textContent = "";
  try {
    await view(new URLSearchParams(location.hash.slice(1)));
  } catch (error) {
    if (error instanceof NoSuchPlace) await view(new URLSearchParams());
    complain(error.message);
  }
}

// --------------------------------------------------------------------------------------------------------- the check
function offerCheck() {
  if (!page.pyodide || !location.protocol.startsWith("http")) return;
  const verdict = document.getElementById("verdict");
  const start = document.getElementById("start");
  const cancel = document.getElementById("cancel");
  let worker = null;
  const end = (text) => {
    worker.terminate();
    cancel.hidden = true;
    start.disabled = false;
    verdict.textContent = text;
  };
  document.getElementById("here").hidden = false;
  document.getElementById("otherwise").textContent = "Or in this folder, once you have it:";
  cancel.onclick = () => end("cancelled");
  start.onclick = () => {
    start.disabled = true;
    cancel.hidden = false;
    verdict.textContent = "loading Python";
    worker = new Worker("check.js", {type: "module"});
    worker.onmessage = ({data}) => (data.end ? end(data.told) : (verdict.textContent = data.told));
    worker.onerror = (event) => end(`The checker can't run here: ${event.message || "the browser refuses it"}`);
    worker.postMessage({file: page.file, sources: page.sources, lists: page.lists});
  };
}

addEventListener("hashchange", show);
offerCheck();
show();
