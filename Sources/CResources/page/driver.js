"use strict";

/**
 * What the driver calls: one line of the agent protocol in, lines out by a binding or by polling.
 *
 * A property of the window, where scripts from outside can see it.
 */
window.driver = {
  agent: new PageAgent(),
  /** Lines that were not said yet. */
  lines: [],
  timer: null,
  /** Ends the wait of `fetch`, where the browser has no binding. */
  wake: null,

  async receive(line) {
    const { id, method, params } = JSON.parse(line);
    try {
      if (!Object.getOwnPropertyNames(PageAgent.prototype).includes(method) || method === "constructor") {
        throw Object.assign(new Error(`unknown method '${method}'`), { code: -32601 });
      }
      const result = await driver.agent[method](params ?? {});
      driver.send({ jsonrpc: "2.0", id, result });
    } catch (error) {
      const code = Number.isInteger(error.code) && error.code < 0 ? error.code : -32000;
      driver.send({ jsonrpc: "2.0", id, error: { code, message: `${error.name}: ${error.message}` } });
    }
  },

  /** Says a line: at once, and all that waits before it, or with others within a tenth of a second. */
  send(message, canWait = false) {
    driver.lines.push(JSON.stringify(message));
    if (canWait) driver.timer ??= setTimeout(driver.flush, 100);
    else driver.flush();
  },

  flush() {
    clearTimeout(driver.timer);
    driver.timer = null;
    if (window.driverReceive) window.driverReceive(driver.lines.splice(0).join("\n"));
    else driver.wake?.();
  },

  /** Gives the lines that wait, as soon as they are to be said; perhaps none after that many milliseconds. */
  async fetch(limit) {
    if (!driver.lines.length || driver.timer) {
      await new Promise((resume) => {
        driver.wake = resume;
        setTimeout(resume, limit);
      });
      driver.wake = null;
    }
    return driver.lines.splice(0).join("\n");
  },
};

/** What comes many times a second and carries its own instant. */
const frequent = new Set(["frame", "framecaptured", "audiomark", "audiomarksent", "audiolevel", "streamstats"]);

/** Says something that was not asked for. */
function notify(method, params) {
  driver.send({ jsonrpc: "2.0", method, params }, frequent.has(method));
}

addEventListener("error", ({ message, filename, lineno }) =>
  notify("log", { text: `${message} (${filename?.split("/").pop()}:${lineno})` }));
addEventListener("unhandledrejection", ({ reason }) =>
  notify("log", { text: `unhandled: ${reason?.stack ?? reason}` }));
