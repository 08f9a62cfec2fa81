import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { EventsFolderInUseError } from "../../platform/storage/events/chdb/supervisor.ts";
import { rememberDeletedReplay } from "../../platform/storage/records/deletedReplays.ts";
import { SpoolCorruptedError } from "../../platform/storage/spool/checkSpoolFile.ts";
import { borrowStores } from "../../testing/borrowStores.ts";
import { CANARY } from "../../testing/canaries.ts";
import { captureLog } from "../../testing/captureLog.ts";
import { ingestProcess } from "../../testing/eventProcess.ts";
import { forkApp } from "../../testing/forkApp.ts";
import { replaySegment, SEGMENT_START, USER_AGENT } from "../../testing/replaySegment.ts";
import { startWholeApp } from "../../testing/startTestApp.ts";
import { silent } from "../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir, temporaryDir } from "../../testing/temporaryDir.ts";
import { spawnIngest, startIngest } from "./startIngest.ts";

/** Process IDs of the ingests that `parent` started. */
function ingestsOf(parent: number | string = "self"): number[] {
  const threads = readdirSync(`/proc/${parent}/task`);
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${parent}/task/${thread}/children`, "utf8").split(" ").filter(Boolean),
  );
  const isIngest = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("ingestProcess");
  return children.filter(isIngest).map(Number);
}

let dataDir: string;
let server: Awaited<ReturnType<typeof startWholeApp>>;
beforeAll(async () => {
  dataDir = createTemporaryDir();
  server = await startWholeApp({ dataDir, stores: await borrowStores() });
});
afterAll(async () => {
  await server.stop();
  removeDir(dataDir);
});

const send = (messageId: string, overrides: object = {}, url = server.url) =>
  fetch(`${url}/v1/t`, {
    method: "POST",
    body: JSON.stringify({ writeKey: "local", anonymousId: "ann", event: "e", messageId, ...overrides }),
  });
const readyChecks = async () =>
  ((await (await fetch(`${server.url}/readyz`)).json()) as { checks: object }).checks;
const stored = async (prefix: string) => {
  const rows = await server.stores.eventStore.query<{ id: string }>(
    "SELECT message_id AS id FROM events WHERE startsWith(id, {prefix:String}) ORDER BY id",
    { prefix },
  );
  return rows.map(({ id }) => id);
};
const isEmpty = async () => (await server.ingest.drain.status()).depth === 0;

describe("a crash of the process", () => {
  it("returns 503 with Retry-After until it runs again, and loses nothing", async () => {
    expect((await send("crash 1")).status).toBe(200);
    process.kill(ingestsOf()[0] ?? 0, "SIGKILL");
    const refused = await waitFor(
      () => send("crash 2"),
      ({ status }) => status === 503,
    );
    expect(refused.headers.get("retry-after")).toBe("10");
    expect(await refused.json()).toMatchObject({ success: false });
    await expect
      .poll(readyChecks, { interval: 20 })
      .toMatchObject({ intake: "unavailable", drain: "waiting", events: "ok" });
    await waitFor(
      () => send("crash 3"),
      ({ status }) => status === 200,
    );
    await expect.poll(readyChecks).toMatchObject({ intake: "ok", drain: "ok" });
    await expect.poll(isEmpty).toBe(true);
    expect(await stored("crash")).toEqual(expect.arrayContaining(["crash 1", "crash 3"]));
  });

  it("does not insert events while the server holds the drain, not even after a restart", async () => {
    await server.ingest.drain.between(async () => {
      expect((await send("held")).status).toBe(200);
      process.kill(ingestsOf()[0] ?? 0, "SIGKILL");
      await waitFor(
        () => send("held too"),
        ({ status }) => status === 200,
      );
      await new Promise((resolve) => setTimeout(resolve, 700));
      expect(await stored("held")).toEqual([]);
    });
    await expect.poll(isEmpty).toBe(true);
    expect(await stored("held")).toEqual(["held", "held too"]);
  });
});

it("removes stored rows from the files of its spools, while events arrive", async () => {
  const files = () =>
    ["spool", "spool-recordings"].map((name) => readFileSync(join(dataDir, name, "data.mdb")));
  expect((await send("erased 1", { properties: { note: "zqleft" } })).status).toBe(200);
  await expect.poll(isEmpty).toBe(true);
  expect(files().some((content) => content.includes("zqleft"))).toBe(true);
  const ids = Array.from({ length: 50 }, (_, index) => `erased ${index + 10}`);
  const [, ...answers] = await Promise.all([
    server.ingest.rewriteSpools(),
    ...ids.map((id) => send(id).then(({ status }) => status)),
  ]);
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(files().some((content) => content.includes("zqleft"))).toBe(false);
  await expect.poll(isEmpty).toBe(true);
  expect(await stored("erased")).toEqual(["erased 1", ...ids]);
});

it("restarts when a spool cannot be opened after its file was replaced, and keeps acknowledged data", async () => {
  const [file, aside] = ["data.mdb", "kept.mdb"].map((name) => join(dataDir, "spool", name)) as [
    string,
    string,
  ];
  expect((await send("reopened 1")).status).toBe(200);
  const [before] = ingestsOf();
  const rewritten = server.ingest.rewriteSpools();
  renameSync(file, aside);
  mkdirSync(file);
  await expect(rewritten).rejects.toThrow();
  await expect.poll(() => ingestsOf()[0]).not.toBe(before);
  rmdirSync(file);
  renameSync(aside, file);
  await waitFor(
    () => send("reopened 2"),
    ({ status }) => status === 200,
  );
  await expect.poll(isEmpty).toBe(true);
  expect(await stored("reopened")).toEqual(["reopened 1", "reopened 2"]);
});

it("uses the newest lists of known customers, even after a crash", async () => {
  const sendAs = (messageId: string) =>
    send(messageId, { context: { traits: { email: "eve@acme.example" } } });
  const audiences = () =>
    server.stores.eventStore.query(
      "SELECT message_id AS id, audience FROM events WHERE startsWith(id, 'known') ORDER BY id",
    );
  expect((await sendAs("known 1")).status).toBe(200);
  server.ingest.setCustomers({ groupIds: [], domains: ["acme.example"] });
  expect((await sendAs("known 2")).status).toBe(200);
  process.kill(ingestsOf()[0] ?? 0, "SIGKILL");
  await waitFor(
    () => sendAs("known 3"),
    ({ status }) => status === 200,
  );
  await expect.poll(isEmpty).toBe(true);
  expect(await audiences()).toEqual([
    { id: "known 1", audience: "visitor" },
    { id: "known 2", audience: "customer" },
    { id: "known 3", audience: "customer" },
  ]);
});

it("drops recordings of replays that were deleted", async () => {
  const { records, eventStore } = server.stores;
  await rememberDeletedReplay(records.db, { sessionId: SEGMENT_START, visitorId: "deleted" }, Date.now());
  for (const visitor of ["deleted", "kept"]) {
    const query = `device_id=${visitor}&session_id=${SEGMENT_START}&api_key=local&type=replay`;
    const response = await fetch(`${server.url}/v1/replay?${query}`, {
      method: "POST",
      body: JSON.stringify(replaySegment()),
      headers: { "user-agent": USER_AGENT },
    });
    expect(response.status).toBe(200);
  }
  await expect.poll(async () => (await server.ingest.recordings.drain.status()).depth).toBe(0);
  const rows = await eventStore.query("SELECT visitor_id FROM replay_segments");
  expect(rows).toEqual([{ visitor_id: "kept" }]);
});

describe("a start", () => {
  const config = {
    publicUrl: "http://localhost",
    writeKey: "local",
    customers: { groupIds: [], domains: [] },
    keptParameters: [],
    retentionDays: null,
    clickhouseCa: null,
  };

  it("uses a process that was started in advance, unless it has ended", async () => {
    const before = ingestsOf();
    const child = spawnIngest(ingestProcess);
    const options = { ...server.stores, ingestProcess, log: silent, child };
    const ingest = await startIngest({ ...options, config: { ...config, dataDir: temporaryDir() } });
    expect(ingestsOf().filter((pid) => !before.includes(pid))).toEqual([child.pid]);
    await ingest.stop();
    expect(child.exitCode).toBe(0);
    const again = await startIngest({ ...options, config: { ...config, dataDir: temporaryDir() } });
    expect(await again.drain.status()).toMatchObject({ depth: 0 });
    await again.stop();
  });

  it("fails while another server uses the spools, and names a damaged spool", async () => {
    const parts = { ...server.stores, ingestProcess, log: silent };
    await expect(startIngest({ ...parts, config: { ...config, dataDir } })).rejects.toThrow(
      EventsFolderInUseError,
    );
    const damaged = temporaryDir();
    mkdirSync(join(damaged, "spool"));
    writeFileSync(join(damaged, "spool/data.mdb"), Buffer.alloc(50_000, 7));
    await expect(startIngest({ ...parts, config: { ...config, dataDir: damaged } })).rejects.toThrow(
      SpoolCorruptedError,
    );
  });
});

it("passes on its log until the end, without data of rows", async () => {
  const answer = "Code: 241. DB::Exception: Memory limit exceeded: zq zq@zq.example. (MEMORY_LIMIT_EXCEEDED)";
  let attempts = 0;
  const full = createServer((request, response) => {
    attempts += 1;
    request.resume();
    response.writeHead(500, { "x-clickhouse-exception-code": "241" }).end(answer);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void full.close());
  await once(full, "listening");
  const url = `http://127.0.0.1:${(full.address() as AddressInfo).port}`;
  const { eventStore, records } = server.stores;
  const { log, lines, text } = captureLog("warn");
  const stores = { records, eventStore: { ...eventStore, url: () => url }, stop: async () => undefined };
  const other = await startWholeApp({ dataDir: temporaryDir(), stores, log });
  expect((await send("zq", { event: "zq zq@zq.example" }, other.url)).status).toBe(200);
  const linesOf = (start: string) => lines().filter(({ msg }) => String(msg).startsWith(start));
  // Before the third attempt, the failure of the second one was logged.
  await expect.poll(() => attempts).toBe(3);
  expect(linesOf("The event store isn't accepting rows")).toHaveLength(1);
  await other.stop();
  const stack = expect.stringMatching(/^ {4}at /);
  expect(linesOf("The event store isn't accepting rows")[0]).toMatchObject({
    err: { type: "ClickHouseError", code: "241", codeName: "MEMORY_LIMIT_EXCEEDED", stack },
    depth: 1,
  });
  expect(linesOf("The event store isn't accepting rows").slice(1)).toEqual([
    expect.objectContaining({ level: 40, repeated: expect.any(Number) }),
  ]);
  expect(linesOf("Stopped with rows in the spool")).toEqual([expect.objectContaining({ depth: 1 })]);
  expect(text()).not.toMatch(CANARY);
});

it("exits with its server, however that ends", async () => {
  const dir = temporaryDir();
  const forked = await forkApp(dir, {}, "whole");
  const [pid = 0] = ingestsOf(forked.pid);
  expect(pid).toBeGreaterThan(0);
  // It receives the events and the end of its server at the same time, and exits within a transaction.
  process.kill(pid, "SIGSTOP");
  const sent = Array.from({ length: 50 }, (_, index) =>
    send(`last ${index}`, {}, forked.url).catch(() => null),
  );
  await fetch(`${forked.url}/healthz`);
  await forked.kill();
  process.kill(pid, "SIGCONT");
  await Promise.all(sent);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Repeats a request until its response is as expected. */
async function waitFor(
  ask: () => Promise<Response>,
  isWanted: (response: Response) => boolean,
): Promise<Response> {
  for (;;) {
    const response = await ask();
    if (isWanted(response)) return response;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
