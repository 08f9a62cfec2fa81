import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CONSENT_COOKIE, CONSENT_TEXT_VERSION, formatConsentCookie } from "@marquee/contract";
import type { Browser, CDPSession } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import type { Figure } from "../support/figure.ts";
import { median } from "../support/statistics.ts";
import { type Bundle, bundleOurs, bundlePeer } from "./bundle.ts";
import { PEERS, SEGMENT } from "./peers.ts";

const KB = 1024;
const RUNS = 7;
const EVENTS = 100;
/** Milliseconds to wait for a page to settle. */
const SETTLES_AFTER = 2500;

/** Cost of measurement for a visitor: bytes compared with each peer, and main-thread time compared with Segment's library. */
export async function measureTrackers(): Promise<Figure[]> {
  const dir = await mkdtemp(join(tmpdir(), "marquee-peers-"));
  const browser = await launchBrowser();
  try {
    const ours = await bundleOurs();
    const figures: Figure[] = [
      { what: "Core of measure", value: ours.size / KB, unit: "KB gzip", aim: { atMost: 8 } },
    ];
    let segment: Bundle | null = null;
    for (const peer of PEERS) {
      const bundle = await bundlePeer(peer, dir);
      figures.push({ what: peer.name, value: bundle.size / KB, unit: "KB gzip" });
      if (peer === SEGMENT) segment = bundle;
    }
    if (!segment) return figures;
    return [...figures, ...(await timeSideBySide(browser, ours, segment))];
  } finally {
    await browser.close();
    await rm(dir, { recursive: true });
  }
}

/** Alternates between both, so that other load on the machine affects both. */
async function timeSideBySide(browser: Browser, ours: Bundle, segment: Bundle): Promise<Figure[]> {
  const names = [
    ["Main thread until started, measure", "Main thread for 100 events, measure"],
    ["Main thread until started, analytics-next", "Main thread for 100 events, analytics-next"],
  ] as const;
  const times: Cost[][] = [[], []];
  for (let time = 0; time < RUNS; time += 1) {
    times[0]?.push(await timeOf(browser, ours));
    times[1]?.push(await timeOf(browser, segment));
  }
  return times.flatMap((costs, index) => [
    { what: names[index]?.[0] ?? "", value: median(costs.map(({ start }) => start)), unit: "ms" },
    { what: names[index]?.[1] ?? "", value: median(costs.map(({ events }) => events)), unit: "ms" },
  ]);
}

interface Cost {
  start: number;
  events: number;
}

/** Main-thread milliseconds with fourfold CPU slowdown, for a page that contains only the library. */
async function timeOf(browser: Browser, bundle: Bundle): Promise<Cost> {
  const server = await serve(bundle);
  const { port } = server.address() as AddressInfo;
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}` });
  await context.addCookies([{ name: CONSENT_COOKIE, value: agreed(), url: `http://127.0.0.1:${port}` }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await session.send("Performance.enable");
  await page.goto("/first");
  await page.waitForTimeout(SETTLES_AFTER / 5);
  const first = await taskTime(session);
  await page.goto("/empty");
  await page.waitForTimeout(SETTLES_AFTER);
  const empty = await taskTime(session);
  await page.goto("/");
  await page.waitForTimeout(SETTLES_AFTER);
  const started = await taskTime(session);
  await page.evaluate((count) => {
    const { track } = window as unknown as { track: (index: number) => void };
    for (let index = 0; index < count; index += 1) track(index);
  }, EVENTS);
  await page.waitForTimeout(SETTLES_AFTER);
  const sent = await taskTime(session);
  await context.close();
  server.close();
  // Subtract the cost of an empty page, which is not the library's.
  return { start: started - empty - (empty - first), events: sent - started };
}

async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
}

function agreed(): string {
  return formatConsentCookie({
    groups: ["C0001", "C0002"],
    decidedAt: Date.now(),
    textVersion: CONSENT_TEXT_VERSION,
    receiptId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  });
}

/** Serves the page, its scripts, and a collector that accepts everything at once. */
async function serve({ files, entry }: Bundle) {
  const server = createServer((request, response) => {
    const script = files.get((request.url ?? "").slice(1));
    if (request.method === "POST") return response.end('{"success":true}');
    response.setHeader("content-type", script ? "text/javascript" : "text/html");
    if (script) return response.end(script);
    const tag = request.url === "/" ? `<script type="module" src="/${entry}"></script>` : "";
    return response.end(`<!doctype html><title>Page</title>${tag}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
