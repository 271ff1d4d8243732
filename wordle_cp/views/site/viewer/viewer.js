"use strict";
// Shows a strategy or a proof in an element, for the pages of a static site and for the page of the server. All that
// comes from data is shown as text, never as markup.
globalThis.viewer = (() => {
const SHOWN = 120; // words
const LINES = 300; // lines that lead on: more than there are responses to five letters
let host = null; // the element `main`, what tells the address of a place and goes there, and what complains

class NoSuchPlace extends Error {} // an address that leads nowhere: the page begins anew, and says so

function start(one) {
  host = one;
}

document.addEventListener("keydown", (event) => { // in lists: arrows walk, right goes in, left goes back; in tables Enter presses
  const line = event.target.closest?.(".lines a, .way a, table [data-do]");
  if (!line || event.altKey || event.ctrlKey || event.metaKey) return;
  const lines = [...line.closest("ol, ul, table").querySelectorAll("a, tbody [data-do]")];
  const all = lines.length;
  const step = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -all, End: all}[event.key];
  if (step) lines[Math.max(0, Math.min(all - 1, lines.indexOf(line) + step))]?.focus();
  else if ((line.href ? ["ArrowRight"] : ["Enter", " "]).includes(event.key)) line.click();
  else if (line.href && (event.key === "ArrowLeft" || event.key === "Backspace")) host.main.querySelector(".up")?.click();
  else return;
  event.preventDefault();
});

function show(...parts) { // instead of what is there; who was in a list is in one again
  const within = document.activeElement.closest?.("a") && host.main.contains(document.activeElement);
  host.main.replaceChildren(...parts);
  if (within) (host.main.querySelector(".lines a") || host.main.querySelector(".up"))?.focus({preventScroll: true});
}

function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
const typed = (input) => input.value.trim().normalize("NFC");

function anchor(options, text, kind) { // a link to a place
  const link = element("a", text, kind);
  link.href = host.address(options);
  link.dataset.place = JSON.stringify(options);
  return link;
}

function field(form, text) { // a short line to type in, with its label
  const label = element("label", `${text} `);
  const input = element("input");
  input.autocomplete = input.autocapitalize = "off";
  input.spellcheck = false;
  label.append(input);
  form.append(label);
  return input;
}

function question(text, asked, button, kind) { // a form with one line, whose contents are asked
  const form = element("form");
  const input = field(form, text);
  if (button) form.append(element("button", button, kind));
  form.onsubmit = (event) => {
    event.preventDefault();
    if (typed(input)) asked(typed(input));
  };
  return form;
}

function lines(items, lineOf, kind = "") { // a list of links, with a button behind the first
  const list = element("ul", undefined, `lines ${kind}`);
  const fill = (some) => some.forEach((one) => {
    const item = element("li");
    item.append(lineOf(one));
    list.append(item);
  });
  fill(items.slice(0, LINES));
  const part = element("div");
  part.append(list);
  more(list, items.length - LINES, () => fill(items.slice(LINES)));
  return part;
}

function meant(name, words) { // the question whether words are meant that are like `name`
  const sorted = (word) => [...word].sort().join();
  const same = (word) => [...word].filter((letter, place) => letter === name[place]).length;
  const like = (word) => word.length === name.length && (sorted(word) === sorted(name) || same(word) === word.length - 1);
  const found = words.filter(like).sort((a, b) => (sorted(b) === sorted(name)) - (sorted(a) === sorted(name))).slice(0, 3);
  return found.length ? `; did you mean ${found.join(", ")}?` : "";
}

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

function tilesOf(data, guess, response, size = "") {
  const [text, colours] = data.responses[response];
  const row = element("span", undefined, `tiles ${size}`);
  row.dir = "auto";
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", `${shown(data, guess)} ${data.tiled ? colours.join(" ") : text}`);
  data.guesses[guess][1].forEach((letter, place) => {
    const kind = data.noun === "code" ? `code p${parseInt(letter, 36) % 10}` : data.tiled ? colours[place] : "plain";
    row.append(element("span", letter, `tile ${kind}`));
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

function tree(data, openers, options) {
  const opener = options.get("opener") || openers[0][0];
  data.first = data.first || grown(data);
  const link = (node) => {
    const asked = openers.length > 1 ? {opener} : {};
    return node === data.first ? {...asked, start: ""} : {...asked, after: historyOf(data, node).join(".")};
  };
  const after = options.get("after");
  const node = after ? nodeAt(data, data.first, after) : data.first;
  if (!node) throw new NoSuchPlace(`The strategy never gets to ${after}.`);
  const columns = element("div", undefined, "columns");
  columns.append(nodeCard(data, node, link), responses(data, node, link));
  show(element("h2", "The strategy"), ...(openers.length > 1 ? [openerForm(openers, opener)] : []), wayTo(data, node, link), columns);
}

function openerForm(openers, opener) {
  const form = element("form");
  const label = element("label", "Opener ");
  const select = element("select");
  for (const [one, text] of openers) select.append(new Option(text, one, false, one === opener));
  select.onchange = () => host.go({opener: select.value, start: ""});
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
    const back = anchor(link(one.parent), undefined, one === node ? "up" : "");
    back.title = `back to ${shown(data, one.parent.guess)}`;
    back.append(tilesOf(data, one.parent.guess, one.response));
    item.append(back);
    list.append(item);
  }
  return list;
}

function nodeCard(data, node, link) {
  const card = element("section", undefined, "card");
  card.setAttribute("aria-label", "This position");
  card.append(element("p", shown(data, node.guess), "big"));
  card.append(element("p", `guess ${node.number}, ${node.wins ? "can" : "can't"} be the ${data.noun}`, "soft"));
  const mean = (node.total / node.words).toFixed(4);
  card.append(element("p", `${count(node.words, data.noun)} left: ${node.total} guesses in all, ${mean} on average, ${node.most} at most`));
  const wins = wordsBelow(node);
  card.append(element("p", `${data.noun[0].toUpperCase()}${data.noun.slice(1)}s found with each guess`, "soft bars-title"), bars(wins, data.noun));
  const below = wins.map((one) => shown(data, one.guess)).sort();
  const words = wordList(below.slice(0, SHOWN));
  card.append(words);
  more(words, below.length - SHOWN, () => words.replaceWith(wordList(below)));
  const form = question(`Find a ${data.noun}`, (asked) => {
    const all = wordsBelow(data.first);
    const found = named(all, asked, (one) => shown(data, one.guess));
    if (found) host.go(link(found));
    else {
      const like = meant(asked.toLowerCase(), all.map((one) => shown(data, one.guess).toLowerCase()));
      host.complain(`${asked}: not a ${data.noun} that this strategy has to find${like || "."}`);
    }
  });
  card.append(form, ...host.ask(data.ask, historyOf(data, node)));
  return card;
}

function bars(wins, noun) { // how many words are found with each guess
  const found = [];
  for (const {number} of wins) found[number] = (found[number] || 0) + 1;
  const most = Math.max(...found.filter(Boolean));
  const list = element("div", undefined, "bars");
  list.setAttribute("role", "img");
  list.setAttribute("aria-label", `${noun}s found with each guess: ${found.map((words, number) => `${number}: ${words}`).filter(Boolean).join(", ")}`);
  found.forEach((words, number) => {
    const bar = element("span", undefined, "bar");
    bar.append(element("span"));
    bar.firstChild.style.width = `${(100 * words) / most}%`;
    list.append(element("span", number), bar, element("span", words));
  });
  return list;
}

function responses(data, node, link) {
  const part = element("section");
  part.setAttribute("aria-label", "Responses");
  const lineOf = (child) => {
    const line = anchor(link(child));
    const below = child.children.length ? `${child.total} guesses, ${child.most} at most` : `guess ${child.most}`;
    line.append(tilesOf(data, node.guess, child.response), element("span", count(child.words, data.noun)),
      element("span", shown(data, child.guess), "guess"), element("span", below, "soft"));
    return line;
  };
  const total = node.children.length ? count(node.children.length, "response") : "The game is over here.";
  part.append(element("p", total, "soft"));
  if (node.children.length > 1) part.append(question("Your response", (asked) => {
    const found = named(node.children, asked, (child) => data.responses[child.response][0]);
    if (found) host.go(link(found));
    else host.complain(`${asked}: no ${data.noun} of this strategy gets this response here.`);
  }, "Go"));
  part.append(lines(node.children, lineOf));
  return part;
}

// ----------------------------------------------------------------------------------------------- the steps of a proof
function step(data) {
  const parts = [element("h2", "A step of the proof"), place(data), ...stepsBelow(data)];
  const up = element("p");
  const links = [["The claim", {claim: ""}]];
  if (data.usedBy !== undefined) links.unshift([`Step ${data.usedBy} rests on it`, {step: data.usedBy}]);
  links.forEach(([text, options], number) => up.append(...(number ? [" · "] : []), anchor(options, text, number ? "" : "up")));
  show(...parts, up);
}

function stepsBelow(data) {
  if (!data.children) return [];
  const parts = [element("p", "The earlier steps, and guesses that each answers:", "soft"), stepLines(data.children)];
  if (data.moreChildren) parts.push(element("p", `and ${count(data.moreChildren, "more step")}; wordle-cp explain names them all`, "soft"));
  return parts;
}

function place(data) {
  const card = element("section", undefined, "card");
  card.setAttribute("aria-label", "What is shown");
  card.append(element("p", data.told, "told"));
  for (const line of [data.binding, ...(data.notes || [])].filter(Boolean)) card.append(element("p", line));
  card.append(wordList(data.words || [], data.weights));
  if (data.more) card.append(element("p", `and ${data.more} more`, "soft"));
  for (const line of data.lines || []) card.append(element("p", line));
  return card;
}

function stepLines(children) {
  return lines(children, ([number, refutes, examples]) => {
    const line = anchor({step: number, guess: examples[0]});
    const names = examples.join(" ") + (refutes > examples.length ? " ..." : "");
    line.append(element("span", `step ${number}`), element("span", `answers ${count(refutes, "guess", "guesses")}`), element("span", names, "soft"));
    return line;
  }, "steps");
}

function claim(data) {
  const parts = [element("h2", "The proof"), place(data)];
  if (data.covering !== undefined) parts.push(anchor({step: data.covering}, `Step ${data.covering}`));
  if (data.openers.length) {
    parts.push(openerQuestion(data), element("p", "Steps, and openers that each answers:", "soft"));
    const children = data.openers.map(([number, openers]) => [number, openers.length, openers.slice(0, 6).map(([opener]) => opener)]);
    parts.push(stepLines(children.sort((a, b) => b[1] - a[1])));
  }
  show(...parts);
}

function openerQuestion(data) {
  const answer = element("p");
  answer.setAttribute("role", "status");
  const form = question("Your first guess", (asked) => {
    const all = data.openers.flatMap(([number, openers]) => openers.map((one) => [number, ...one]));
    const found = named(all, asked, ([, opener]) => opener);
    if (found) {
      const [number, opener, response] = found;
      answer.replaceChildren(`${opener} ${response}: the words of `, anchor({step: number}, `step ${number}`), " are left then, and they are too many.");
    } else answer.textContent = `The claim doesn't speak of ${asked}.`;
  }, "Try it");
  form.append(answer);
  return form;
}

// ----------------------------------------------------------------------------------------- the numbers of an opener
function bound(data) {
  const card = element("section", undefined, "card");
  card.append(element("p", data.told, "told"), ...data.lines.map((line) => element("p", line)));
  return [element("h2", "Why no strategy does better"), card];
}

return {start, show, tree, step, claim, bound, place, wordList, stepsBelow, tilesOf, shown, element, anchor, question, count, NoSuchPlace};
})();
