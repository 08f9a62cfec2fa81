import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCollectServer } from "../../testing/collectServer.ts";
import { USER_AGENT } from "../../testing/replaySegment.ts";
import { silent } from "../../testing/startTestStores.ts";
import type { Connection } from "./startConnections.ts";
import { type RumCopies, requestOf, startRumCopies } from "./startRumCopies.ts";

const APPLICATION = "01234567-89ab-cdef-0123-456789abcdef";
const TOKEN = "pub0123456789abcdef";

/** Datadog's intake. */
let intake: Server;
let statuses: number[];
let received: { url: URL; lines: Record<string, unknown>[] }[];
let results: (string | null)[];
let datadog: Connection<"datadog"> | null;
let copies: RumCopies;
/** Whether the intake does not answer. */
let isHeld: boolean;

beforeEach(async () => {
  statuses = [];
  received = [];
  results = [];
  isHeld = false;
  intake = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    while (isHeld) await new Promise((resolve) => setTimeout(resolve, 2));
    const lines = body.split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);
    received.push({ url: new URL(request.url ?? "", "http://intake"), lines });
    response.writeHead(statuses.shift() ?? 202).end();
  });
  await new Promise<void>((resolve) => intake.listen(0, "127.0.0.1", resolve));
  datadog = {
    settings: {
      site: "datadoghq.eu",
      applicationId: APPLICATION,
      proxy: `http://127.0.0.1:${(intake.address() as AddressInfo).port}`,
    },
    secrets: { clientToken: TOKEN },
    policy: "loopback",
    since: 0,
    changedAt: 0,
  };
  copies = startRumCopies({
    connections: {
      read: (() => datadog) as never,
      recordResult: async (_kind, error) => void results.push(error),
    },
    log: silent,
    delays: { base: 1, longest: 2 },
  });
});
afterEach(async () => {
  copies.stop();
  intake.closeAllConnections();
  await new Promise((resolve) => intake.close(resolve));
});

const event = (name: string, more: object = {}) => ({
  type: "view",
  date: Date.now(),
  application: { id: "ours" },
  session: { id: "s", type: "user" },
  view: { id: name, url: "https://trellis.example/?email=ann@trellis.example" },
  ...more,
});
const send = async (
  lines: unknown[],
  options: Parameters<typeof createCollectServer>[0] = {},
  track = "rum",
) => {
  const server = await createCollectServer({ copies, ...options });
  const forward = `/api/v2/${track}?ddsource=browser&dd-api-key=local`;
  const answer = await server.inject({
    method: "POST",
    url: `/v1/monitoring?ddforward=${encodeURIComponent(forward)}`,
    headers: { "user-agent": USER_AGENT },
    payload: lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  });
  await server.close();
  return answer;
};
const viewsOf = (batch: (typeof received)[number] | undefined) =>
  batch?.lines.map(({ view }) => (view as { id: string }).id);

describe("copies for Datadog", () => {
  it("contain what was accepted, as it was stored, under Datadog's application", async () => {
    const answer = await send([event("a", { usr: { id: "v", ip: "192.0.2.1" } }), "not JSON", event("b")]);
    expect([answer.statusCode, answer.json().rejected]).toEqual([
      202,
      [expect.objectContaining({ index: 1 })],
    ]);
    expect(answer.json()).not.toHaveProperty("copy");
    await expect.poll(() => received.length, { interval: 2 }).toBe(1);
    expect(viewsOf(received[0])).toEqual(["a", "b"]);
    expect(received[0]?.lines[0]?.application).toEqual({ id: APPLICATION });
    expect(JSON.stringify(received[0]?.lines)).not.toMatch(/192\.0\.2\.1|ann@trellis/);
    const { pathname, searchParams } = received[0]?.url ?? new URL("http://none");
    expect([pathname, searchParams.get("dd-api-key"), searchParams.get("ddsource")]).toEqual([
      "/api/v2/rum",
      TOKEN,
      "browser",
    ]);
    await expect.poll(() => results, { interval: 2 }).toEqual([null]);
  });

  it("exclude bots, excluded visitors and logs, and are not made while Datadog is not connected", async () => {
    await send([event("excluded")], { exclusion: "signed-in" as never });
    await send([{ date: Date.now(), message: "m", status: "info" }], {}, "logs");
    datadog = null;
    await send([event("unconnected")]);
    datadog = null;
    copies.add(JSON.stringify(event("late")));
    expect(received).toEqual([]);
  });

  it("are retried in order while Datadog is unavailable, and dropped if it rejects them", async () => {
    statuses = [503, 202, 403, 202];
    for (const name of ["first", "refused", "last"]) copies.add(JSON.stringify(event(name)));
    await expect
      .poll(() => received.map((batch) => viewsOf(batch)?.[0]), { interval: 2 })
      .toEqual(["first", "first", "refused", "last"]);
    await expect
      .poll(() => results, { interval: 2 })
      .toEqual(["Datadog responded with 503.", null, "Datadog responded with 403.", null]);
  });

  it("wait in bounded memory, and never delay what is stored", async () => {
    isHeld = true;
    const large = (name: string) => JSON.stringify(event(name, { context: { text: "x".repeat(900_000) } }));
    for (const name of ["a", "b", "too much"]) copies.add(large(name));
    expect((await send([event("small")])).statusCode).toBe(202);
    isHeld = false;
    await expect
      .poll(() => received.map((batch) => viewsOf(batch)?.[0]), { interval: 2 })
      .toEqual(["a", "b", "small"]);
  });
});

it("go to the intake of the account's site", () => {
  const hostOf = (site: string) =>
    new URL(
      requestOf(
        {
          ...(datadog as never as Connection<"datadog">),
          settings: { site: site as never, applicationId: APPLICATION, proxy: "" },
        },
        "{}",
      ).url,
    ).host;
  expect(["datadoghq.com", "us3.datadoghq.com", "datadoghq.eu", "ap1.datadoghq.com"].map(hostOf)).toEqual([
    "browser-intake-datadoghq.com",
    "browser-intake-us3-datadoghq.com",
    "browser-intake-datadoghq.eu",
    "browser-intake-ap1-datadoghq.com",
  ]);
});
