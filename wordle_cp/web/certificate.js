// The views Tree and Proof: the viewer of the static site inside of the page, which the server tells what to show.
globalThis.wcpCertificate = (() => {
  const {element, anchor, question} = viewer;
  const SUGGESTED = 12;
  let tree = null; // the strategy that is shown, and its openers
  const started = new WeakSet();

  const address = ({opener, after, step}) => {
    const query = new URLSearchParams(location.search);
    if (opener) query.set("opener", opener);
    for (const [name, value] of [["path", after], ["node", step]]) {
      query.delete(name);
      if (value !== undefined && value !== "") query.set(name, value);
    }
    return `${location.pathname}?${query}`;
  };
  const go = (options) => emitEvent("wcp-place", options);
  const complain = (text) => {
    main().querySelector(".wcp-problem")?.remove();
    const problem = element("p", text, "wcp-problem");
    problem.setAttribute("role", "alert");
    main().prepend(problem);
  };
  const askLink = (url, history) => { // to the view Ask; none about a game that doesn't ship
    if (!url) return [];
    const link = element("a", "Ask about this position");
    link.href = history.length ? `${url}&after=${encodeURIComponent(history.join("."))}` : url;
    return [link];
  };

  function main() {
    const found = document.querySelector(".shown");
    if (!started.has(found)) {
      started.add(found);
      found.addEventListener("click", (event) => {
        const link = event.target.closest("a[data-place]");
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(JSON.parse(link.dataset.place));
      });
      viewer.start({main: found, address, go, complain, ask: askLink});
    }
    return found;
  }

  function place(options) {
    main();
    const asked = (one) => new URLSearchParams(one);
    try {
      viewer.tree(tree.data, tree.openers, asked(options));
    } catch (error) {
      if (!(error instanceof viewer.NoSuchPlace)) throw error;
      viewer.tree(tree.data, tree.openers, asked({opener: options.opener}));
      complain(error.message);
    }
  }

  let explained = false; // whether "Why?" is open

  function proof(data) {
    main();
    const at = (number) => ({step: data.node ?? "", after: data.moves.slice(0, number).join(".")});
    const rows = element("div", undefined, "rows trail");
    const why = element("details");
    why.open = explained || data.node !== null;
    why.ontoggle = () => { explained = why.open; };
    why.append(element("summary", "Why?"));
    data.replies.forEach(([guess, response, told], place) => {
      const row = anchor(at(place), undefined, place === data.moves.length - 1 ? "up" : "");
      row.title = "back to the guess before";
      row.append(viewer.tilesOf(data, guess, response, "mid"));
      rows.append(row);
      why.append(element("p", told));
    });
    const parts = data.example ? [element("p", "An example. Your own guess takes its place:", "soft")] : [];
    if (data.position) {
      const {notes, ...place} = data.position;
      why.append(viewer.place(place), ...viewer.stepsBelow(data.position));
      parts.push(element("h2", `Guess ${data.made + 1} of ${data.of}`), rows, guessForm(data.allowed),
        ...notes.map((note) => element("p", note)), why, ...askLink(data.ask, []));
    } else {
      const again = element("button", "Try another opener", "main");
      again.onclick = () => go({step: data.node ?? "", after: ""});
      parts.push(element("h2", "No guess is left: the proof has won."), rows, again,
        element("p", `Still possible: ${viewer.count(data.left.length, data.noun)}.`), viewer.wordList(data.left), why);
    }
    viewer.show(...parts);
  }

  function guessForm(allowed) {
    const form = question("Your guess", (guess) => go({guess}), "Guess", "main");
    const random = element("button", "Random guess");
    random.type = "button";
    random.onclick = () => go({guess: allowed[Math.floor(Math.random() * allowed.length)]});
    const suggested = element("span", undefined, "suggested");
    form.append(random, suggested);
    form.oninput = ({target}) => {
      const begun = target.value.trim().normalize("NFC").toLowerCase();
      const found = begun ? allowed.filter((guess) => guess.startsWith(begun)).slice(0, SUGGESTED) : [];
      suggested.replaceChildren(...found.map((guess) => {
        const button = element("button", guess.toUpperCase());
        button.type = "button";
        button.onclick = () => go({guess});
        return button;
      }));
    };
    return form;
  }

  function bound(data) {
    main();
    viewer.show(question("Any opener", (opener) => go({opener: opener.toLowerCase()}), "Ask"), ...viewer.bound(data));
  }

  return {
    tree: (data, openers, options) => { tree = {data, openers}; place(options); },
    place, proof, bound, nothing: () => main().replaceChildren(),
  };
})();
