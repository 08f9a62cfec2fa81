import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A simulation of Google's tag server. */
export interface TagServer {
  url: string;
  /** Path and query of each request. */
  requests: string[];
  stop(): Promise<void>;
}

/**
 * Simulates the visible behavior of Google's tag: it answers `get`, sets a cookie, loads another script by a plain URL and sends its data. It
 * also tries the actions of a custom HTML tag.
 */
const SCRIPT = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  const report = (name) => fetch(origin + "/collect?" + name, { mode: "no-cors" });
  const run = (command) => {
    const [name, id, field, answer] = command;
    if (name === "get") answer("the " + field);
    if (name === "config") { document.cookie = "_ga=GA1.1.1; path=/; max-age=600"; report("config " + id); }
    if (name === "consent") report(id + " " + field.analytics_storage + " " + field.ad_storage);
  };
  const { dataLayer } = window;
  const waiting = dataLayer.splice(0);
  dataLayer.push = (command) => { run(command); return 1; };
  waiting.forEach(run);
  const more = document.createElement("script");
  more.src = origin + "/more.js";
  document.head.append(more);
  for (const [name, act] of Object.entries({
    markup: () => { document.createElement("div").innerHTML = "<b>custom</b>"; },
    code: () => eval("1"),
    elsewhere: () => { document.createElement("script").src = "https://elsewhere.example/x.js"; },
  })) {
    try { act(); report("ran " + name); } catch { report("refused " + name); }
  }
})();`;

export async function startTagServer(): Promise<TagServer> {
  const requests: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    requests.push(decodeURIComponent(url));
    const body = url.startsWith("/gtag/js") ? SCRIPT : "";
    response.writeHead(200, { "content-type": "text/javascript" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
