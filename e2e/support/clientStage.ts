import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const RUM = dirname(createRequire(import.meta.url).resolve("@datadog/browser-rum/package.json"));
const RUM_SLIM = dirname(createRequire(import.meta.url).resolve("@datadog/browser-rum-slim/package.json"));
const AMPLITUDE = dirname(
  createRequire(import.meta.url).resolve("@amplitude/session-replay-browser/package.json"),
);

/** Published bundles, by the path from which the page loads them. */
const SCRIPTS: Record<string, string> = {
  "/rum.js": join(RUM, "bundle/datadog-rum.js"),
  "/rum-slim.js": join(RUM_SLIM, "bundle/datadog-rum-slim.js"),
  "/amplitude.js": join(AMPLITUDE, "lib/scripts/session-replay-browser-min.js"),
};
/** Files that Datadog's bundle loads from its own folder. */
const CHUNK = /^\/chunks\/[\w-]+\.js$/;

/**
 * Requests sent during unload have Headless Chromium's user agent, whatever the page was told, so the server
 * would detect a bot.
 */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36";

/** A request of a client, byte for byte, and its response. */
export interface SentRequest {
  /** Path and query. */
  url: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
  status: number;
}

/** A page with third-party clients, whose requests are noted and passed on to the site. */
export interface ClientStage {
  url: string;
  sent: SentRequest[];
  stop(): Promise<void>;
}

/** @param site origin that receives `/v1/*`. @param html content of the page's body. */
export async function startClientStage(port: number, site: string, html: string): Promise<ClientStage> {
  const sent: SentRequest[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    if (path.startsWith("/v1/")) {
      const passed = await passOn(request, site);
      sent.push(passed.sent);
      response.writeHead(passed.sent.status, { "content-type": "application/json" }).end(passed.answer);
      return;
    }
    const script = scriptAt(path);
    const type = script ? "text/javascript" : "text/html";
    response.writeHead(200, { "content-type": `${type}; charset=utf-8` });
    response.end(script ?? `<!doctype html><title>Stage</title>${html}`);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${port}`, sent, stop: () => close(server) };
}

function scriptAt(path: string): Buffer | null {
  const file = CHUNK.test(path) ? join(RUM, "bundle", path) : SCRIPTS[path];
  return file ? readFileSync(file) : null;
}

async function passOn(
  request: IncomingMessage,
  site: string,
): Promise<{ sent: SentRequest; answer: Buffer }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { url = "/", method = "GET", headers } = request;
  const passed = ["content-type", "content-encoding", "authorization"].flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
  const answer = await fetch(site + url, {
    method,
    headers: [...passed, ["user-agent", USER_AGENT]],
    ...(method === "POST" ? { body: new Uint8Array(body) } : {}),
  });
  const sent = { url, headers, body, status: answer.status };
  return { sent, answer: Buffer.from(await answer.arrayBuffer()) };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
