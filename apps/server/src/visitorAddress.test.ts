import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ONE_SECOND, visitorIdOf } from "@marquee/contract";
import { expect, it } from "vitest";
import { type ForkedApp, forkApp } from "./testing/forkApp.ts";
import { startTestEvents, startTestRecords } from "./testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "./testing/temporaryDir.ts";

const PUBLIC_URL = "http://trellis.example";
/** IP addresses as clients send them; TRACES also has other notations and prefixes of them. */
const FORWARDED = ["198.51.100.231", "2001:db8:51:100::e7e7"];
const IN_CONTEXT = ["203.0.113.177", "2001:db8:203:113::b1b1"];
const TRACES = [
  ...FORWARDED,
  ...IN_CONTEXT,
  "2001:0db8:0051:0100",
  "2001:0db8:0203:0113",
  "198.51.100",
  "203.0.113",
];
/** A value that is stored. Finding it proves that the search covers the stored data. */
const KEPT = "kept-7f3a9c";

/**
 * Sends data to every route that stores any, as a visitor behind the trusted proxy.
 * @returns the response statuses.
 */
async function visit(server: ForkedApp, forwarded: string, ip: string): Promise<number[]> {
  // Some proxies add the port, which differs for each connection.
  let port = 50_000;
  const withPort = () => {
    port += 1;
    return `${forwarded.includes(":") ? `[${forwarded}]` : forwarded}:${port}`;
  };
  const send = async (path: string, body: unknown, extra: Record<string, string> = {}) => {
    const payload = typeof body === "string" ? body : JSON.stringify(body);
    return (
      await fetch(server.url + path, {
        method: "POST",
        body: payload,
        headers: { "x-forwarded-for": withPort(), origin: PUBLIC_URL, ...extra },
      })
    ).status;
  };
  const json = { "content-type": "application/json" };
  const context = { ip, device: { id: KEPT } };
  const event = { type: "track", event: KEPT, anonymousId: "a", context, messageId: randomUUID() };
  const submission = randomUUID();
  const { ticket } = (await (await fetch(`${server.url}/leads/ticket?submission=${submission}`)).json()) as {
    ticket: string;
  };
  // A form sent sooner counts as spam, which is not delivered.
  await wait(3 * ONE_SECOND + 100);
  const proof = randomUUID();
  const receipt = {
    receiptId: randomUUID(),
    decidedAt: Date.now(),
    textVersion: 1,
    groups: ["C0001"],
    anonymousId: visitorIdOf(proof),
    proof,
  };
  const lead = {
    formId: 1006,
    locale: "en",
    path: "/contact-sales",
    location: "page",
    email: `${KEPT}@trellis.example`,
  };
  const form = { ...lead, companySize: "51-200", message: KEPT, submissionId: submission, ticket };
  return [
    await send("/v1/b", {
      writeKey: "local",
      batch: [event, { ...event, event: "", messageId: randomUUID() }],
    }),
    await send("/v1/t", { ...event, writeKey: "local", anonymousId: null }),
    await send("/v1/t", `{"context":{"ip":"${ip}"`),
    await send("/v1/t", { ...event, writeKey: "other" }),
    await send("/m", {
      series: [{ type: "Counter", metric: "marquee.sent", value: 1, tags: { ip, reason: KEPT } }],
    }),
    await send("/consent", receipt, json),
    await send("/leads", form, json),
    await send("/console/api/sign-in", { email: "x@trellis.example", password: "x" }, json),
    // Over the budget of the network by now.
    await send("/v1/t", { ...event, writeKey: "local" }),
    (await fetch(`${server.url}/`, { headers: { "x-forwarded-for": withPort() } })).status,
    (await fetch(`${server.url}/no-such-page`, { headers: { "x-forwarded-for": withPort() } })).status,
  ];
}

/** Files below `dir` that contain one of `texts`. */
function filesWith(dir: string, texts: readonly string[]): string[] {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => {
      const content = readFileSync(file);
      return texts.some((text) => content.includes(text));
    });
}

/** All rows of the stores as JSON, read by query because much of the data is compressed on disk. */
async function dumpStores(dataDir: string): Promise<string> {
  const events = await startTestEvents(dataDir);
  const tables = ["events", "rejected_events", "tallies"];
  const rows = await Promise.all(tables.map((table) => events.query(`SELECT * FROM ${table}`)));
  await events.stop();
  const records = await startTestRecords(dataDir);
  const ask = async (sql: string) => ((await records.db.execute(sql)) as { rows: { name: string }[] }).rows;
  const names = await ask(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const tableRows = await Promise.all(names.map(({ name }) => ask(`SELECT * FROM "${name}"`)));
  await records.stop();
  return JSON.stringify([rows, tableRows]);
}

it("stores no visitor's IP address in files, stores or the log", async () => {
  const dataDir = createTemporaryDir();
  const server = await forkApp(
    dataDir,
    { PUBLIC_URL, TRUSTED_PROXIES: "127.0.0.1", SENDER_EVENTS_PER_HOUR: "5" },
    "whole",
  );
  const statuses = await Promise.all(
    FORWARDED.map((forwarded, index) => visit(server, forwarded, IN_CONTEXT[index] ?? "")),
  );
  await server.stop();
  const each = [200, 400, 400, 401, 200, 204, 200, 401, 429, 200, 404];
  expect(statuses).toEqual([each, each]);

  const stored = await dumpStores(dataDir);
  const occurrences = stored.split(KEPT).length - 1;
  expect(occurrences).toBeGreaterThan(10);
  expect(TRACES.filter((trace) => stored.includes(trace) || server.log().includes(trace))).toEqual([]);
  expect(filesWith(dataDir, [KEPT]).length).toBeGreaterThan(0);
  expect(filesWith(dataDir, TRACES)).toEqual([]);
  removeDir(dataDir);
});
