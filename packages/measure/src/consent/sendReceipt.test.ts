import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSendReceipt } from "./sendReceipt.ts";

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

it("says how long the server wants to be left alone, and that nobody answered", async () => {
  answer = { status: 429, headers: { "retry-after": "7" } };
  expect(await createSendReceipt(origin)(RECEIPT)).toEqual({ isSettled: false, retryAfter: 7000 });
  expect(await createSendReceipt("http://127.0.0.1:1")(RECEIPT)).toEqual({
    isSettled: false,
    retryAfter: null,
  });
});
