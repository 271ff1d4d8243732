
"use strict";
// Steps through a trace. All that comes from the trace is put on the page as text, never as markup.

const {claim, events, total, best, names, tiles: signs, patterns, win, coloured, why} = JSON.parse(document.getElementById("data").textContent);
const NEVER = "no strategy in time";
const SHOWN = 60; // children of a node that the tree lists

// ------------------------------------------------------------------------------------------------ nodes and guesses
// Each has: id, kind ("node" or "guess"), at (its first step), end (its last one), parent, children, event, result.
const things = [];
const cutoffs = [];
const innermost = []; // by step: the node or guess that it is about
{
  const open = [];
  events.forEach((event, at) => {
    if (event.event === "node" || event.event === "guess") {
      const parent = open.length ? open[open.length - 1] : null;
      const thing = {id: event.id, kind: event.event, at, end: events.length, parent, children: [], notes: [], event, result: null};
      things.push(thing);
      if (parent) parent.children.push(thing);
      open.push(thing);
    }
    const thing = open[open.length - 1];
    innermost.push(thing);
    if (event.event === "bound" || event.event === "cutoff") thing.notes.push(at);
    if (event.event === "cutoff") cutoffs.push(at);
    if (event.event === "value" || event.event === "leaf") {
      thing.end = at;
      thing.result = event;
      open.pop();
    }
  });
}

// ------------------------------------------------------------------------------------------------------ what things say
const word = (index) => names.hidden[index];
const guessWord = (index) => names.guesses[index];
const number = (value) => (value === null ? NEVER : String(value));
const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;

function worth(result) {
  return result.value === null ? NEVER : result.exact ? String(result.value) : `${result.value} or more`;
}

function sentence(event, thing) {
  if (event.event === "node") {
    const words = count(event.words.length, "word is", "words are");
    const less = event.words.length === 1 ? "Does it cost less than" : "Do they cost less than";
    if (event.beta !== null) return `${words} left. ${less} ${event.beta}?`;
    return `${words} left. What ${event.words.length === 1 ? "does it" : "do they"} cost?`;
  }
  const words = thing.kind === "node" ? count(thing.event.words.length, "word costs", "words cost") : "";
  if (event.event === "bound") return `${event.name}: these ${words} ${event.value} guesses at least.`;
  if (event.event === "guess") {
    return `${guessWord(event.guess)} is tried: ${event.beta === null ? "what does it cost" : `does it cost less than ${event.beta}`}?`;
  }
  if (event.event === "leaf") return leafSentence(event, thing.event.words.length);
  if (event.event === "cutoff") return cutSentence(event, thing);
  if (thing.kind === "guess") return `${guessWord(thing.event.guess)} costs ${worth(event)}.`;
  if (event.guess !== null) return `These ${words} ${worth(event)}, with ${guessWord(event.guess)}.`;
  return `These ${words} ${worth(event)}: no guess costs less.`;
}

function leafSentence(event, n) {
  switch (event.why) {
    case "one word": return "One word is left: one guess.";
    case "limit": return `${n} words are left for one guess: ${NEVER}.`;
    case "memo": return `These words were met before: ${worth(event)}.`;
    default:
      return event.value === 2 * n - 1
        ? `One of the ${n} words tells all others apart: 2 · ${n} - 1 = ${event.value}, and nothing is less.`
        : `A guess tells all ${n} words apart, and none of them does: 2 · ${n} = ${event.value}.`;
  }
}

function cutSentence(event, thing) {
  const what = event.guesses.length
    ? event.guesses.length === 1 ? guessWord(event.guesses[0]) : `${event.guesses.length} guesses`
    : thing.kind === "guess" ? `What is left of ${guessWord(thing.event.guess)}` : "This set of words";
  const s = event.guesses.length > 1 ? "" : "s";
  const drop = event.guesses.length > 1 ? "are dropped" : "is dropped";
  switch (event.why) {
    case "equal": return `${what} ${drop}: equal to a guess before.`;
    case "dominated": return `${what} ${drop}: a guess before tells more.`;
    case "limit": return `${what} ${drop}: one of the cells has ${NEVER}.`;
    case "met": return `${what} ${drop}: ${number(event.beta)} is reached, and nothing costs less than ${number(event.bound)}.`;
    default: return `${what} ${drop}: by ${event.why} it cost${s} ${number(event.bound)} or more, and ${number(event.beta)} is known to be enough.`;
  }
}

const REASONS = {met: "The words cost so much at least, whatever is guessed; so the other guesses can't do better.",
  limit: "Every cell must be solved in time, or the guess finds not every word."};
function reason(event) {
  const name = event.event === "bound" ? event.name : event.why;
  return name === undefined ? "" : why[name] || REASONS[name] || "";
}

