// Unpacks ECharts, which is in this page, and draws the chart; nothing is loaded from elsewhere.
const place = document.getElementById("chart");
const textOf = (name) => document.getElementById(name).textContent;

async function library() {
  const bytes = Uint8Array.from(atob(textOf("library")), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const urls = {};
  let last;
  for (const [name, text] of JSON.parse(await new Response(unpacked).text())) {
    const code = Object.entries(urls).reduce((now, [other, url]) => now.replaceAll(`"./${other}"`, `"${url}"`), text);
    last = urls[name] = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  }
  return (await import(last)).echarts;
}

const echarts = await library();
const dark = matchMedia("(prefers-color-scheme: dark)");
let chart;

function draw() {
  chart?.dispose();
  const { ink, paper, options } = JSON.parse(textOf("options"));
  const own = getComputedStyle(document.body);
  chart = echarts.init(place, null, { renderer: "svg" });
  const coloured = JSON.stringify(options).replaceAll(ink, own.color).replaceAll(paper, own.backgroundColor);
  chart.setOption(JSON.parse(coloured));
}

draw();
addEventListener("resize", () => chart.resize());
dark.addEventListener("change", draw);
