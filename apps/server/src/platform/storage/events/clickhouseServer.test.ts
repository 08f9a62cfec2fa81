import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { eventRow } from "../../../testing/eventRow.ts";
import { startEngine, type TestEngine } from "../../../testing/startEngine.ts";
import { startProxy, TEST_AUTHORITY } from "../../../testing/startProxy.ts";
import { startNewEvents } from "../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../../testing/temporaryDir.ts";
import { EventStoreError } from "../../errors/eventStoreError.ts";
import { connectEventWriter, type EventStore } from "./eventStore.ts";

/* A ClickHouse server at an address. Simulated by our event process. */

const dataDir = createTemporaryDir();
let engine: TestEngine;

beforeAll(async () => {
  engine = await startEngine(dataDir);
});
afterAll(async () => {
  await engine?.kill();
  removeDir(dataDir);
});

async function start(settings: { clickhouseUrl: string; clickhouseCa?: string }): Promise<EventStore> {
  const store = await startNewEvents(dataDir, settings);
  onTestFinished(store.stop);
  return store;
}

const errorOf = (clickhouseUrl: string) =>
  start({ clickhouseUrl }).then(
    () => null,
    (error: unknown) => error,
  );

/**
 * A server in between, which notes the parameters of each request. @param version version that it reports.
 */
async function startRecorder(version?: string) {
  const { port: target } = new URL(engine.url);
  const requests: URLSearchParams[] = [];
  const server = createServer(async (incoming, response) => {
    const { searchParams } = new URL(incoming.url ?? "/", "http://localhost");
    requests.push(searchParams);
    const body = await text(incoming);
    if (version && body.includes("version()")) {
      response.end(`${JSON.stringify({ version })}\n`);
      return;
    }
    const { method, url: path, headers } = incoming;
    const outgoing = request({ host: "127.0.0.1", port: Number(target), method, path, headers });
    outgoing.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    outgoing.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: engine.url.replace(target, String((server.address() as AddressInfo).port)), requests };
}

describe("a ClickHouse server", () => {
  it("is reached through TLS with its own authority, for queries and events", async () => {
    const { port, hostname } = new URL(engine.url);
    const proxy = await startProxy({ target: () => ({ host: hostname, port: Number(port) }), tls: "http" });
    onTestFinished(proxy.stop);
    const clickhouseUrl = engine.url.replace("http:", "https:").replace(port, String(proxy.port));
    const clickhouseCa = readFileSync(TEST_AUTHORITY, "utf8");
    const store = await start({ clickhouseUrl, clickhouseCa });
    const writer = connectEventWriter(async () => clickhouseUrl, clickhouseCa);
    await writer.insert("events", [eventRow({ message_id: "over TLS" })], "tls");
    const rows = await store.query("SELECT message_id FROM events WHERE message_id = 'over TLS'");
    expect(rows).toEqual([{ message_id: "over TLS" }]);
    const untrusted = await errorOf(clickhouseUrl);
    expect(untrusted).toBeInstanceOf(EventStoreError);
    expect(String(untrusted)).toMatch(/CLICKHOUSE_URL: .* not trusted .*CLICKHOUSE_CA_FILE/);
  });

  it("is named with its setting but not its password when it can't be used", async () => {
    const refused = await errorOf("http://default:secret@127.0.0.1:9/default");
    expect(String(refused)).toMatch(
      /CLICKHOUSE_URL: .* can't be reached \(ECONNREFUSED\).* address, user, password/,
    );
    const denied = await errorOf(engine.url.replace("token", "secret"));
    expect(String(denied)).toMatch(/CLICKHOUSE_URL: .*AUTHENTICATION_FAILED/);
    expect(`${refused}${denied}`).not.toContain("secret");
    const website = createServer((_request, response) => response.writeHead(404).end("<h1>Not found</h1>"));
    await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void website.close());
    const notFound = await errorOf(`http://127.0.0.1:${(website.address() as AddressInfo).port}`);
    expect(String(notFound)).toMatch(/^EventStoreError: CLICKHOUSE_URL: /);
    expect(String(notFound)).not.toContain("<h1>");
  });

  it("is rejected when it is too old", async () => {
    const recorder = await startRecorder("24.3.5.46");
    expect(String(await errorOf(recorder.url))).toContain(
      "ClickHouse 24.3.5.46 is too old. Use 25.8 or newer.",
    );
  });

  it("gets limits and an ID with every query, and no asynchronous inserts", async () => {
    const recorder = await startRecorder();
    const store = await start({ clickhouseUrl: recorder.url });
    recorder.requests.length = 0;
    await store.query("SELECT 1");
    await store.query("SELECT 2", {}, new AbortController().signal);
    const limited = recorder.requests.splice(0).map((each) => Object.fromEntries(each));
    for (const each of limited)
      expect(each).toMatchObject({
        readonly: "1",
        max_execution_time: "30",
        cancel_http_readonly_queries_on_client_close: "1",
      });
    expect(new Set(limited.map(({ query_id: id }) => id)).size).toBe(2);
    await text(await store.streamLines("SELECT 3 AS number"));
    expect(recorder.requests.splice(0).map((each) => each.get("query_id"))).toEqual([expect.any(String)]);
    await store.insert("events", [eventRow({ message_id: "inserted" })], "inserted");
    expect(recorder.requests.splice(0).map((each) => each.get("async_insert"))).toEqual(["0"]);
  });
});