// ------------------------------------------------------------------------------------------------------ small pieces
function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function tiles(guess, pattern) {
  const row = element("span", undefined, "tiles");
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", `${guessWord(guess)} ${pattern}`);
  signs[guess].forEach((letter, place) => {
    row.append(element("span", letter, `tile ${coloured ? {B: "grey", Y: "yellow", G: "green"}[pattern[place]] : "plain"}`));
  });
  if (!coloured) row.append(element("span", pattern, "pegs"));
  return row;
}

function facts(pairs) {
  const list = element("dl");
  for (const [name, text] of pairs) list.append(element("dt", name), element("dd", text));
  return list;
}

function wordList(indices) {
  const list = element("div", undefined, "words");
  indices.forEach((index) => list.append(element("span", word(index))));
  return list;
}

// ---------------------------------------------------------------------------------------------------------- the page
let now = 0;

function show(step) {
  now = Math.max(0, Math.min(events.length - 1, step));
  const event = events[now];
  const thing = innermost[now];
  document.getElementById("what").textContent = sentence(event, thing);
  document.getElementById("why").textContent = reason(event);
  document.getElementById("step").value = document.getElementById("slide").value = now + 1;
  document.getElementById("first").disabled = document.getElementById("back").disabled = now === 0;
  document.getElementById("last").disabled = document.getElementById("forward").disabled = now === events.length - 1;
  document.getElementById("cut").disabled = !cutoffs.some((at) => at > now);
  showPath(thing);
  showState(thing, event);
  showTree(thing);
}

function showPath(thing) {
  const path = document.getElementById("path");
  path.replaceChildren();
  const way = [];
  for (let one = thing; one; one = one.parent) way.unshift(one);
  for (const one of way) {
    const item = element("li");
    if (one.kind === "node" && one.parent) item.append(tiles(one.parent.event.guess, one.event.pattern));
    else if (one.kind === "node") item.append(claim.after ? `after ${claim.after}` : "start");
    else if (one === thing) item.append(guessWord(one.event.guess));
    else continue;
    path.append(item);
  }
}

function showState(thing, event) {
  const state = document.getElementById("state");
  state.replaceChildren();
  const node = thing.kind === "node" ? thing : thing.parent;
  state.append(element("h2", `${count(node.event.words.length, "word", "words")} left`), wordList(node.event.words));
  const known = [["guesses left", node.event.guesses_left === null ? "no limit" : String(node.event.guesses_left)],
    ["of interest below", node.event.beta === null ? "any value" : String(node.event.beta)]];
  for (const at of node.notes) {
    if (at <= now && events[at].event === "bound") known.push([events[at].name, `${events[at].value} or more`]);
  }
  const done = node.children.filter((child) => child.end <= now && child.result && child.result.exact && child.result.value !== null);
  if (done.length) {
    const first = done.reduce((a, b) => (b.result.value < a.result.value ? b : a));
    known.push(["best guess so far", `${guessWord(first.event.guess)}: ${first.result.value}`]);
  }
  state.append(facts(known));
  if (thing.kind === "guess") state.append(element("h2", `The cells of ${guessWord(thing.event.guess)}`), cellTable(thing));
  if (event.event === "cutoff" && event.guesses.length) {
    state.append(element("h2", "Not tried"), wordsOf(event.guesses));
  }
}

function wordsOf(guesses) {
  const list = element("div", undefined, "words");
  guesses.slice(0, 4 * SHOWN).forEach((guess) => list.append(element("span", guessWord(guess))));
  if (guesses.length > 4 * SHOWN) list.append(element("span", `and ${guesses.length - 4 * SHOWN} more`, "soft"));
  return list;
}

function cellTable(thing) {
  const guess = thing.event.guess;
  const cells = new Map();
  for (const index of thing.parent.event.words) {
    const pattern = patterns[guess][index];
    if (!cells.has(pattern)) cells.set(pattern, []);
    cells.get(pattern).push(index);
  }
  const table = element("table");
  const head = element("tr");
  ["response", "words", "cost"].forEach((text) => head.append(element("th", text)));
  table.append(head);
  [...cells].sort((a, b) => b[1].length - a[1].length).forEach(([pattern, words]) => {
    const row = element("tr");
    const shown = element("td");
    shown.append(tiles(guess, pattern));
    const child = thing.children.find((one) => one.event.pattern === pattern);
    let cost = "not searched";
    if (pattern === win) cost = "found";
    else if (words.length === 1) cost = "1";
    else if (child && child.at <= now) cost = child.end <= now ? worth(child.result) : "being searched";
    row.append(shown, element("td", words.map(word).join(" ")), element("td", cost));
    table.append(row);
  });
  return table;
}

