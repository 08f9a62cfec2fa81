import { ERROR_EVENT, ONE_DAY, ONE_HOUR, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import type {
  ChangesResponse,
  ErrorDetailsResponse,
  ErrorGroup,
  ErrorStatus,
  ErrorsResponse,
  TeamResponse,
} from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventRow } from "../../../platform/storage/events/eventRow.types.ts";
import type { RumRow } from "../../../platform/storage/events/replayRows.types.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { queryWithin } from "../../../testing/queryWithin.ts";
import { recordedRows } from "../../../testing/recordedRows.ts";
import { monitoringRow } from "../../../testing/rumRow.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { createArchiveStore } from "../../archive/archiveStore.ts";
import { mapAddress } from "../../archive/mapAddress.ts";
import { createReplayIds } from "../../replay/replayId.ts";

const DAY = Date.UTC(2026, 5, 2);
const NOON = DAY + 12 * ONE_HOUR;
/** A visit with a recording. */
const SESSION = NOON - 10 * ONE_MINUTE;
let stores: TestStores;
let console: TestConsole;
let now = DAY + 2 * ONE_DAY;
let rows = 0;

function failed(properties: object, overrides: Partial<EventRow> = {}): EventRow {
  rows += 1;
  const at = overrides.timestamp ?? DAY + ONE_HOUR;
  return eventRow({
    message_id: `m${rows}`,
    type: "track",
    event: ERROR_EVENT,
    timestamp: at,
    session_id: at - ONE_MINUTE,
    properties: JSON.stringify({ kind: "error", source: "", stack: "", ...properties }),
    ...overrides,
  });
}
const failedIn = (
  type: string,
  error_message: string,
  error_stack: string,
  overrides: Partial<RumRow> = {},
) =>
  monitoringRow({
    type: "error",
    name: type,
    error_message,
    error_stack,
    timestamp: DAY + ONE_HOUR,
    sent: { error: { source: "source" } },
    ...overrides,
  });

const CHROME = (hash: string, line: number) =>
  `TypeError: x is not a function\n    at draw (https://trellis.example/assets/app-${hash}.js:${line}:9)\n    at https://trellis.example/assets/app-${hash}.js:1:1`;
const DATADOG = (host: string) =>
  `TypeError: no plan\n  at helper @ https://cdn.example/lib.js:1:1\n  at draw @ https://${host}/assets/app-Ef34zzzz.js:8:9`;

const ERRORS = [
  failed({ message: "TypeError: x", stack: CHROME("Ab12_-cd", 7) }, { timestamp: DAY - 5 * ONE_DAY }),
  failed({ message: "TypeError: x", stack: CHROME("Ef34zzzz", 8) }, { path: "/" }),
  failed(
    { message: "TypeError: x", stack: CHROME("Gh56zzzz", 9), kind: "unhandled rejection" },
    { anonymous_id: "b", timestamp: DAY + 2 * ONE_HOUR, browser: "Safari", variations: ["hero:1:bold"] },
  ),
  failed({ message: "TypeError: x", stack: "draw@https://trellis.example/assets/other-1.js:1:2" }),
  failed({ message: "lost", source: "https://trellis.example/assets/app-Zz.js" }, { path: "/lost" }),
  // A function that two builds renamed, and a frame without a name.
  failed({ message: "minified", stack: "x\n    at e (https://trellis.example/assets/a-Ab12_-cd.js:1:2)" }),
  failed({
    message: "minified",
    stack: "x\n    at async tn (https://trellis.example/assets/a-Ef34zzzz.js:9:9)",
  }),
  failed({ message: "minified", stack: "@https://trellis.example/assets/a-Gh56zzzz.js:3:4" }),
  // Numbers and IDs.
  ...["Lead 17 of ab12cd34ef", "Lead 204 of 99ffee0011"].map((message) =>
    failed({ message }, { path: "/ids" }),
  ),
  // Reported by both clients: the site's in its own session, and a shop's, where only Datadog's client runs.
  failed(
    { message: "TypeError: no plan", stack: CHROME("Ef34zzzz", 8) },
    { path: "/both", timestamp: NOON, session_id: SESSION, anonymous_id: "ada" },
  ),
  failed({ message: "long gone" }, { timestamp: DAY - ONE_DAY }),
  failed({ message: "a machine's" }, { bot: "crawler" }),
  failed({ message: "a customer's" }, { audience: "customer" }),
];
const RUM = [
  failedIn("TypeError", "no plan", DATADOG("trellis.example"), {
    application_id: "marquee",
    url: "https://trellis.example/both",
    path: "/both",
    linked_session: SESSION,
    visitor_id: "ada",
    timestamp: NOON,
  }),
  failedIn("TypeError", "no plan", DATADOG("shop.example"), { version: "1.0.0", session_id: "shop" }),
  failedIn("TypeError", "no plan", DATADOG("shop.example"), {
    version: "1.1.0",
    session_id: "shop 2",
    timestamp: DAY + 3 * ONE_HOUR,
    browser: "Safari",
  }),
  failedIn("", "of a log", "", { track: "logs" }),
  monitoringRow({ type: "view", version: "0.9", timestamp: DAY - ONE_DAY }),
];
const EARLIER = [
  eventRow({
    message_id: "p1",
    path: "/pricing",
    timestamp: NOON - 60 * ONE_SECOND,
    session_id: SESSION,
    anonymous_id: "ada",
  }),
  eventRow({
    message_id: "t1",
    type: "track",
    event: "Section Viewed",
    timestamp: NOON - 50 * ONE_SECOND,
    session_id: SESSION,
    anonymous_id: "ada",
    properties: JSON.stringify({ sectionId: "hero" }),
  }),
  eventRow({
    message_id: "later",
    path: "/later",
    timestamp: NOON + ONE_SECOND,
    session_id: SESSION,
    anonymous_id: "ada",
  }),
  eventRow({
    message_id: "other",
    path: "/other",
    timestamp: NOON - ONE_SECOND,
    session_id: SESSION,
    anonymous_id: "b",
  }),
];

