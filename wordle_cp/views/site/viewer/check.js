// Runs the plain checker, as it stands in the folder checker/, in Pyodide: on a thread of its own.
import {loadPyodide} from "./pyodide/pyodide.mjs";

const RUN = `
import sys
sys.path.insert(0, "/site/checker")
sys.dont_write_bytecode = True
from pathlib import Path
from plain.effort import estimate, in_words
from plain.game import text_of
from plain.kinds import check_plainly
from plain.verdict import MalformedError, RejectedError

def judge(tell):
    try:
        lines = text_of(Path("/site/certificate"))
        def begin():
            seconds = estimate(lines)
            tell(f"checking: this takes {in_words(seconds)}" if seconds >= 1 else "checking")
        def show(done, whole):
            tell(f"checking: {done} of {whole}")
        checked = check_plainly(lines, Path("/site/lists"), show, begin)
    except (MalformedError, RejectedError) as error:
        return f"{'rejected' if isinstance(error, RejectedError) else 'malformed'}: {error}"
    return f"accepted: {checked.stated[1]}"

judge
`;
const EVERY = 250; // milliseconds from one report of progress to the next

async function put(python, from, to) {
  const answer = await fetch(from);
  if (!answer.ok) throw new Error(`${from}: ${answer.status}`);
  python.FS.writeFile(to, new Uint8Array(await answer.arrayBuffer()));
}

onmessage = async ({data: {file, sources, lists}}) => {
  const started = performance.now();
  let last = 0;
  const tell = (told) => {
    if (performance.now() - last < EVERY) return;
    last = performance.now();
    postMessage({told});
  };
  try {
    const python = await loadPyodide();
    for (const folder of ["/site", "/site/checker", "/site/checker/plain", "/site/lists"]) python.FS.mkdir(folder);
    await Promise.all([
      put(python, file, "/site/certificate"),
      ...sources.map((name) => put(python, `checker/plain/${name}`, `/site/checker/plain/${name}`)),
      ...lists.map((name) => put(python, `lists/${name}`, `/site/lists/${name}`)),
    ]);
    const judge = python.runPython(RUN);
    const told = judge(tell);
    postMessage({end: true, told: `${told} (${((performance.now() - started) / 1000).toFixed(1)} s)`});
  } catch (error) {
    postMessage({end: true, told: `The checker failed, which is no verdict: ${error.message}`});
  }
};
