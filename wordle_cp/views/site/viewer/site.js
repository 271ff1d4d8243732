"use strict";
// A page of a static site about one certificate.
const page = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main");
const problem = document.getElementById("problem");

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

// ---------------------------------------------------------------------------------------------------------- the page
const address = ({guess, ...options}) => `#${new URLSearchParams(options)}`;

viewer.start({main, address, go: (options) => { location.hash = address(options); }, complain, ask: () => []});

function complain(text) {
  problem.textContent = text;
}

async function view(options) {
  if (page.openers) await showTree(options);
  else if (page.steps !== undefined) await showProof(options);
  else if (page.why) main.replaceChildren(viewer.element("p", page.why));
}

async function showTree(options) {
  const opener = options.get("opener") || page.openers[0][0];
  const number = page.openers.findIndex(([one]) => one === opener);
  if (number < 0) throw new viewer.NoSuchPlace(`This certificate has no strategy that begins with ${opener}.`);
  viewer.tree(await piece(`tree-${number}`), page.openers, options);
  if (page.bounds && page.bounds[opener] && !options.get("after")) main.append(...viewer.bound(page.bounds[opener]));
}

async function showProof(options) {
  const asked = options.get("step");
  if (asked === null) return viewer.claim(await piece("claim"));
  const number = /^[0-9]{1,9}$/.test(asked) ? Number(asked) : NaN;
  const steps = viewer.count(page.steps, "step");
  if (!(number < page.steps)) throw new viewer.NoSuchPlace(`There is no step ${asked}: the proof has ${steps}.`);
  viewer.step((await piece(`steps-${Math.floor(number / page.piece)}`))[number % page.piece]);
}

async function show() {
  problem.textContent = "";
  try {
    await view(new URLSearchParams(location.hash.slice(1)));
  } catch (error) {
    if (error instanceof viewer.NoSuchPlace) await view(new URLSearchParams());
    complain(error.message);
  }
}

addEventListener("hashchange", show);
show();