/** Maps line 9, column 9 to the first line of `src/draw.ts`. */
const MAP = {
  mediaType: "application/json",
  body: Buffer.from(
    JSON.stringify({
      version: 3,
      names: [],
      sources: ["../../src/draw.ts"],
      mappings: ";;;;;;;;QAAA",
      sourcesContent: ["export const draw = (plan) => x();"],
    }),
  ),
};

beforeAll(async () => {
  stores = await borrowTestStores();
  console = await startConsole(stores, { now: () => now });
  for (const time of ["all", "sent again"]) {
    await stores.eventStore.insert("events", [...ERRORS, ...EARLIER], time);
    await stores.eventStore.insert("monitoring_events", RUM, time);
  }
  await stores.eventStore.insert(
    "interactions",
    [
      {
        ...recordedRows.interaction("c1", "ada", SESSION),
        timestamp: NOON - 40 * ONE_SECOND,
        frustration: "rage",
      },
    ],
    "clicks",
  );
  await stores.eventStore.insert(
    "monitoring_events",
    [
      ["fetch", 30, "https://trellis.example/api/plans", 503],
      ["js", 20, "https://trellis.example/assets/app.js", 200],
    ].map(([type, ago, url, status_code]) =>
      monitoringRow({
        type: "resource",
        name: String(url),
        timestamp: NOON - Number(ago) * ONE_SECOND,
        linked_session: SESSION,
        visitor_id: "ada",
        application_id: "marquee",
        sent: { resource: { type, status_code } },
      }),
    ),
    "resources",
  );
  await stores.eventStore.insert(
    "replay_segments",
    [{ ...recordedRows.segment("r1", "ada", SESSION), started: SESSION, ended: NOON + ONE_MINUTE }],
    "recording",
  );
  const archive = createArchiveStore(stores.records.db);
  await archive.keepStart("r1", DAY - 3 * ONE_DAY);
  await archive.keepStart("r2", DAY + 1.5 * ONE_HOUR);
  await archive.keepFile(mapAddress("/assets/app-Gh56zzzz.js"), MAP, DAY);
}, 120_000);
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

const SPAN = { from: DAY, to: DAY + 2 * ONE_DAY };
const askErrors = (overrides: object = {}) =>
  console.post("/query/errors", queryWithin({ ...SPAN, ...overrides }));
