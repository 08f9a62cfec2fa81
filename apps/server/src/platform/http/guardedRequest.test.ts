import dns from "node:dns";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { isAllowedAddress, problemOfUrl } from "./addressPolicy.ts";
import { guardedRequest } from "./guardedRequest.ts";

let server: Server;
let port: number;
let requests = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1;
    if (request.url === "/moved") response.writeHead(302, { location: "/secret" }).end();
    else if (request.url === "/endless") response.write("x".repeat(1000), () => response.write("y"));
    else if (request.url === "/slow") response.writeHead(200);
    else response.writeHead(201, { "x-seen": String(request.headers["x-sent"]) }).end("body");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const ask = (path: string, options = {}) =>
  guardedRequest({ url: `http://127.0.0.1:${port}${path}`, policy: "loopback", ...options });

it("returns status, headers and body, and follows no redirect", async () => {
  const response = await ask("/", { headers: { "x-sent": "1" } });
  expect([response.status, response.headers["x-seen"], String(response.body)]).toEqual([201, "1", "body"]);
  expect((await ask("/moved")).status).toBe(302);
});

it("has limits for size and time", async () => {
  await expect(ask("/endless", { maxBytes: 500 })).rejects.toThrow("the response exceeds 500 bytes");
  await expect(ask("/slow", { timeout: 50 })).rejects.toThrow("no response within 0.05 seconds");
});

it("rejects private addresses, even of hosts that resolve to one only when connecting", async () => {
  requests = 0;
  const url = `https://rebound.example:${port}/`;
  const lookup = vi.spyOn(dns, "lookup") as unknown as { mockImplementation(fake: unknown): void };
  const resolve = (addresses: string[]) =>
    lookup.mockImplementation((_host: string, _options: object, callback: (...args: unknown[]) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      ),
    );
  for (const address of ["127.0.0.1", "10.1.2.3", "169.254.169.254", "fd00::1", "::1", "64:ff9b::7f00:1"]) {
    resolve(["93.184.215.14", address]);
    expect(problemOfUrl(url, "public")).toBeNull();
    await expect(guardedRequest({ url, policy: "public" })).rejects.toThrow(
      `rebound.example: ${address} is not a public address.`,
    );
  }
  await expect(guardedRequest({ url: `http://127.0.0.1:${port}/`, policy: "public" })).rejects.toThrow();
  expect(requests).toBe(0);
});

it.each([
  ["93.184.215.14", "public"],
  ["2606:4700::1", "public"],
  ["127.0.0.1", "loopback"],
  ["::1", "loopback"],
  ["10.0.0.1", "private"],
  ["fd00::1", "private"],
  ["100.64.0.1", "private"],
] as const)("allows %s by the policy %s", (address, policy) => {
  expect(isAllowedAddress(address, policy)).toBe(true);
});

it.each([
  ["10.0.0.1", "loopback"],
  ["::ffff:10.0.0.1", "public"],
  ["::a00:1", "private"],
  ["169.254.169.254", "private"],
  ["fe80::1", "private"],
  ["0.0.0.0", "private"],
  ["224.0.0.1", "private"],
  ["2002:7f00:1::", "private"],
  ["64:ff9b::a00:1", "private"],
] as const)("rejects %s by the policy %s", (address, policy) => {
  expect(isAllowedAddress(address, policy)).toBe(false);
});
