import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { HEADERS_TIMEOUT, MAX_BATCH_BYTES, ONE_SECOND, REQUEST_TIMEOUT } from "@marquee/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { borrowTestStores } from "./testing/borrowStores.ts";
import { startTestApp, type TestApp } from "./testing/startTestApp.ts";
import { createTemporaryDir, removeDir } from "./testing/temporaryDir.ts";

const dataDir = createTemporaryDir();
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ dataDir, stores: await borrowTestStores() });
});
afterAll(async () => {
  await server.stop();
  removeDir(dataDir);
});

const HALF_HEADERS = "POST /v1/b HTTP/1.1\r\nHost: trellis.example\r\nX-Slow: ";
const HALF_BODY = `POST /v1/b HTTP/1.1\r\nHost: trellis.example\r\nContent-Length: ${MAX_BATCH_BYTES}\r\n\r\n{"batch":[`;

/** Opens connections that send `text` and then one byte per second. */
async function startSlow(count: number, text: string): Promise<{ sockets: Socket[]; answers: string[] }> {
  const { port, hostname } = new URL(server.url);
  const answers: string[] = [];
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = connect(Number(port), hostname);
    answers[index] = "";
    socket.on("data", (chunk) => {
      answers[index] += chunk.toString();
    });
    socket.on("error", () => undefined);
    const timer = setInterval(() => socket.write(" "), ONE_SECOND);
    socket.once("close", () => clearInterval(timer));
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  for (const socket of sockets) socket.write(text);
  return { sockets, answers };
}

async function sendEvents(count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const body = JSON.stringify({ writeKey: "local", anonymousId: "a", messageId: `m${number}`, event: "e" });
    statuses.push((await fetch(`${server.url}/v1/t`, { method: "POST", body })).status);
    statuses.push((await fetch(`${server.url}/`)).status);
  }
  return statuses;
}

const closedOf = (sockets: readonly Socket[]) =>
  Promise.all(sockets.map((socket) => socket.closed || once(socket, "close")));

describe("slow clients", () => {
  it("time out after 10 s for headers and 30 s for a whole request", () => {
    const { headersTimeout, requestTimeout } = server.app.server.server;
    expect([headersTimeout, requestTimeout]).toEqual([10_000, 30_000]);
  });

  it("do not block other clients with 200 connections, and get a 408 at the timeout", async () => {
    // Shorter timeouts, to keep the test short.
    const { server: listening } = server.app.server;
    Object.assign(listening, { headersTimeout: HEADERS_TIMEOUT / 10, requestTimeout: REQUEST_TIMEOUT / 5 });
    const headers = await startSlow(100, HALF_HEADERS);
    const bodies = await startSlow(100, HALF_BODY);
    expect(new Set(await sendEvents(20))).toEqual(new Set([200]));
    await closedOf(headers.sockets);
    // The timeout for the body is longer.
    expect(bodies.sockets.some(({ closed }) => closed)).toBe(false);
    expect(new Set(await sendEvents(20))).toEqual(new Set([200]));
    await closedOf(bodies.sockets);
    const isTimedOut = (answer: string) => answer.startsWith("HTTP/1.1 408");
    expect([headers, bodies].map(({ answers }) => answers.filter(isTimedOut).length)).toEqual([100, 100]);
    expect(await sendEvents(1)).toEqual([200, 200]);
  });
});