const errors = async (overrides?: object) => (await askErrors(overrides)).json() as ErrorsResponse;
const of = (...filters: unknown[]) => ({ filters });
function named(message: string, { groups }: Pick<ErrorsResponse, "groups">): ErrorGroup {
  const match = groups.find((group) => group.message === message);
  if (!match) throw new Error(`There is no error ${message}.`);
  return match;
}
/** The errors before any test changes one. */
let atFirst: ErrorsResponse;
beforeAll(async () => {
  atFirst = await errors();
});
/** The errors with numbers in their messages. */
const numbered = () => atFirst.groups.filter(({ message }) => message.startsWith("Lead "));
const fingerprintOf = (message: string) => named(message, atFirst).fingerprint;
/** In a range too long for hourly intervals. */
const askDetails = (fingerprint: string, overrides: object = {}) =>
  console.post(
    `/query/errors/${fingerprint}`,
    queryWithin({ from: DAY, to: DAY + 2 * ONE_DAY + 3 * ONE_HOUR, ...overrides }),
  );
const details = async (fingerprint: string) => (await askDetails(fingerprint)).json() as ErrorDetailsResponse;

describe("POST /query/errors", () => {
  it("groups errors thrown at one place across releases", () => {
    const { groups, hasMore } = atFirst;
    expect([groups.length, hasMore]).toEqual([6, false]);
    expect(named("minified", atFirst)).toMatchObject({ frame: "/assets/a.js", count: 3, visitors: 1 });
    const group = groups.find(({ message, count }) => message === "TypeError: x" && count === 2);
    expect(group).toMatchObject({
      frame: "draw (/assets/app.js)",
      kinds: ["error", "unhandled rejection"],
      visitors: 2,
      firstSeen: DAY - 5 * ONE_DAY,
      lastSeen: DAY + 2 * ONE_HOUR,
      stack: CHROME("Gh56zzzz", 9),
      // Before the first known release, and in the second.
      firstRelease: "",
      lastRelease: "r2",
      source: { file: "src/draw.ts", line: 1, column: 1, functionName: "draw" },
      status: { state: "open", revision: 0, owner: null },
    });
    expect(group?.trend).toEqual([1, 1, ...Array(22).fill(0)]);
    expect(new Set(groups.map(({ fingerprint }) => fingerprint)).size).toBe(6);
    for (const { fingerprint } of groups) expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(named("lost", atFirst).frame).toBe("/assets/app.js");
  });

  it("ignores numbers and IDs in messages", () => {
    expect(numbered().map(({ count }) => count)).toEqual([2]);
  });

  it("has one group for an error of both clients, and counts duplicate reports once", () => {
    expect(named("TypeError: no plan", atFirst)).toMatchObject({
      frame: "draw (/assets/app.js)",
      kinds: ["error", "source"],
      count: 3,
      visitors: 3,
      firstRelease: "1.0.0",
      lastRelease: "r2",
    });
  });

  it("searches messages, locations and paths", async () => {
    const framesOf = async (text: string) => (await errors({ text })).groups.map(({ frame }) => frame);
    expect(await framesOf("TYPEERROR")).toHaveLength(3);
    expect(await framesOf("other.js")).toEqual(["draw (/assets/other.js)"]);
    expect(await framesOf("/lost")).toEqual(["/assets/app.js"]);
    expect(await framesOf("it's \\ not there")).toEqual([]);
  });

  it("filters by page for the error itself, and by visit", async () => {
    const messages = async (...filters: unknown[]) =>
      (await errors(of(...filters))).groups.map(({ message, count }) => `${message} ${count}`);
    expect(await messages(["is", "event:page", ["/lost"]])).toEqual(["lost 1"]);
    expect(await messages(["is", "event:hostname", ["shop.example"]])).toEqual(["TypeError: no plan 2"]);
    expect(await messages(["is", "visit:browser", ["Safari"]])).toEqual(["TypeError: x 1"]);
  });

  it("rejects invalid queries", async () => {
    for (const wrong of [{ to: 1 }, { state: "lost" }, { filters: "[]" }, of(["is", "visit:moon", ["x"]])])
      expect([wrong, (await askErrors(wrong)).statusCode]).toEqual([wrong, 400]);
  });
});

