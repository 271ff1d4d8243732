// Returns what can't be read in the pictures of a page: lines that say so, and how many texts and marks there are.
([least, contrast]) => {
  const found = [];
  const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const luminance = ([r, g, b]) => {
    const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const apart = (one, other) => {
    const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const paper = () => {
    const colour = numbers(getComputedStyle(document.body ?? document.documentElement).backgroundColor);
    return colour.length < 4 || colour[3] > 0 ? colour : matchMedia("(prefers-color-scheme: dark)").matches && document.body ? [18, 18, 18] : [255, 255, 255];
  };
  const solid = (element) => {
    const style = getComputedStyle(element);
    const colour = element instanceof SVGElement ? style.fill : style.backgroundColor;
    if (!colour.startsWith("rgb") || Number(style.opacity) < 1 || Number(style.fillOpacity) < 1) return null;
    const parts = numbers(colour);
    return parts.length < 4 || parts[3] === 1 ? parts : null;
  };
  const behind = (text, x, y) => {
    for (const element of document.elementsFromPoint(x, y)) {
      if ((text instanceof SVGElement && text.contains(element)) || element.matches("text, tspan, svg, g, html")) continue;
      const colour = solid(element);
      if (colour) return colour;
    }
    return paper();
  };
  const frames = (element) => {
    const found = [{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }];
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== "visible") found.push(at.getBoundingClientRect());
    }
    return found;
  };
  const texts = [];
  const add = (element, words, box, size, colour) => {
    if (box.width < 0.5) return;
    const what = words.slice(0, 40);
    if (size < least) found.push(`${size.toFixed(1)} pixels high: ${what}`);
    texts.push({ what, left: box.left + 1, right: box.right - 1, top: box.top + 0.22 * box.height, bottom: box.bottom - 0.22 * box.height });
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const screen = frames(element);
    if (screen.some((one) => x <= one.left || y <= one.top || x >= one.right - 1 || y >= one.bottom - 1)) return; // it isn't on the screen
    const seen = apart(numbers(colour), behind(element, x, y));
    if (seen < contrast) found.push(`contrast ${seen.toFixed(2)}: ${what}`);
  };
  const inside = (element, what, frame) => {
    const box = element.getBoundingClientRect();
    const outside = Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom);
    if (outside > 2) found.push(`${outside.toFixed(1)} pixels outside: ${what.slice(0, 40)}`);
  };
  let marks = 0;
  for (const svg of document.querySelectorAll("svg")) {
    if (!shown(svg) || svg.parentElement?.closest("svg")) continue;
    const frame = svg.getBoundingClientRect();
    for (const text of svg.querySelectorAll("text")) {
      if (!shown(text) || !text.textContent.trim()) continue;
      inside(text, text.textContent, frame);
      const scale = Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b);
      add(text, text.textContent, text.getBoundingClientRect(), parseFloat(getComputedStyle(text).fontSize) * scale, getComputedStyle(text).fill);
    }
    for (const mark of svg.querySelectorAll("rect, path, circle, polyline, line, polygon")) {
      if (!shown(mark) || mark.closest("defs, clipPath") || mark.closest("[clip-path]")) continue;
      const box = mark.getBoundingClientRect();
      if (box.width < frame.width * 0.98 || box.height < frame.height * 0.98) marks += 1;
      inside(mark, mark.outerHTML, frame);
    }
    marks += svg.querySelectorAll("[clip-path] path").length;
  }
  const walker = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const words = walker.currentNode.textContent.trim();
    if (!words || !shown(element) || element.closest("svg, script, style, noscript")) continue;
    const style = getComputedStyle(element);
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) add(element, words, box, parseFloat(style.fontSize), style.color);
    if (solid(element) && element !== document.body) marks += 1;
  }
  texts.sort((one, other) => one.left - other.left);
  for (const [place, one] of texts.entries()) {
    for (let next = place + 1; next < texts.length && texts[next].left < one.right; next += 1) {
      const other = texts[next];
      const width = Math.min(one.right, other.right) - other.left;
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (width > 0 && height > 0) found.push(`${one.what} lies on ${other.what}`);
    }
  }
  const wide = document.documentElement.scrollWidth;
  if (document.body && wide > innerWidth) found.push(`scrolls sideways: ${wide} of ${innerWidth} pixels`);
  return { found: [...new Set(found)].slice(0, 20), texts: texts.length, marks };
}
