import { gzipSync } from "node:zlib";
import { MAX_BATCH_BYTES, ONE_DAY, ONE_HOUR, ONE_MINUTE, REPLAY_PATH, RUM_PATH } from "@marquee/contract";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { SpoolFullError } from "../../platform/storage/spool/spool.ts";
import { createCollectServer } from "../../testing/collectServer.ts";
import { NO_BUDGETS } from "../../testing/ingestLimits.ts";
import type { CollectedRequest } from "../collectedRequest.ts";
import { OverBudgetError } from "../rejectedRequest.ts";
import { createIngestBudgets } from "./ingestBudgets.ts";
import { createTrustedSenders } from "./trustedSenders.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const SENDER = "203.0.113.7";
const OTHER = "198.51.100.9";
const MEGABYTE = 1_000_000;

let now: number;
let counts: Record<string, number>;
const counters = {
  add(name: string, label = "", count = 1) {
    const key = `${name} ${label}`.trim();
    counts[key] = (counts[key] ?? 0) + count;
  },
};
beforeEach(() => {
  now = NOON;
  counts = {};
});

type ServerOptions = NonNullable<Parameters<typeof createCollectServer>[0]>;

/** The routes with some budgets, and records everything passed on to the ingest process. */
async function start(options: ServerOptions = {}) {
  const passedOn: CollectedRequest[] = [];
  const server = await createCollectServer({
    counters,
    now: () => now,
    onReceive: (request) => void passedOn.push(request),
    ...options,
    budgets: { ...NO_BUDGETS, ...options.budgets },
  });
  const post = (url: string, payload: string | Buffer, from = SENDER, headers: Record<string, string> = {}) =>
    server.inject({ method: "POST", url, payload, headers, remoteAddress: from });
  const send = (events: number, from = SENDER, headers: Record<string, string> = {}) =>
    post("/v1/b", batchOf(events), from, headers);
  const statusOf = async (events: number, from?: string, headers?: Record<string, string>) =>
    (await send(events, from, headers)).statusCode;
  return { server, post, send, statusOf, passedOn };
}

/** @param length of a text in each event. */
function batchOf(events: number, length = 0): string {
  const event = { type: "track", event: "e", anonymousId: "a", properties: { text: "x".repeat(length) } };
  const batch = Array.from({ length: events }, (_, index) => ({ ...event, messageId: `m${index}` }));
  return JSON.stringify({ writeKey: "local", batch });
}

