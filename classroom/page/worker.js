// Python in a worker of its own, which the page can end at any moment. Each message is a question
// for classroom/answers.py; what comes back is its answer, and before that its parts.

const base = new URL("./", import.meta.url).href;
const load = (step) => postMessage({ state: "loading", step });

load(1);
const { loadPyodide } = await import(`${base}pyodide/pyodide.mjs`);
load(2);
const [python, archive] = await Promise.all([
  loadPyodide({ indexURL: `${base}pyodide/` }),
  fetch(`${base}project.zip`).then((response) => response.arrayBuffer()),
]);
load(3);
python.unpackArchive(archive, "zip", { extractDir: "/project" });
const answer = python.runPython(
  "import sys; sys.path.insert(0, '/project'); from classroom.answers import answer; answer");

// the learner's code has no network
for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "Worker", "importScripts"]) {
  Object.defineProperty(self, name, { value: undefined, configurable: false });
}

self.onmessage = ({ data: { id, ask } }) => {
  const say = (part) => postMessage({ id, part });
  try {
    postMessage({ id, answer: answer(ask, say) });
  } catch (error) {
    postMessage({ id, answer: JSON.stringify({ error: String(error.message ?? error).trim().split("\n").pop() }) });
  }
};
postMessage({ state: "ready" });