describe("POST /query/errors/:fingerprint", () => {
  it("returns when and where it happened, and where in the source", async () => {
    const group = atFirst.groups.find(({ message, count }) => message === "TypeError: x" && count === 2);
    const answer = await details(group?.fingerprint ?? "");
    expect(answer.series).toEqual([
      { start: DAY, count: 2, visitors: 2 },
      { start: DAY + ONE_DAY, count: 0, visitors: 0 },
      { start: DAY + 2 * ONE_DAY, count: 0, visitors: 0 },
    ]);
    expect(answer.releases).toEqual([{ id: "r2", servedFrom: DAY + 1.5 * ONE_HOUR }]);
    expect(answer.affected).toEqual({
      pages: [
        { name: "/", count: 1 },
        { name: "/pricing", count: 1 },
      ],
      browsers: [
        { name: "Chrome", count: 1 },
        { name: "Safari", count: 1 },
      ],
      devices: [{ name: "desktop", count: 2 }],
      variations: [{ name: "hero:bold", count: 1 }],
    });
    expect(answer.latest.stack.map(({ source }) => source)).toEqual([
      null,
      {
        file: "src/draw.ts",
        line: 1,
        column: 1,
        functionName: "draw",
        context: [{ line: 1, text: "export const draw = (plan) => x();" }],
      },
      null,
    ]);
    expect(answer.latest).toMatchObject({ messageId: "m3", browser: "Safari", replay: null });
  });

  it("lists breadcrumbs from all recorded sources, with the replay", async () => {
    const fingerprint = fingerprintOf("TypeError: no plan");
    const { latest } = await details(fingerprint);
    const { write } = createReplayIds({ key: stores.keys.of("replays"), ...stores });
    const id = write({ sessionId: SESSION, visitorId: "ada" });
    const ago = (seconds: number) => ({
      at: NOON - seconds * ONE_SECOND,
      replay: { id, at: NOON - seconds * ONE_SECOND },
    });
    expect(latest.breadcrumbs).toEqual([
      { kind: "page", text: "/pricing", detail: "", ...ago(60) },
      { kind: "event", text: "Section Viewed", detail: "hero", ...ago(50) },
      { kind: "click", text: "#buy", detail: "rage", ...ago(40) },
      { kind: "request", text: "https://trellis.example/api/plans", detail: "503", ...ago(30) },
    ]);
    expect(latest.replay).toEqual({ id, at: NOON });
  });

  it("rejects an unknown error and an invalid date range", async () => {
    expect((await askDetails("0123")).statusCode).toBe(404);
    expect((await askDetails("0123", { to: 1 })).statusCode).toBe(400);
  });
});