const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` });

describe("the budget of a network", () => {
  it("counts events, returns 429 with Retry-After in whole seconds, and refills within the hour", async () => {
    const { send, statusOf, passedOn } = await start({ budgets: { ...NO_BUDGETS, eventsPerHour: 100 } });
    expect(await statusOf(60)).toBe(200);
    // Once started, a batch is accepted as a whole.
    expect(await statusOf(90)).toBe(200);
    const refused = await send(1);
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, String(30 * 60)]);
    expect(refused.json()).toEqual({
      success: false,
      message: "Your network sent too much within an hour. Retry later.",
    });
    expect(await statusOf(1, OTHER), "Another network has its own.").toBe(200);
    expect(passedOn).toHaveLength(3);
    now += ONE_HOUR / 2 - 1;
    expect(await statusOf(1)).toBe(429);
    now += 1;
    expect(await statusOf(1)).toBe(429);
    now += ONE_MINUTE;
    expect(await statusOf(1)).toBe(200);
  });

  it("counts bytes after decompression, and asks to wait at least a minute", async () => {
    const { post } = await start({ budgets: { ...NO_BUDGETS, bytesPerHour: MEGABYTE } });
    const large = gzipSync(batchOf(40, 30_000));
    expect(large.byteLength).toBeLessThan(20_000);
    const gzip = { "content-encoding": "gzip" };
    expect((await post("/v1/b", large, SENDER, gzip)).statusCode).toBe(200);
    const refused = await post("/v1/b", batchOf(1));
    expect([refused.statusCode, Number(refused.headers["retry-after"])]).toEqual([429, expect.any(Number)]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(600);
    now += Number(refused.headers["retry-after"]) * 1000 - ONE_MINUTE / 2;
    expect((await post("/v1/b", batchOf(1))).headers["retry-after"]).toBe("60");
  });

  it("counts an IPv6 network of 48 bits as one sender", async () => {
    const { statusOf } = await start({ budgets: { ...NO_BUDGETS, eventsPerHour: 10 } });
    expect(await statusOf(10, "2001:db8:7:1::1")).toBe(200);
    expect(await statusOf(1, "2001:db8:7:ffff:1:2:3:4")).toBe(429);
    expect(await statusOf(1, "2001:db8:8:1::1")).toBe(200);
  });

  it("counts requests that are rejected with a reason, but not those to be retried", async () => {
    const isFull = () => Promise.reject(new SpoolFullError("The disk is full."));
    const { statusOf } = await start({
      budgets: { ...NO_BUDGETS, eventsPerHour: 10 },
      spool: { append: isFull },
    });
    for (let time = 0; time < 20; time += 1) expect(await statusOf(9)).toBe(503);
    const { post } = await start({ budgets: { ...NO_BUDGETS, eventsPerHour: 3 } });
    const statuses = ["{", "{}", "[]", "{}"].map(async (body) => (await post("/v1/t", body)).statusCode);
    expect(await Promise.all(statuses)).toEqual([400, 401, 400, 401]);
    expect((await post("/v1/t", "{}")).statusCode).toBe(429);
  });

  it("counts requests rejected before they are read, from pages that may not send", async () => {
    const { server } = await start({ budgets: { ...NO_BUDGETS, eventsPerHour: 2 } });
    const ask = async (method: "OPTIONS" | "POST") =>
      (
        await server.inject({
          method,
          url: "/v1/b",
          headers: { origin: "https://evil.example" },
          remoteAddress: SENDER,
        })
      ).statusCode;
    expect([await ask("OPTIONS"), await ask("POST"), await ask("OPTIONS"), await ask("POST")]).toEqual([
      403, 403, 429, 429,
    ]);
  });

  it("counts a body before it is read and stored, so that concurrent requests can't circumvent it", async () => {
    let store = () => {};
    const stored = new Promise<void>((resolve) => {
      store = resolve;
    });
    const append = async () => {
      await stored;
      return { accepted: 1, duplicates: 0 };
    };
    const { post, passedOn } = await start({
      budgets: { ...NO_BUDGETS, bytesPerHour: 10_000 },
      spool: { append },
    });
    const first = post("/v1/b", batchOf(1, 12_000));
    await expect.poll(() => passedOn.length).toBe(1);
    expect((await post("/v1/b", batchOf(1))).statusCode).toBe(429);
    store();
    expect((await first).statusCode).toBe(200);
  });
});

describe("a trusted sender", () => {
  it("is one whose address or range is listed, and is not counted", async () => {
    const { statusOf } = await start({
      budgets: { ...NO_BUDGETS, eventsPerHour: 5, bytesPerDay: 1 },
      trustedSenders: ["198.51.100.0/24", "2001:db8::/32"],
    });
    for (const from of [OTHER, "2001:db8:1::2", OTHER]) expect(await statusOf(50, from)).toBe(200);
    expect(await statusOf(6)).toBe(200);
    expect(await statusOf(1)).toBe(429);
  });

  it("is one with the server key, which goes no further", async () => {
    const { statusOf, passedOn } = await start({
      budgets: { ...NO_BUDGETS, eventsPerHour: 5 },
      serverKey: "a-secret-key",
    });
    for (let time = 0; time < 3; time += 1)
      expect(await statusOf(50, SENDER, basic("a-secret-key"))).toBe(200);
    expect(passedOn.map(({ authorization }) => authorization)).toEqual(
      Array(3).fill(basic("local").authorization),
    );
    expect(await statusOf(5, SENDER, basic("local")), "The write key is public.").toBe(200);
    expect(await statusOf(1, SENDER, basic("local"))).toBe(429);
    expect(await statusOf(1, OTHER, basic("a-wrong-key"))).toBe(401);
  });
});

describe("the day's budget", () => {
  const trusted = createTrustedSenders({
    trustedSenders: [],
    clientKey: "",
    serverKey: null,
    writeKey: "local",
  });
  const dayOf = (bytesPerDay: number) =>
    createIngestBudgets({ budgets: { ...NO_BUDGETS, bytesPerDay }, trusted, counters, now: () => now });
  type Budgets = ReturnType<typeof dayOf>;
  const sender = (ip: string) => ({ ip, headers: {} });
  const use = (budgets: Budgets, ip: string, bytes: number) =>
    budgets.admit(sender(ip), "events").count({ bytes, events: 1 });
  const isAdmitted = (budgets: Budgets, ip: string, kind: "events" | "recordings" = "events") => {
    try {
      budgets.admit(sender(ip), kind);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(OverBudgetError);
      return false;
    }
  };

  it("cuts recordings first, then the networks that sent the most, and leaves the rest for others", () => {
    const budgets = dayOf(1000 * MEGABYTE);
    const [large, medium, small] = ["192.0.2.1", "192.0.2.2", "192.0.2.3"];
    use(budgets, medium, 1.5 * MEGABYTE);
    use(budgets, small, 0.4 * MEGABYTE);
    use(budgets, large, 590 * MEGABYTE);
    const admitted = () => [large, medium, small, "192.0.2.9"].map((ip) => isAdmitted(budgets, ip));
    expect(isAdmitted(budgets, small, "recordings")).toBe(true);
    expect(budgets.today()).toEqual({ bytes: 591.9 * MEGABYTE, limit: 1000 * MEGABYTE, cut: [] });
    use(budgets, large, 10 * MEGABYTE);
    expect([isAdmitted(budgets, "192.0.2.9", "recordings"), admitted()]).toEqual([
      false,
      [true, true, true, true],
    ]);
    use(budgets, large, 198.1 * MEGABYTE);
    expect([budgets.today().cut, admitted()]).toEqual([
      ["events", "recordings"],
      [false, true, true, true],
    ]);
    // 130 MB are left, and each network may have sent up to 1% of that.
    for (let index = 0; index < 70; index += 1) use(budgets, `198.18.0.${index}`, MEGABYTE);
    expect(admitted()).toEqual([false, false, true, true]);
    for (let index = 0; index < 130; index += 1)
      if (isAdmitted(budgets, `198.19.0.${index}`)) use(budgets, `198.19.0.${index}`, MEGABYTE);
    expect(admitted()).toEqual([false, false, false, false]);
    expect(counts).toEqual({ "cut_networks day": expect.any(Number) });
  });

  it("resets at midnight, as stated by Retry-After", async () => {
    now = NOON + ONE_DAY / 2 - 90_500;
    const { post } = await start({ budgets: { ...NO_BUDGETS, bytesPerDay: 10_000 } });
    expect((await post("/v1/b", batchOf(1, 12_000))).statusCode).toBe(200);
    const refused = await post("/v1/b", batchOf(1), OTHER);
    expect([refused.statusCode, refused.headers["retry-after"], refused.json().message]).toEqual([
      429,
      "91",
      "This server has received too much today. Retry later.",
    ]);
    now += 90_500;
    expect((await post("/v1/b", batchOf(1), OTHER)).statusCode).toBe(200);
  });

  it("is never exceeded by more than one request, whatever is sent", () => {
    const network = fc.integer({ min: 0, max: 300 });
    const requests = fc.array(fc.record({ network, bytes: fc.integer({ min: 1, max: 50_000 }) }), {
      minLength: 400,
      maxLength: 800,
    });
    fc.assert(
      fc.property(requests, (sent) => {
        const budgets = dayOf(MEGABYTE);
        for (const { network: number, bytes } of sent) {
          const ip = `10.0.${number >> 8}.${number & 255}`;
          if (isAdmitted(budgets, ip)) use(budgets, ip, bytes);
        }
        expect(budgets.today().bytes).toBeLessThan(MEGABYTE + 50_000);
      }),
    );
  });
});

it("counts rejected requests by reason and kind, their bytes, and each cut network once a day", async () => {
  const { post, send } = await start({ budgets: { ...NO_BUDGETS, eventsPerHour: 1 } });
  const body = batchOf(1);
  for (let time = 0; time < 3; time += 1) await send(1);
  await post(`${REPLAY_PATH}?type=replay`, "12345");
  await post(RUM_PATH, "123");
  await send(1, OTHER);
  await send(1, OTHER);
  expect(counts).toEqual({
    accepted: 2,
    duplicate: 0,
    "busy 429": 5,
    "limited network_events events": 3,
    "limited_bytes network_events events": 3 * body.length,
    "limited network_events recordings": 2,
    "limited_bytes network_events recordings": 8,
    "cut_networks network_events": 2,
  });
  now += ONE_DAY;
  await send(1);
  await send(1);
  expect(counts["cut_networks network_events"]).toBe(3);
});

it("counts at most the route's limit for a rejected request, whatever size it declares", async () => {
  const { post, send } = await start({ budgets: { ...NO_BUDGETS, eventsPerHour: 1 } });
  await send(2);
  expect((await post("/v1/b", "{}", SENDER, { "content-length": "9000000000000000000" })).statusCode).toBe(
    429,
  );
  expect(counts["limited_bytes network_events events"]).toBe(MAX_BATCH_BYTES);
});

it("passes on neither the sender's address nor its network", async () => {
  const { send, passedOn, server } = await start({ budgets: { ...NO_BUDGETS, eventsPerHour: 3 } });
  for (const address of [SENDER, "2001:db8:77:1::9"])
    for (let time = 0; time < 5; time += 1) {
      const { body, headers } = await send(1, address);
      expect(body + JSON.stringify(headers)).not.toMatch(/203\.0\.113|2001:db8/);
    }
  expect(passedOn).toHaveLength(6);
  expect(JSON.stringify([passedOn, counts])).not.toMatch(/203\.0\.113|2001:db8/);
  await server.close();
});

it("returns 503 with a longer wait for a full disk, depending on what was rejected", async () => {
  const isFull = async () => {
    throw new SpoolFullError("The disk is full.");
  };
  const { send } = await start({ spool: { append: isFull } });
  const refused = await send(1);
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "60"]);
  expect(counts).toMatchObject({ "busy 503": 1, "limited disk events": 1 });
});
