import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, inflateSync } from "node:zlib";
import { DEFAULT_RECORDING_SETTINGS } from "@marquee/contract";
import type { ErrorsResponse, ResourcesResponse } from "@marquee/contract/schema";
import { type Browser, expect, type Page, request, test } from "@playwright/test";
import { type AxeRules, violationsOf } from "./support/axe.ts";
import { type ClientStage, type SentRequest, startClientStage } from "./support/clientStage.ts";
import { signInToApi } from "./support/consoleApi.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { TEMPORARY_DIR } from "./support/dataTemplate.ts";
import { openConsole } from "./support/openConsole.ts";
import { readStore } from "./support/readStore.ts";
import { sendHostileReplay } from "./support/sendHostileReplay.ts";
import { installClock, passTime } from "./support/settled.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

const PORT = Number(process.env.E2E_PORT ?? 3199);
const HTML = `<h1>Stage</h1><button id="buy">Buy</button><input id="name"><p style="height: 3000px">Long</p>`;

// All tests share a server, which has no data at first and whose data is read once it has stopped, and one page of the console.
test.describe.configure({ mode: "serial" });
let site: StartedSite;
let stage: ClientStage;
let dataDir: string;
let watcher: Page;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(150_000);
  dataDir = mkdtempSync(join(TEMPORARY_DIR, "marquee-clients-"));
  site = await startSite(40, { DATA_DIR: dataDir });
  const api = await signInToApi(site);
  const definition = { ...DEFAULT_RECORDING_SETTINGS, sampleRate: 100 };
  await api.put("/recording", { revision: 0, definition });
  await api.dispose();
  stage = await startClientStage(PORT + 41, site.url, HTML);
  watcher = await (await browser.newContext({ baseURL: site.url })).newPage();
});
test.afterAll(async () => {
  await watcher?.context().close();
  await stage?.stop();
  await site?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Global names of the clients. */
interface Rum {
  init(options: object): void;
  setUser(user: object): void;
  setGlobalContextProperty(name: string, value: object): void;
  startView(view: string | { name: string }): void;
  addError(error: Error): void;
  addAction(name: string, context: object): void;
}
declare const DD_RUM: Rum;
declare const sessionReplay: { init(key: string, options: object): { promise: Promise<void> } };

/** Starts the client as in the snippet that the console shows. */
async function startClient(page: Page, version: string): Promise<void> {
  await page.evaluate((version) => {
    DD_RUM.init({
      applicationId: "shop",
      clientToken: "local",
      service: "web",
      env: "production",
      version,
      proxy: `${location.origin}/v1/monitoring`,
      sessionSampleRate: 100,
      trackUserInteractions: true,
      trackResources: true,
      trackLongTasks: true,
    });
  }, version);
}

/** Records a visit. @returns the ID of its replay. */
async function recordVisit(): Promise<string> {
  const context = await request.newContext({ baseURL: site.url });
  const replay = await sendHostileReplay(context);
  await context.dispose();
  return replay;
}

/** A visit to an order with an error, a dead click and a custom view. */
async function shop(page: Page, order: number, version: string, session: number): Promise<void> {
  await page.goto(`${stage.url}/orders/${order}?coupon=1`);
  await page.addScriptTag({ url: "/rum-slim.js" });
  await startClient(page, version);
  await page.evaluate(async (session_id) => {
    DD_RUM.setGlobalContextProperty("marquee", { session_id });
    const settleOrder = () => new TypeError("The order has no plan.");
    DD_RUM.addError(settleOrder());
    DD_RUM.addAction("paid", { price: 12 });
    await fetch("/prices.json");
  }, session);
  for (let times = 0; times < 4; times += 1) await page.click("#buy");
  // The client classifies a click only after a while without an effect.
  await passTime(page, 2000);
  await page.evaluate(() => DD_RUM.startView({ name: "Thanks" }));
  await page.goto("about:blank");
  // Closing the context would drop what the client sends on leaving.
  const reported = () =>
    sentTo("/api/v2/rum")
      .flatMap(linesOf)
      .map((line) => JSON.parse(line));
  await expect
    .poll(() => reported().filter((each) => each.type === "error" && each.version === version).length)
    .toBe(1);
}

async function shopTwice(browser: Browser, session: number): Promise<void> {
  const visitor = await (await browser.newContext()).newPage();
  await installClock(visitor);
  await shop(visitor, 1234, "1.0.0", session);
  await shop(visitor, 77, "1.1.0", session);
  await visitor.context().close();
  const api = await signInToApi(site);
  const errors = async () =>
    (await api.ask<ErrorsResponse>("errors")).groups.map(({ message, count }) => `${message} ${count}`);
  const loaded = async () => {
    const { resources } = await api.ask<ResourcesResponse>("speed/resources", { by: "count" });
    return resources.find(({ address }) => address.endsWith("/prices.json"))?.count;
  };
  await expect.poll(errors).toEqual(["TypeError: The order has no plan. 2"]);
  await expect.poll(loaded).toBe(2);
  await api.dispose();
}

const rowOf = (text: string | RegExp) => watcher.getByRole("row").filter({ hasText: text });

const COLORS: AxeRules = { only: ["color-contrast"] };
// A wide window and the dark theme change colors only.
const LOOKS = [
  { width: 390, colorScheme: "light", rules: {} },
  { width: 800, colorScheme: "light", rules: null },
  { width: 1440, colorScheme: "dark", rules: COLORS },
] as const;

/** Checks for horizontal overflow on a phone, a tablet and a desktop, and with axe in light and dark mode. */
async function expectWell(): Promise<void> {
  for (const { width, colorScheme, rules } of LOOKS) {
    await watcher.setViewportSize({ width, height: 900 });
    await watcher.emulateMedia({ colorScheme });
    await expect(watcher.locator(".pulses")).toHaveCount(0);
    const overflow = await watcher.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `The screen fits at ${width} px.`).toBeLessThanOrEqual(0);
    if (rules)
      expect(await violationsOf(watcher, rules), `The screen is accessible in ${colorScheme} mode.`).toEqual(
        [],
      );
  }
}

test("Install shows how to connect a client", async () => {
  await openConsole(watcher, "/install", "Install");
  await expect(watcher.locator("pre")).toContainText('clientToken: "local"');
  await expect(watcher.locator("pre")).toContainText(`proxy: "${site.url}/v1/monitoring"`);
  await expectWell();
});

test("Speed and Errors show what a client reports", async ({ browser }) => {
  const replay = await recordVisit();
  const session = Number(replay.split("-")[0]);
  await shopTwice(browser, session);

  const problems = collectConsoleErrors(watcher);
  await watcher.goto("/console/monitoring?range=30d-today&show=errors");
  await expect(watcher).toHaveURL("/console/errors?range=30d-today");
  const error = watcher
    .getByRole("listitem")
    .filter({ hasText: "TypeError: The order has no plan." })
    .first();
  await error.locator("summary").press("Enter");
  await expect(error.getByText(/first .* in release 1\.0\.0/)).toBeVisible();
  await expect(error.getByText(/last .* in release 1\.1\.0/)).toBeVisible();
  await expect(error.getByText(/settleOrder/).first()).toBeVisible();
  await expect(error.getByRole("link", { name: "Replay of the latest" })).toHaveAttribute(
    "href",
    new RegExp(`^/console/replays/${replay}\\?at=\\d+$`),
  );
  await expectWell();

  await watcher.goto("/console/monitoring?range=30d-today");
  await expect(watcher).toHaveURL("/console/speed?range=30d-today");
  await watcher.goto("/console/speed?range=30d-today&pages=all");
  // On a busy machine, the page also has long tasks, which are in a separate table.
  const pages = watcher.getByRole("table", { name: "Pages" });
  await expect(pages.getByRole("row").filter({ hasText: "/orders/1234" })).toHaveCount(1);
  await expect(rowOf("/prices.json")).toHaveCount(1);
  await watcher.getByRole("columnheader").getByRole("link", { name: "Count" }).click();
  await expect(watcher).toHaveURL(/by=count/);
  await expectWell();
  await watcher.goto("/console/speed?range=30d-today&f=is,page,/nowhere");
  await expect(watcher.getByRole("heading", { name: "No matching page views" })).toBeVisible();
  await expect(rowOf("/prices.json")).toHaveCount(0);
  expect(problems).toEqual([]);
});

async function useRum(page: Page, script: string, mark: string, more: object = {}): Promise<void> {
  await page.goto(`${stage.url}/${mark}?plan=team`);
  await page.addScriptTag({ url: script });
  await page.evaluate(
    ([mark, more]) => {
      DD_RUM.setUser({ id: `${mark}-visitor` });
      DD_RUM.init({
        applicationId: "marquee",
        clientToken: "local",
        service: mark,
        version: "r1",
        proxy: `${location.origin}/v1/monitoring`,
        sessionSampleRate: 100,
        telemetrySampleRate: 100,
        trackUserInteractions: true,
        trackResources: true,
        trackLongTasks: true,
        ...more,
      });
      DD_RUM.addError(new Error(`${mark} broke`));
      DD_RUM.addAction(`${mark} acted`, { price: 12 });
    },
    [mark, more] as const,
  );
  await page.click("#buy");
  await page.fill("#name", "Ada");
  await page.mouse.wheel(0, 1200);
}

const forwardOf = ({ url }: SentRequest) => new URL(url, stage.url).searchParams.get("ddforward") ?? "";
const sentTo = (path: string) => stage.sent.filter((each) => forwardOf(each).startsWith(path));

function linesOf(sent: SentRequest): string[] {
  const isPacked = forwardOf(sent).includes("dd-evp-encoding=deflate");
  const text = (isPacked ? inflateSync(sent.body) : sent.body).toString();
  return text.split("\n").filter(Boolean);
}

test("@datadog/browser-rum-slim, unchanged: every request is accepted", async ({ page }) => {
  await useRum(page, "/rum-slim.js", "slim");
  // Leaving the page sends the rest.
  await page.goto("about:blank");
  await expect.poll(() => sentTo("/api/v2/rum").flatMap(linesOf).join("")).toContain("slim acted");
  expect(stage.sent.map(({ status }) => status)).toEqual(stage.sent.map(() => 202));
});

test("@datadog/browser-rum, unchanged, with its recorder: every request is accepted", async ({ page }) => {
  await useRum(page, "/rum.js", "whole", {
    sessionReplaySampleRate: 100,
    startSessionReplayRecordingManually: false,
    compressIntakeRequests: true,
    defaultPrivacyLevel: "mask-user-input",
  });
  // The client loads its recorder separately, and each view starts a segment.
  await expect
    .poll(async () => {
      await page.evaluate(() => DD_RUM.startView("next"));
      return sentTo("/api/v2/replay").length;
    })
    .toBeGreaterThan(1);
  await page.goto("about:blank");
  await expect.poll(() => sentTo("/api/v2/rum").flatMap(linesOf).join("")).toContain("whole acted");
  expect(stage.sent.map(({ status }) => status)).toEqual(stage.sent.map(() => 202));
});

test("@amplitude/session-replay-browser, unchanged: every request is accepted", async ({ page }) => {
  await page.goto(`${stage.url}/amplitude`);
  await page.addScriptTag({ url: "/amplitude.js" });
  await page.evaluate(async () => {
    await sessionReplay.init("local", {
      deviceId: "amplitude-visitor",
      sessionId: Date.now(),
      sampleRate: 1,
      logLevel: 0,
      trackServerUrl: `${location.origin}/v1/replay`,
      configServerUrl: `${location.origin}/v1/remote-configuration`,
      flushIntervalConfig: { minIntervalMs: 500, maxIntervalMs: 1000 },
    }).promise;
  });
  const ofReplay = () => stage.sent.filter(({ url }) => url.startsWith("/v1/replay"));
  await page.fill("#name", "Ada");
  // The client sends waiting events with the first action after its interval.
  await expect
    .poll(async () => {
      await page.click("#buy");
      return ofReplay().length;
    })
    .toBeGreaterThan(2);
  const before = ofReplay().length;
  await page.goto("about:blank");
  await expect.poll(() => ofReplay().length).toBeGreaterThan(before);
  expect(ofReplay().map(({ status }) => status)).toEqual(ofReplay().map(() => 200));
});

test("what the clients sent is stored, each line and segment once and equal", async () => {
  await site.stop();
  const store = await readStore(dataDir);
  const lines = sentTo("/api/v2/rum").flatMap(linesOf);
  const stored = await store.query<{ raw: string }>("SELECT raw FROM monitoring_events");
  expect(stored.map(({ raw }) => raw).toSorted()).toEqual(lines.toSorted());

  const segments = await store.query<{ protocol: string; data: string; visitor: string }>(
    "SELECT protocol, data, visitor_id AS visitor FROM replay_segments",
  );
  const ofDatadog = segments.filter(({ protocol }) => protocol === "datadog");
  const parts = await Promise.all(sentTo("/api/v2/replay").map(segmentPart));
  expect(ofDatadog.map(({ data }) => data).toSorted()).toEqual(parts.toSorted());

  const ofAmplitude = segments.filter(({ protocol }) => protocol === "amplitude");
  const unpacked = ofAmplitude.flatMap(({ data }) =>
    JSON.parse(inflateSync(Buffer.from(data, "base64")).toString()),
  );
  // Amplitude's client sends the last batch twice during unload.
  const batches = stage.sent.filter(({ url }) => url.includes("type=replay")).map(amplitudeEvents);
  const events = new Map(batches.map((batch) => [batch.join(), batch]));
  expect(unpacked.map((event) => JSON.stringify(event)).toSorted()).toEqual(
    [...events.values()].flat().toSorted(),
  );
  expect(new Set(ofAmplitude.map(({ visitor }) => visitor))).toEqual(new Set(["amplitude-visitor"]));
  await store.stop();
});

/** The part `segment` of a multipart body, in base64. */
async function segmentPart({ body, headers }: SentRequest): Promise<string> {
  const answer = new Response(new Uint8Array(body), {
    headers: { "content-type": headers["content-type"] ?? "" },
  });
  const part = (await answer.formData()).get("segment");
  if (!(part instanceof Blob)) throw new Error("The request has no segment.");
  return Buffer.from(await part.arrayBuffer()).toString("base64");
}

function amplitudeEvents({ body, headers }: SentRequest): string[] {
  const text = headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
  return (JSON.parse(text.toString()) as { events: string[] }).events;
}
