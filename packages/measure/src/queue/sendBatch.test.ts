import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestEvent } from "../testing/fakes.ts";
import { createSendBatch } from "./sendBatch.ts";

let answer: (response: ServerResponse) => void = () => undefined;
let received: { path: string; body: string }[] = [];
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    received.push({ path: request.url ?? "", body });
    answer(response);
  });
});
let origin = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  received = [];
  vi.useRealTimers();
});

const BATCH = { batch: [createTestEvent("a")], sentAt: "2026-01-01T00:00:00.000Z", writeKey: "local" };
const send = (signal = new AbortController().signal, endpoint = origin) =>
  createSendBatch(endpoint)(BATCH, signal);
const answerWith = (status: number, body = "", headers: Record<string, string> = {}) => {
  answer = (response) => void response.writeHead(status, headers).end(body);
};

describe("createSendBatch", () => {
  it("posts the batch and returns the events that the server rejected", async () => {
    answerWith(200, '{"success":true,"rejected":[{"messageId":"a","reason":"type is missing"}]}');
    expect(await send()).toEqual({
      kind: "delivered",
      refused: [{ messageId: "a", reason: "type is missing" }],
    });
    expect(received).toEqual([{ path: "/v1/b", body: JSON.stringify(BATCH) }]);
  });

  it.each(['{"success":true}', '{"success":true,"rejected":1}', '{"success":true,"rejected":[null]}'])(
    "treats the response %j as delivered",
    async (body) => {
      answerWith(200, body);
      expect(await send()).toMatchObject({ kind: "delivered" });
    },
  );

  it.each([
    "",
    "null",
    "[]",
    "{}",
    '{"success":false}',
    '{"success":"true"}',
    "<html>Log in to the network</html>",
  ])("treats the response %j as a failed attempt, because it is not the server's", async (body) => {
    answerWith(200, body);
    expect(await send()).toEqual({
      kind: "failed",
      reason: "unexpected response",
      retryAfter: null,
      isAnswered: true,
    });
  });

  it("stops reading a response over the maximum length", async () => {
    let closed = false;
    answer = (response) => {
      response.on("close", () => {
        closed = true;
      });
      response.writeHead(200).write('{"success":true,"padding":"');
      const pour = () => {
        while (!response.destroyed && response.write("x".repeat(16_384)));
      };
      response.on("drain", pour);
      pour();
    };
    expect(await send()).toMatchObject({ kind: "failed", isAnswered: true });
    await vi.waitFor(() => expect(closed).toBe(true));
  });

  it("treats a truncated response as no response", async () => {
    answer = (response) => {
      response.writeHead(200, { "content-length": "100" }).write('{"success":true}');
      setTimeout(() => response.destroy(), 20);
    };
    expect(await send()).toMatchObject({ kind: "failed", isAnswered: false });
  });

  it("distinguishes temporary failures from permanent ones", async () => {
    answerWith(503, "", { "retry-after": "7" });
    expect(await send()).toEqual({
      kind: "failed",
      reason: "status 503",
      retryAfter: 7000,
      isAnswered: true,
    });
    answerWith(400);
    expect(await send()).toEqual({ kind: "dropped", reason: "status 400" });
  });

  it("does not follow a redirect and reports a failure", async () => {
    answerWith(307, "", { location: "/elsewhere" });
    expect(await send()).toMatchObject({ kind: "failed", isAnswered: false });
    expect(received).toHaveLength(1);
  });

  it("reports a missing response", async () => {
    const nobody = send(undefined, "http://127.0.0.1:1");
    expect(await nobody).toMatchObject({ kind: "failed", isAnswered: false, retryAfter: null });
    answer = (response) => void response.destroy();
    expect(await send()).toMatchObject({ kind: "failed", isAnswered: false });
  });

  it("times out after 15 seconds, and stops immediately when aborted", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    answer = () => undefined;
    const hanging = send();
    await vi.advanceTimersByTimeAsync(14_999);
    const early = await Promise.race([hanging, Promise.resolve("waits")]);
    await vi.advanceTimersByTimeAsync(1);
    expect([early, await hanging]).toEqual(["waits", expect.objectContaining({ isAnswered: false })]);
    const aborter = new AbortController();
    const aborted = send(aborter.signal);
    aborter.abort();
    expect(await aborted).toMatchObject({ kind: "failed", isAnswered: false });
  });
});