describe("PUT /errors/:fingerprint", () => {
  const put = (fingerprint: string, change: object) =>
    console.put(`/errors/${fingerprint}`, { state: "open", owner: null, revision: 0, ...change });
  const names = async (overrides: object) =>
    (await errors(overrides)).groups.map(({ message }) => message).sort();

  it("ignores an error, gives it an owner, and lists by both", async () => {
    const { members: people } = (await console.get("/team")).json() as TeamResponse;
    const owner = people[0]?.id ?? "";
    const fingerprint = fingerprintOf("lost");
    const answer = await put(fingerprint, { state: "ignored", owner });
    expect(answer.json()).toMatchObject({
      state: "ignored",
      owner: { id: owner },
      revision: 1,
      updated: { at: now },
    });
    expect(await names({ state: "ignored" })).toEqual(["lost"]);
    expect(await names({ owner })).toEqual(["lost"]);
    expect(await names({ owner: "none" })).not.toContain("lost");
    const { groups, counts } = await errors({ state: "open" });
    expect(groups.map(({ message }) => message)).not.toContain("lost");
    expect(counts).toEqual({ open: 5, resolved: 0, ignored: 1 });
    const conflict = await put(fingerprint, { state: "open" });
    expect([conflict.statusCode, conflict.json().error.message]).toEqual([
      409,
      expect.stringContaining("owner@trellis.example changed this error"),
    ]);
  });

  it("records changes, which can be reverted", async () => {
    const fingerprint = fingerprintOf("lost");
    const { changes } = (await console.get("/changes?entity=error")).json() as ChangesResponse;
    expect(changes).toMatchObject([
      {
        key: fingerprint,
        action: "ignored",
        actor: "owner@trellis.example",
        isReversible: true,
        before: null,
        after: { message: "lost", state: "ignored", owner: "owner@trellis.example" },
      },
    ]);
    expect((await console.post(`/changes/${changes[0]?.id}/revert`, {})).statusCode).toBe(200);
    expect(named("lost", await errors()).status).toMatchObject({ state: "open", owner: null, revision: 2 });
  });

  it("resolves an error until it occurs in a later release", async () => {
    const fingerprint = fingerprintOf("minified");
    const resolvedAt = now;
    const status = (await put(fingerprint, { state: "resolved" })).json() as ErrorStatus;
    expect(status).toMatchObject({ state: "resolved", resolved: { at: now, release: "r2" }, reopened: null });
    const stack = "x\n    at e (https://trellis.example/assets/a-Ab12_-cd.js:1:2)";
    const occur = (...occurrences: [at: number, session_id: number][]) =>
      stores.eventStore.insert(
        "events",
        occurrences.map(([at, session_id]) =>
          failed({ message: "minified", stack }, { timestamp: at, session_id }),
        ),
        `minified ${occurrences.join(" ")}`,
      );
    await createArchiveStore(stores.records.db).keepStart("r3", resolvedAt + ONE_HOUR);
    now = resolvedAt + 6 * ONE_HOUR;
    // In the same release, and in a tab that was open before the later one.
    await occur([resolvedAt + ONE_MINUTE, resolvedAt], [resolvedAt + 2 * ONE_HOUR, resolvedAt]);
    expect(named("minified", await errors()).status).toMatchObject({ state: "resolved", reopened: null });
    const back = resolvedAt + 3 * ONE_HOUR;
    await occur([back, back - ONE_MINUTE]);
    const reopened = { state: "open", reopened: { at: back, release: "r3" } };
    expect((await details(fingerprint)).status).toMatchObject(reopened);
    const open = await errors({ state: "open", to: now });
    expect(named("minified", open).status).toMatchObject(reopened);
    expect(await names({ state: "resolved", to: now })).toEqual([]);
    // Resolved again, it counts from that time.
    expect((await put(fingerprint, { state: "resolved", revision: 1 })).json()).toMatchObject({
      state: "resolved",
      resolved: { at: now, release: "r3" },
      reopened: null,
    });
  });

  it("reopens an error that occurs in a new version of an application", async () => {
    const fingerprint = fingerprintOf("TypeError: no plan");
    await put(fingerprint, { state: "resolved" });
    const occurred = (version: string, at: number) =>
      failedIn("TypeError", "no plan", DATADOG("shop.example"), { version, timestamp: at });
    const resolvedAt = now;
    now += 3 * ONE_HOUR;
    await stores.eventStore.insert(
      "monitoring_events",
      [occurred("0.9", resolvedAt + ONE_HOUR), occurred("2.0.0", resolvedAt + 2 * ONE_HOUR)],
      "later",
    );
    // The earliest one in a new version counts.
    expect(named("TypeError: no plan", await errors()).status).toMatchObject({
      state: "open",
      reopened: { at: resolvedAt + 2 * ONE_HOUR, release: "2.0.0" },
    });
  });

  it("keeps the resolution when only the owner changes", async () => {
    const { members: people } = (await console.get("/team")).json() as TeamResponse;
    const fingerprint = numbered()[0]?.fingerprint ?? "";
    const { resolved } = (await put(fingerprint, { state: "resolved" })).json() as ErrorStatus;
    now += ONE_HOUR;
    const change = { state: "resolved", owner: people[0]?.id, revision: 1 };
    expect((await put(fingerprint, change)).json()).toMatchObject({ resolved, revision: 2 });
  });

  it("rejects unknown errors, states and people, and rejects viewers", async () => {
    const fingerprint = fingerprintOf("lost");
    expect((await put("0123", {})).statusCode).toBe(404);
    expect((await put(fingerprint, { state: "gone" })).statusCode).toBe(400);
    expect((await put(fingerprint, { owner: "nobody", revision: 2 })).statusCode).toBe(400);
    expect((await put(fingerprint, { more: 1 })).statusCode).toBe(400);
    const viewer = await startConsole(stores, { role: "viewer", now: () => now });
    const answer = await viewer.put(`/errors/${fingerprint}`, { state: "ignored", owner: null, revision: 2 });
    await viewer.app.close();
    expect(answer.statusCode).toBe(403);
  });
});
