// The page's side of Python: asks, takes answers, and ends the worker when it must.

export class Ended extends Error {}

export class Python {
  constructor(onState) {
    this.onState = onState;
    this.start();
  }

  start() {
    this.waiting = new Map();
    this.unsent = [];
    this.isReady = false;
    const worker = new URL("./worker.js", import.meta.url).href;
    // made from a blob, a worker has the page's own Content-Security-Policy
    const blob = new Blob([`import ${JSON.stringify(worker)};`], { type: "text/javascript" });
    this.address = URL.createObjectURL(blob);
    this.worker = new Worker(this.address, { type: "module" });
    this.worker.onmessage = ({ data }) => this.take(data);
    this.worker.onerror = (event) => this.onState({ state: "failed", text: event.message });
    this.onState({ state: "loading", step: 0 });
  }

  take(data) {
    if (data.state === "ready") {
      URL.revokeObjectURL(this.address);
      this.isReady = true;
      for (const message of this.unsent.splice(0)) this.worker.postMessage(message);
    }
    if (data.state) return this.onState(data);
    const one = this.waiting.get(data.id);
    if (data.part) return one?.onPart(JSON.parse(data.part));
    this.waiting.delete(data.id);
    if (!this.waiting.size) this.onState({ state: "ready" });
    const answer = JSON.parse(data.answer);
    return answer.error ? one?.reject(Object.assign(new Error(answer.error), answer)) : one?.resolve(answer);
  }

  // Returns the answer, a promise. Rejected with the reason, or with Ended.
  ask(name, parts, onPart = () => {}) {
    const id = crypto.randomUUID?.() ?? String(Math.random());
    const message = { id, ask: JSON.stringify({ ask: name, ...parts }) };
    if (this.isReady) {
      this.worker.postMessage(message);
      this.onState({ state: "busy" });
    } else this.unsent.push(message);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, onPart }));
  }

  // End whatever runs, and begin anew.
  end() {
    this.worker.terminate();
    const { waiting } = this;
    this.start();
    for (const { reject } of waiting.values()) reject(new Ended("ended"));
  }
}
