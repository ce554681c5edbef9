// Python in Node: contract_in_node.mjs PYODIDE PROJECT CASES, paths of this machine, runs
// tests/contract_in_node.py on the file CASES and prints what it returns.

import { readFileSync } from "node:fs";

const [pyodide, project, cases] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: pyodide });
python.mountNodeFS("/project", project);
python.globals.set("cases", readFileSync(cases, "utf8"));
try {
  console.log(python.runPython(`
    import sys

    sys.dont_write_bytecode = True
    sys.path.insert(0, "/project")
    from tests.contract_in_node import hold

    hold(cases)
  `));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
