import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, inflateSync } from "node:zlib";
import { DEFAULT_RECORDING_SETTINGS } from "@marquee/contract";
import { expect, type Page, request, test } from "@playwright/test";
import { type ClientStage, type SentRequest, startClientStage } from "./support/clientStage.ts";
import { TEMPORARY_DIR } from "./support/dataTemplate.ts";
import { OWNER } from "./support/owner.ts";
import { readStore } from "./support/readStore.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

const PORT = Number(process.env.E2E_PORT ?? 3199);
const HTML = `<h1>Stage</h1><button id="buy">Buy</button><input id="name"><p style="height: 3000px">Long</p>`;

// All tests share a server, whose data is read once it has stopped.
test.describe.configure({ mode: "serial" });
let site: StartedSite | undefined;
let stage: ClientStage;
let dataDir: string;
test.beforeAll(async () => {
  dataDir = mkdtempSync(join(TEMPORARY_DIR, "marquee-clients-"));
  site = await startSite(40, { DATA_DIR: dataDir });
  await recordEverybody(site.url);
  stage = await startClientStage(PORT + 41, site.url, HTML);
});
test.afterAll(async () => {
  await stage.stop();
  await site?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function recordEverybody(url: string): Promise<void> {
  const context = await request.newContext({ extraHTTPHeaders: { origin: url } });
  await context.post(`${url}/console/api/sign-in`, { data: OWNER });
  const settings = { ...DEFAULT_RECORDING_SETTINGS, sampleRate: 100 };
  const answer = await context.put(`${url}/console/api/recording`, { data: { revision: 0, settings } });
  expect(answer.status(), await answer.text()).toBe(200);
  await context.dispose();
}

/** Global names of the clients. */
interface Rum {
  init(options: object): void;
  setUser(user: object): void;
  startView(name: string): void;
  addError(error: Error): void;
  addAction(name: string, context: object): void;
}
declare const DD_RUM: Rum;
declare const sessionReplay: { init(key: string, options: object): { promise: Promise<void> } };

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
  await site?.stop();
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
