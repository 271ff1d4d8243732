// What the browser does by itself: theme, palette, keys, and the back button.
(() => {
  const cookie = (name) => document.cookie.split("; ").find((c) => c.startsWith(name + "="))?.split("=")[1] ?? "";
  const keep = (name, value) => { document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=strict`; };
  const palette = () => document.documentElement.classList.toggle("colour-blind", cookie("wcp-palette") === "colour-blind");
  palette();
  const theme = () => ["dark", "light"].forEach((one) => document.documentElement.classList.toggle(one, cookie("wcp-theme") === one));
  theme();
  globalThis.wcpPalette = () => {
    keep("wcp-palette", cookie("wcp-palette") === "colour-blind" ? "usual" : "colour-blind");
    palette();
  };
  globalThis.wcpTheme = () => {
    const next = { "": "dark", auto: "dark", dark: "light", light: "auto" }[cookie("wcp-theme")] ?? "auto";
    keep("wcp-theme", next);
    theme();
    Quasar.Dark.set(next === "auto" ? "auto" : next === "dark");
    emitEvent("wcp-theme", next);
    Quasar.Notify?.create?.({ message: `theme: ${next}`, timeout: 1000 });
  };
  // Quasar's button that chooses files has no name of its own.
  new MutationObserver(() => {
    for (const button of document.querySelectorAll(".q-uploader__header a.q-btn:not([aria-label])")) {
      button.setAttribute("aria-label", "Choose files");
    }
  }).observe(document, { childList: true, subtree: true });
  const typing = (target) => target.closest?.("input:not([readonly]), textarea, select, [contenteditable=true]");
  document.addEventListener("keydown", (event) => {
    if (event.key === "F1" || (event.key === "?" && !typing(event.target))) {
      if (event.key === "F1") event.preventDefault();
      emitEvent("wcp-help", {});
    }
    if (event.altKey && !event.ctrlKey && !event.metaKey && /^[1-9]$/.test(event.key)) {
      const link = document.querySelector(`.wcp-views a[accesskey="${event.key}"]`);
      if (link) { event.preventDefault(); link.click(); }
    }
  });
  globalThis.wcpCopy = async () => {
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    Quasar.Notify?.create?.({ message: copied ? "the address is copied" : location.href, timeout: 2000 });
  };
  // What is pressed, and what has the focus, keeps it when the HTML around it is made anew.
  let focused = null;
  document.addEventListener("focusin", ({ target }) => { focused = target.dataset.do ?? null; });
  document.addEventListener("pointerdown", () => { focused = null; });
  new MutationObserver(() => {
    if (focused && document.activeElement === document.body) document.querySelector(`[data-do="${CSS.escape(focused)}"]`)?.focus();
  }).observe(document, { childList: true, subtree: true });
  globalThis.addEventListener("popstate", () => {
    emitEvent("wcp-back", Object.fromEntries(new URLSearchParams(location.search)));
  });
})();
