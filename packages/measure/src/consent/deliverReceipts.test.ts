import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ConsentReceipt } from "@marquee/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeStore } from "../testing/fakes.ts";
import { createReceiptDelivery, createSendReceipt } from "./deliverReceipts.ts";
import { RECEIPTS_KEY, storeReceipts, waitingReceipts } from "./storedReceipts.ts";

const decision = (receiptId: string, groups: ConsentReceipt["groups"] = ["C0001", "C0002"]) => ({
  groups,
  decidedAt: 1_800_000_000_000,
  textVersion: 1,
  receiptId,
});
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(store = createFakeStore()) {
  const server = {
    isThere: true,
    retryAfter: null as number | null,
    requests: 0,
    got: [] as ConsentReceipt[],
  };
  const send = async (receipt: ConsentReceipt) => {
    server.requests += 1;
    if (server.isThere) server.got.push(receipt);
    return { isSettled: server.isThere, retryAfter: server.retryAfter };
  };
  const delivery = createReceiptDelivery({ store, send, random: () => 0.5 });
  const add = (receipt: ConsentReceipt) => {
    storeReceipts(store, [...waitingReceipts(store), receipt]);
    delivery.flush();
  };
  return { store, server, receipts: { ...delivery, add } };
}
const idsOf = (receipts: ConsentReceipt[]) => receipts.map(({ receiptId }) => receiptId);

describe("createReceiptDelivery", () => {
  it("sends a receipt with its anonymous ID and proof, and deletes it once the server has it", async () => {
    const { store, server, receipts } = start();
    receipts.add({ ...decision("r1"), anonymousId: "visitor", proof: "secret" });
    await settled();
    receipts.add(decision("r2", ["C0001", "C0003"]));
    await settled();
    expect(server.got).toEqual([
      { ...decision("r1"), anonymousId: "visitor", proof: "secret" },
      decision("r2", ["C0001", "C0003"]),
    ]);
    expect(store.entries.size).toBe(0);
  });

  it("keeps undelivered receipts across reloads and sends each once, the latest first", async () => {
    const { store, server, receipts } = start();
    server.isThere = false;
    receipts.add(decision("r1"));
    receipts.add(decision("r2", ["C0001"]));
    await settled();
    receipts.stop();
    const later = start(store);
    later.receipts.flush();
    later.receipts.flush();
    await settled();
    expect(idsOf(later.server.got)).toEqual(["r2", "r1"]);
    expect(store.entries.size).toBe(0);
  });

  it("retries with increasing delays", async () => {
    const { server, receipts } = start();
    server.isThere = false;
    receipts.add(decision("r1", ["C0001"]));
    await vi.advanceTimersByTimeAsync(10_000);
    const { requests } = server;
    expect(requests).toBeGreaterThan(2);
    expect(requests).toBeLessThan(8);
    server.isThere = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([idsOf(server.got), server.requests]).toEqual([["r1"], requests + 1]);
  });

  it("waits for the Retry-After time", async () => {
    const { server, receipts } = start();
    Object.assign(server, { isThere: false, retryAfter: 60_000 });
    receipts.add(decision("r1", ["C0001"]));
    await vi.advanceTimersByTimeAsync(59_999);
    server.isThere = true;
    expect(server.requests).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(idsOf(server.got)).toEqual(["r1"]);
  });

  it("does not retry after stop", async () => {
    const { server, receipts } = start();
    server.isThere = false;
    receipts.add(decision("r1"));
    await settled();
    receipts.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.requests).toBe(1);
  });

  it.each(["{", "7", "null", "[null]", '["x"]'])("ignores the malformed stored value %s", async (value) => {
    const { receipts, server } = start(createFakeStore(new Map([[RECEIPTS_KEY, value]])));
    receipts.flush();
    await settled();
    expect(server.got).toEqual([]);
    receipts.add(decision("r1"));
    await settled();
    expect(idsOf(server.got)).toEqual(["r1"]);
  });
});

let answer = { status: 204, headers: {} as Record<string, string> };
const server = createServer((_request, response) => response.writeHead(answer.status, answer.headers).end());
let origin = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const RECEIPT = {
  groups: ["C0001" as const],
  decidedAt: 1_800_000_000_000,
  textVersion: 1,
  receiptId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
};

it.each([
  [204, true],
  [400, true],
  [501, true],
  [200, false],
  [408, false],
  [429, false],
  [500, false],
  [503, false],
])("status %i settles a receipt: %s", async (status, isSettled) => {
  answer = { status, headers: {} };
  expect(await createSendReceipt(origin)(RECEIPT)).toEqual({ isSettled, retryAfter: null });
});

it("returns the Retry-After time, and reports a failed connection as not settled", async () => {
  answer = { status: 429, headers: { "retry-after": "7" } };
  expect(await createSendReceipt(origin)(RECEIPT)).toEqual({ isSettled: false, retryAfter: 7000 });
  expect(await createSendReceipt("http://127.0.0.1:1")(RECEIPT)).toEqual({
    isSettled: false,
    retryAfter: null,
  });
});