// The nodes and guesses around this step: its ancestors, and their children that had begun.
function showTree(thing) {
  const way = new Set();
  for (let one = thing; one; one = one.parent) way.add(one);
  const list = element("ul");
  list.append(branch(things[0], way, thing));
  document.getElementById("tree").replaceChildren(list);
}

function branch(thing, way, here) {
  const item = element("li");
  const button = element("button");
  button.type = "button";
  if (thing === here) {
    button.className = "here";
    button.setAttribute("aria-current", "step");
  }
  button.addEventListener("click", () => show(thing.at));
  if (thing.kind === "guess") button.append(guessWord(thing.event.guess));
  else if (thing.parent) button.append(tiles(thing.parent.event.guess, thing.event.pattern), ` ${count(thing.event.words.length, "word", "words")}`);
  else button.append(count(thing.event.words.length, "word", "words"));
  if (thing.end <= now) {
    const exact = thing.result.exact;
    button.append(" ", element("span", `${exact ? "=" : "≥"} ${number(thing.result.value)}`, exact ? "exact" : "cut"));
  }
  item.append(button);
  if (!way.has(thing)) return item;
  const begun = thing.children.filter((child) => child.at <= now);
  const list = element("ul");
  if (begun.length > SHOWN) list.append(element("li", `${begun.length - SHOWN} more before these ${SHOWN}`, "soft"));
  begun.slice(-SHOWN).forEach((child) => list.append(branch(child, way, here)));
  if (begun.length) item.append(list);
  return item;
}

// ----------------------------------------------------------------------------------------------------------- moving
const moves = {
  first: () => show(0),
  back: () => show(now - 1),
  forward: () => show(now + 1),
  last: () => show(events.length - 1),
  up: () => {
    const thing = innermost[now];
    show(now > thing.at ? thing.at : thing.parent ? thing.parent.at : 0);
  },
  down: () => {
    const child = innermost[now].children.find((one) => one.at > now) || innermost[now].children[0];
    if (child) show(child.at);
  },
  over: () => {
    const thing = innermost[now];
    show(now < thing.end ? thing.end : now + 1);
  },
  cut: () => {
    const at = cutoffs.find((one) => one > now);
    if (at !== undefined) show(at);
  },
  cutBack: () => {
    const at = cutoffs.filter((one) => one < now).pop();
    if (at !== undefined) show(at);
  },
  jump: () => document.getElementById("step").select(),
  dark: () => {
    const root = document.documentElement.classList;
    const dark = root.contains("dark") || (!root.contains("light") && matchMedia("(prefers-color-scheme: dark)").matches);
    root.toggle("dark", !dark);
    root.toggle("light", dark);
  },
  blind: () => document.documentElement.classList.toggle("colour-blind"),
};
const KEYS = {ArrowRight: "forward", ArrowLeft: "back", ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last", n: "over",
  c: "cut", C: "cutBack", g: "jump", d: "dark", b: "blind"};

document.addEventListener("keydown", (press) => {
  if (press.ctrlKey || press.metaKey || press.altKey || (press.target.id === "step" && press.key !== "Escape")) return;
  if (press.target.id === "step") return press.target.blur();
  const move = KEYS[press.key] || KEYS[press.key.toLowerCase()];
  if (!move || (press.target.id === "slide" && press.key.startsWith("Arrow"))) return;
  press.preventDefault();
  moves[move]();
});
["first", "back", "forward", "last", "up", "down", "over", "cut"].forEach((name) => {
  document.getElementById(name).addEventListener("click", moves[name]);
});
document.getElementById("step").addEventListener("change", (change) => show(Number(change.target.value) - 1 || 0));
document.getElementById("slide").addEventListener("input", (change) => show(Number(change.target.value) - 1));

document.getElementById("title").textContent = total === null
  ? `${claim.variant}, ${claim.mode} mode: ${NEVER}`
  : `${claim.variant}, ${claim.mode} mode: ${total} guesses with ${best}`;
document.getElementById("claim").textContent = [
  `${count(names.hidden.length, "hidden word", "hidden words")}, ${count(names.guesses.length, "guess", "guesses")}`
    + (claim.left_out ? ` (${claim.left_out} more are equal to one of these)` : ""),
  claim.guesses_left === null ? "no limit" : `within ${count(claim.guesses_left, "guess", "guesses")} from here`,
  `techniques: ${claim.techniques.join(", ") || "none, brute force"}`,
  `${count(things.filter((one) => one.kind === "node").length, "node", "nodes")}, ${cutoffs.length} cutoffs`,
].join(" · ");
document.getElementById("of").textContent = `of ${events.length}`;
document.getElementById("step").max = document.getElementById("slide").max = events.length;
show(0);
