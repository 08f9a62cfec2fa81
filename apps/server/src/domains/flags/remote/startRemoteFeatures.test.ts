import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { type RemoteFeatures, startRemoteFeatures } from "./startRemoteFeatures.ts";

/** GrowthBook's API; the response can change between requests. */
let api: Server;
let answer: { status: number; body: string };
let requests: { url?: string | undefined; etag?: string | undefined; status: number }[];
let apiHost: string;
let warnings: string[];
let dataDir: string;
let started: RemoteFeatures[];

const payload = (defaultValue: string) =>
  JSON.stringify({ status: 200, features: { plan: { defaultValue } } });

beforeEach(async () => {
  answer = { status: 200, body: payload("basic") };
  requests = [];
  warnings = [];
  started = [];
  dataDir = temporaryDir();
  api = createServer(({ url, headers }, response) => {
    const etag = `"${answer.body.length}-${answer.body.slice(-20, -4)}"`.replaceAll(/[^\w"-]/g, "");
    const status = headers["if-none-match"] === etag ? 304 : answer.status;
    requests.push({ url, etag: headers["if-none-match"], status });
    response.writeHead(status, { etag }).end(status === 304 ? "" : answer.body);
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  apiHost = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const remote of started) remote.stop();
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
});

async function start(clientKey = "sdk-abc") {
  // A pending request of one test may still log a warning during the next.
  const testWarnings = warnings;
  const write = (line: string) => void testWarnings.push((JSON.parse(line) as { msg: string }).msg);
  const config = { apiHost, clientKey };
  const remote = await startRemoteFeatures({
    config,
    policy: "loopback",
    dataDir,
    log: pino({}, { write }),
    interval: 20,
  });
  started.push(remote);
  return remote;
}
const planOf = (remote: RemoteFeatures) => remote.current().features.plan?.defaultValue;

it("follows the payload with conditional requests", async () => {
  const remote = await start();
  const listener = vi.fn();
  remote.onChange(listener);
  expect([planOf(remote), requests[0]?.url]).toEqual(["basic", "/api/features/sdk-abc"]);
  await vi.waitFor(() => expect(requests.filter(({ status }) => status === 304).length).toBeGreaterThan(1));
  expect(listener).not.toHaveBeenCalled();
  answer.body = payload("business");
  await vi.waitFor(() => expect(planOf(remote)).toBe("business"));
  expect(listener).toHaveBeenCalledOnce();
});

it.each([
  ["an error status", { status: 403, body: "{}" }, "403"],
  ["invalid JSON", { status: 200, body: "<html>" }, "Unexpected token"],
  [
    "an invalid list of features",
    { status: 200, body: '{"features":[]}' },
    "the response is not a list of features",
  ],
  [
    "invalid rules",
    { status: 200, body: '{"features":{"plan":{"rules":[1]}}}' },
    "the response is not a list of features",
  ],
  ["an encrypted payload", { status: 200, body: '{"encryptedFeatures":"a.b"}' }, "encrypted"],
  ["an oversized response", { status: 200, body: "x".repeat(6 * 1024 ** 2) }, "the response exceeds"],
])("keeps the last valid payload after %s and after a restart", async (_name, bad, reason) => {
  const remote = await start();
  answer = bad;
  await vi.waitFor(() => expect(warnings.at(-1)).toContain(reason));
  expect(planOf(remote)).toBe("basic");
  remote.stop();
  expect(planOf(await start())).toBe("basic");
});

it("warns of rules that cannot be evaluated", async () => {
  const rules = [{ condition: { id: { $near: 1 } }, force: "business" }];
  answer.body = JSON.stringify({ features: { plan: { defaultValue: "basic", rules } } });
  const remote = await start();
  expect(remote.current().problems).toEqual([
    { flag: "plan", rule: 1, problem: "uses the unknown operator $near" },
  ]);
  expect(warnings).toEqual([expect.stringContaining("Rule 1 of the GrowthBook flag plan uses")]);
});

it("does not use another connection's copy or a corrupted one", async () => {
  (await start()).stop();
  answer = { status: 500, body: "" };
  expect((await start("sdk-other")).current().features).toEqual({});
  writeFileSync(join(dataDir, "growthbook.json"), "{");
  expect((await start()).current().features).toEqual({});
});
