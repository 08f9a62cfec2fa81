import type { ConsentReceipt } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { createFakeStore } from "../testing/fakes.ts";
import { createReceipts, RECEIPTS_KEY } from "./receipts.ts";

const decision = (receiptId: string, groups: ConsentReceipt["groups"] = ["C0001", "C0002"]) => ({
  groups,
  decidedAt: 1_800_000_000_000,
  textVersion: 1,
  receiptId,
});
const settled = () => new Promise((resolve) => setTimeout(resolve));

function start(store = createFakeStore()) {
  const server = { isThere: true, got: [] as ConsentReceipt[] };
  const send = async (receipt: ConsentReceipt) => {
    if (server.isThere) server.got.push(receipt);
    return server.isThere;
  };
  return { store, server, receipts: createReceipts({ store, send }) };
}

describe("createReceipts", () => {
  it("sends a decision with whose it is, and keeps nothing once the server has it", async () => {
    const { store, server, receipts } = start();
    receipts.add(decision("r1"), "visitor");
    receipts.add(decision("r2", ["C0001", "C0003"]), null);
    await settled();
    expect(server.got).toEqual([
      { ...decision("r1"), anonymousId: "visitor" },
      decision("r2", ["C0001", "C0003"]),
    ]);
    expect(store.entries.size).toBe(0);
  });

  it("keeps what the server did not get, over reloads, and sends it once", async () => {
    const { store, server, receipts } = start();
    server.isThere = false;
    receipts.add(decision("r1"), "visitor");
    receipts.add(decision("r2", ["C0001"]), "visitor");
    await settled();
    const later = start(store);
    later.receipts.flush();
    await settled();
    expect(later.server.got.map(({ receiptId }) => receiptId)).toEqual(["r1", "r2"]);
    expect(store.entries.size).toBe(0);
  });

  it("takes no damage from what others wrote", () => {
    for (const value of ["{", "7", "null"]) {
      const { receipts, server } = start(createFakeStore(new Map([[RECEIPTS_KEY, value]])));
      receipts.flush();
      expect(server.got).toEqual([]);
    }
  });
});
