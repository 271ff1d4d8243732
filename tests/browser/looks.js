// Returns what can't be read or named on the page: a list of lines, empty where all is well.
() => {
  const found = [];
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
  }
  const visible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const parse = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const over = (top, below) => ({
    r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a), b: top.b * top.a + below.b * (1 - top.a), a: 1,
  });
  const background = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), { r: 255, g: 255, b: 255, a: 1 });
  };
  const luminance = ({ r, g, b }) => {
    const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const contrast = (one, other) => {
    const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (!text || !visible(element) || element.closest("script, style, svg, [disabled], .disabled, [aria-hidden=true]")) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const behind = background(element);
    const seen = contrast(over(parse(style.color), behind), behind);
    if (seen < (large ? 3 : 4.5)) found.push(`contrast ${seen.toFixed(2)}: ${text.slice(0, 40)}`);
  }
  for (const element of document.querySelectorAll("button, a[href], input, textarea, select, [role=button], [role=img], [role=combobox], iframe")) {
    if (!visible(element) || element.closest("[aria-hidden=true]")) continue;
    const labelled = (element.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("");
    const label = [...(element.labels ?? [])].map((one) => one.textContent).join("") || element.closest("label")?.textContent;
    const icons = [...element.querySelectorAll(".q-icon")].map((one) => one.textContent).join("");
    const text = element.textContent.replace(icons, "");
    if (!(element.getAttribute("aria-label") || labelled || label || element.title || text).trim()) {
      found.push(`no name: ${element.outerHTML.slice(0, 120)}`);
    }
  }
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push(`scrolls sideways: ${wide} of ${innerWidth} pixels`);
  return found;
}
