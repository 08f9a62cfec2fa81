import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { finishedSegment } from "../../testing/storedSegment.ts";
import { createSendSegment } from "./sendSegment.ts";

interface Answer {
  status: number;
  headers: Record<string, string>;
}

const JSON_TYPE = { "content-type": "application/json" };
let server: Server;
let answer: Answer | "cut";
let requests: { url: string; body: string }[];

beforeEach(async () => {
  requests = [];
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    requests.push({ url: request.url ?? "", body: Buffer.concat(parts).toString() });
    if (answer === "cut") request.socket.destroy();
    else response.writeHead(answer.status, answer.headers).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const send = () => {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { stored } = finishedSegment("recording", 0);
  const options = { isExit: false, signal: new AbortController().signal };
  return createSendSegment({ endpoint, writeKey: "a key" })(
    stored,
    new TextEncoder().encode("body"),
    options,
  );
};

test("sends a segment with its visitor, session, encoding and time", async () => {
  answer = { status: 200, headers: JSON_TYPE };
  vi.spyOn(Date, "now").mockReturnValue(1_800_000_000_000);
  expect(await send()).toEqual({ kind: "delivered" });
  vi.restoreAllMocks();
  const url =
    "/v1/replay?device_id=device&session_id=1&type=replay&api_key=a+key&encoding=deflate&sent_at=1800000000000";
  expect(requests).toEqual([{ url, body: "body" }]);
});

test.each([
  [400, "dropped"],
  [401, "dropped"],
  [413, "dropped"],
  [408, "failed"],
  [429, "failed"],
  [503, "failed"],
])("on status %d the segment is %s", async (status, kind) => {
  answer = { status, headers: JSON_TYPE };
  expect(await send()).toMatchObject({ kind, reason: `status ${status}` });
});

test("returns Retry-After in milliseconds", async () => {
  answer = { status: 429, headers: { ...JSON_TYPE, "retry-after": "7" } };
  expect(await send()).toMatchObject({ retryAfter: 7000, isAnswered: true });
});

test("treats an unexpected success and a missing response as failures", async () => {
  answer = { status: 200, headers: { "content-type": "text/html" } };
  expect(await send()).toMatchObject({ kind: "failed", reason: "unexpected response", isAnswered: true });
  answer = "cut";
  expect(await send()).toMatchObject({ kind: "failed", isAnswered: false });
});
