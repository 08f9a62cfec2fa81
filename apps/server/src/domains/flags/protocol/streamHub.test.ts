import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Records } from "../../../platform/storage/records/records.ts";
import { borrowRecords } from "../../../testing/borrowStores.ts";
import { flagDefinition } from "../../../testing/experimentDefinition.ts";
import { readStream } from "../../../testing/readStream.ts";
import { CLIENT_KEY, SERVER_KEY, startProtocol, type TestProtocol } from "../../../testing/startProtocol.ts";

const UPDATED = /^id: [\w-]+\nevent: features-updated\ndata:\n\n/m;
let records: Records;
let protocol: TestProtocol;
let count = 0;

beforeAll(async () => {
  records = await borrowRecords();
});
afterAll(async () => {
  await records.stop();
});
beforeEach(async () => {
  protocol = await startProtocol({ records, serverKey: SERVER_KEY });
});
afterEach(() => protocol.stop());

/** Changes a flag to a value that no test has used yet. */
const changeSomething = (size = 0) => {
  count += 1;
  const plan = { key: "plan", type: "string", defaultValue: `plan ${count}${"x".repeat(size)}` } as const;
  return protocol.change({ flags: [flagDefinition(plan)] });
};
const follow = (key: string, headers = {}) => readStream(`${protocol.url}/sub/${key}`, { headers });
const from = (address: string) => ({ "x-forwarded-for": address });
const idIn = (text: string) => /^id: (.*)$/m.exec(text)?.[1] ?? "";

it("notifies clients of a change and sends servers the features", async () => {
  const [client, server] = await Promise.all([follow(CLIENT_KEY), follow(SERVER_KEY)]);
  expect(client.headers).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
  });
  await vi.waitFor(() =>
    expect(client.text()).toMatch(/^retry: \d+\nid: [\w-]+\nevent: following\ndata:\n\n$/),
  );
  await changeSomething();
  await vi.waitFor(() => expect(client.text()).toMatch(UPDATED));
  expect(client.text()).not.toContain("plan");
  await vi.waitFor(() => expect(server.text()).toMatch(/^event: features\ndata: {.*}\n\n/m));
  const [, data = ""] = /^data: (.*)$/m.exec(server.text()) ?? [];
  expect(JSON.parse(data)).toMatchObject({
    status: 200,
    features: { plan: { defaultValue: `plan ${count}` } },
  });
});

it("notifies 200 streams of a change within a second", async () => {
  const all = await Promise.all(
    Array.from({ length: 200 }, (_, index) => follow(CLIENT_KEY, from(`2001:db8:${index}::1`))),
  );
  const began = performance.now();
  await changeSomething();
  await vi.waitFor(() => expect(all.every(({ text }) => UPDATED.test(text()))).toBe(true), {
    timeout: 1000,
    interval: 5,
  });
  console.info(`200 streams knew of a change after ${Math.round(performance.now() - began)} ms.`);
});

it("sends a reconnecting client the change it missed, if any, even after a restart", async () => {
  const before = await follow(CLIENT_KEY);
  await vi.waitFor(() => expect(before.text()).toContain("id:"));
  const { port } = protocol;
  await protocol.stop();
  await before.ended;
  protocol = await startProtocol({ records, serverKey: SERVER_KEY, port });
  const unchanged = await follow(CLIENT_KEY, { "last-event-id": idIn(before.text()) });
  await vi.waitFor(() => expect(unchanged.text()).toContain("event: following"));
  expect(unchanged.text()).not.toContain("features");
  await changeSomething();
  const behind = await follow(CLIENT_KEY, { "last-event-id": idIn(before.text()) });
  await vi.waitFor(() => expect(behind.text()).toMatch(UPDATED));
});

it("closes streams that are not read and keeps the others", async () => {
  const url = `${protocol.url}/sub/${SERVER_KEY}`;
  const [slow, quick] = await Promise.all([readStream(url, { isIdle: true }), readStream(url)]);
  // More than the operating system buffers.
  for (let round = 0; round < 40; round += 1) {
    await changeSomething(200_000);
    await vi.waitFor(() => expect(quick.text()).toContain(`plan ${count}x`), { interval: 5 });
  }
  slow.resume();
  await slow.ended;
  quick.close();
});

describe("streams from one network", () => {
  const network = (host: number) => from(`2001:db8:1:2::${host}`);
  const fill = () =>
    Promise.all(Array.from({ length: 100 }, (_, index) => follow(CLIENT_KEY, network(index + 1))));

  it("are limited, with Retry-After; other networks and the server key are not", async () => {
    await fill();
    const refused = await follow(CLIENT_KEY, network(300));
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "10"]);
    expect(refused.headers).toMatchObject({
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
    });
    expect((await follow(CLIENT_KEY, from("2001:db8:1:3::1"))).status).toBe(200);
    expect((await follow(SERVER_KEY, network(1))).status).toBe(200);
  });

  it("are accepted again after a connection closes", async () => {
    const [gone] = await fill();
    expect((await follow(CLIENT_KEY, network(1))).status).toBe(429);
    gone?.close();
    await vi.waitFor(async () => expect((await follow(CLIENT_KEY, network(1))).status).toBe(200));
    expect((await follow(CLIENT_KEY, network(1))).status).toBe(429);
  });
});

it("sends pings to keep the connection open", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const other = await startProtocol({ records });
  const stream = await readStream(`${other.url}/sub/${CLIENT_KEY}`);
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(stream.text()).toContain(": ping\n\n"));
  await other.stop();
  await stream.ended;
});
