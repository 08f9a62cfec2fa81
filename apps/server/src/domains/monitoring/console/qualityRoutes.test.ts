import { ONE_DAY, ONE_HOUR, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import type { InstanceState, QualityResponse, SpoolResponse } from "@marquee/contract/schema";
import { instanceState } from "@marquee/contract/testing/instanceState";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { queryWithin } from "../../../testing/queryWithin.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";

/** The start of an hour within the month for which samples are kept. */
const HOUR = Math.floor(Date.now() / ONE_HOUR) * ONE_HOUR - ONE_DAY;
let stores: TestStores;
let console: TestConsole;
let instances: InstanceState[] = [];
/** How far this server's clock is ahead, in milliseconds. */
let ahead = 0;

const counter = (at: number, name: string, label: string, count: number) => ({
  minute: Math.floor(at / ONE_SECOND),
  name,
  label,
  count,
});
const rejected = (reason: string, index: number) => ({
  received_at: HOUR + index,
  reason,
  detail: `is wrong ${index}`,
  type: "track",
  event: "Order",
  message_id: `r${index}`,
  visitor_id: "",
  library: "curl",
  bytes: 40,
  sample: '{"type":"track"}',
});

beforeAll(async () => {
  stores = await borrowTestStores();
  const listInstances = async () => instances;
  console = await startConsole(stores, { now: () => Date.now() + ahead, listInstances });
  const { eventStore } = stores;
  await eventStore.insert(
    "tallies",
    [
      counter(HOUR, "accepted", "", 70),
      counter(HOUR + 2 * ONE_MINUTE, "accepted", "", 30),
      counter(HOUR + 2 * ONE_MINUTE, "duplicate", "", 7),
      counter(HOUR, "busy", "429", 3),
      counter(HOUR, "limited", "network_bytes events", 2),
      counter(HOUR + ONE_HOUR, "limited", "network_bytes events", 1),
      counter(HOUR + ONE_HOUR, "limited", "disk recordings", 4),
      counter(HOUR, "limited", "of another version", 9),
      counter(HOUR, "limited_bytes", "network_bytes events", 5000),
      counter(HOUR, "cut_networks", "network_bytes", 2),
      counter(HOUR + ONE_HOUR, "cut_networks", "day", 1),
      counter(HOUR, "rejected", "too_large", 1),
      counter(HOUR, "rejected", "invalid", 12),
      counter(HOUR, "client:dropped", "storage full", 5),
      counter(HOUR, "client:marquee.queue.delivered", "", 900),
      counter(HOUR, "client:analytics_js.invoke", "method:track", 80),
      counter(HOUR, "client:analytics_js.invoke.error", "method:track", 2),
      counter(HOUR, "page", "undecided", 9),
      counter(HOUR + ONE_HOUR, "page", "granted", 4),
      counter(HOUR + ONE_HOUR + 59 * ONE_MINUTE, "page", "denied", 2),
      counter(HOUR + 2 * ONE_HOUR, "accepted", "", 1000),
    ],
    "tallies",
  );
  const many = Array.from({ length: 12 }, (_, index) => rejected("invalid", index + 1));
  await eventStore.insert("rejected_events", [...many, rejected("too_large", 0)], "rejected");
  const bots = ["crawler", "crawler", "headless", ""].map((bot, index) =>
    eventRow({ message_id: `b${index}`, bot, timestamp: HOUR }),
  );
  await eventStore.insert("events", bots, "bots");
}, 120_000);
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

describe("POST /query/quality", () => {
  const query = queryWithin({ from: HOUR, to: HOUR + 2 * ONE_HOUR });

  it("counts accepted, rejected, duplicate and rate-limited events in the date range", async () => {
    const answer = (await console.post("/query/quality", query)).json() as QualityResponse;
    expect(answer).toMatchObject({
      accepted: 100,
      duplicates: 7,
      busy: 3,
      limited: [
        { reason: "disk", kind: "recordings", requests: 4, bytes: 0 },
        { reason: "network_bytes", kind: "events", requests: 3, bytes: 5000 },
      ],
      limitedSeries: [
        { start: HOUR, events: 2, recordings: 0 },
        { start: HOUR + ONE_HOUR, events: 1, recordings: 4 },
      ],
      cutNetworks: 3,
      rejected: [
        { reason: "invalid", count: 12 },
        { reason: "too_large", count: 1 },
      ],
      bots: [
        { reason: "crawler", count: 2 },
        { reason: "headless", count: 1 },
      ],
      client: [
        { reason: "dropped: storage full", count: 5 },
        { reason: "analytics_js.invoke.error: method:track", count: 2 },
      ],
      decisions: [
        { start: HOUR, granted: 0, denied: 0, undecided: 9 },
        { start: HOUR + ONE_HOUR, granted: 4, denied: 2, undecided: 0 },
      ],
    });
  });

  it("returns the latest samples of each reason, including rare ones", async () => {
    const { samples } = (await console.post("/query/quality", query)).json() as QualityResponse;
    expect(samples.filter(({ reason }) => reason === "invalid").map(({ messageId }) => messageId)).toEqual([
      "r12",
      "r11",
      "r10",
      "r9",
      "r8",
      "r7",
      "r6",
      "r5",
      "r4",
      "r3",
    ]);
    expect(samples.at(-1)).toEqual({
      receivedAt: HOUR,
      reason: "too_large",
      detail: "is wrong 0",
      type: "track",
      event: "Order",
      messageId: "r0",
      library: "curl",
      bytes: 40,
      sample: '{"type":"track"}',
    });
  });
});

describe("GET /quality/spool", () => {
  beforeEach(() => {
    instances = [instanceState(Date.now())];
  });

  const spools = async () => (await console.get("/quality/spool")).json() as SpoolResponse;

  it("returns what is waiting on all instances and whether it is being stored", async () => {
    const moving = { depth: 0, isDraining: true, lastError: null };
    const budget = { bytes: 0, limit: 10_000_000_000, cut: [] };
    expect(await spools()).toEqual({
      events: moving,
      recordings: moving,
      forms: 0,
      budget,
      wrongClocks: [],
      silent: [],
    });
    instances = [
      instanceState(Date.now(), { host: "a", spools: { events: { depth: 3 }, leads: { depth: 1 } } }),
      instanceState(Date.now(), { host: "b", spools: { events: { depth: 4 }, leads: { depth: 1 } } }),
    ];
    expect(await spools()).toMatchObject({ events: { depth: 7, isDraining: true }, forms: 2 });
  });

  it("names the instance whose store accepts nothing", async () => {
    const recordings = { depth: 1, stoppedSince: HOUR, lastError: "It is away." };
    instances = [instanceState(Date.now(), { host: "a", spools: { recordings } })];
    expect((await spools()).recordings).toEqual({ depth: 1, isDraining: false, lastError: "It is away." });
    instances.push(instanceState(Date.now(), { host: "b" }));
    expect((await spools()).recordings.lastError).toBe("a: It is away.");
  });

  it("lists a silent instance's waiting items separately", async () => {
    const heartbeatAt = Date.now() - ONE_MINUTE;
    const events = { depth: 5, stoppedSince: HOUR, lastError: "It is away." };
    instances = [
      instanceState(Date.now(), { host: "a", spools: { events: { depth: 2 } } }),
      instanceState(Date.now(), { host: "b", heartbeatAt, spools: { events } }),
      instanceState(Date.now(), { host: "c", heartbeatAt }),
    ];
    expect(await spools()).toMatchObject({
      events: { depth: 2, isDraining: true, lastError: null },
      silent: [{ host: "b", heardAt: heartbeatAt, waiting: 5 }],
    });
  });

  it("names the stores whose clock is wrong", async () => {
    ahead = 20 * ONE_SECOND;
    const offset = expect.closeTo(-20 * ONE_SECOND, -4);
    expect((await spools()).wrongClocks).toEqual([
      { store: "events", offset },
      { store: "records", offset },
    ]);
    ahead = 0;
  });
});
