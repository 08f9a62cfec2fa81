import { DEFAULT_RECORDING_SETTINGS, type RecordingSettings, type SegmentEvent } from "@marquee/contract";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { isSampled } from "../sampling/recordingSettings.ts";
import { createLoader } from "../transport/createLoader.ts";
import { type RumOptionsOfStart, setRumOptions } from "./pageOptions.ts";
import type { RumOptions } from "./startRum.ts";
import { syncSessions } from "./syncSessions.ts";

const RATE = 50;
/** Session IDs in ascending order. */
const ids = Array.from({ length: 200 }, (_, index) => 1_800_000_000_000 + index);
const [first = 0, second = 0] = ids.filter((id) => isSampled("monitoring", id, RATE));
const left = ids.filter((id) => !isSampled("monitoring", id, RATE));
const leftAfter = (id: number) => left.find((each) => each > id) ?? 0;
const sampledAfter = (id: number) =>
  ids.find((each) => each > id && isSampled("monitoring", each, RATE)) ?? 0;

const event = (sessionId: number | undefined): SegmentEvent => ({
  type: "track",
  event: "x",
  messageId: "id",
  timestamp: "",
  context: { sessionId },
});

let said: unknown[][];
beforeEach(() => {
  vi.stubGlobal("location", { hostname: "trellis.example" });
  vi.stubGlobal("document", { cookie: "marquee_session=1.2" });
  said = [];
  vi.spyOn(console, "error").mockImplementation((...args) => void said.push(args));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface OpenOptions {
  page?: RumOptionsOfStart;
  writeKey?: string;
  settings?: Partial<RecordingSettings>;
}

function open(sessionId: number, { page, writeKey = "key", settings }: OpenOptions = {}) {
  const log: string[] = [];
  const started: RumOptions[] = [];
  const startRum = (options: RumOptions) => {
    started.push(options);
    log.push(`start ${options.sessionId}`);
    return {
      sessionBegun: (id: number) => void log.push(`session ${id}`),
      pageChanged: ({ user }: RumOptionsOfStart) => void log.push(`user ${JSON.stringify(user)}`),
      stop: () => void log.push("stop"),
    };
  };
  const load = vi.fn(async () => ({ startRum }));
  const rum = syncSessions({
    settings: { ...DEFAULT_RECORDING_SETTINGS, monitoringSampleRate: RATE, ...settings },
    endpoint: "",
    writeKey,
    deviceId: "device",
    page,
    sessionId,
    loader: createLoader(load, () => undefined),
  });
  onTestFinished(rum.stop);
  const settled = (length: number) => vi.waitFor(() => expect(log).toHaveLength(length));
  return { rum, log, load, started, settled };
}

test("loads nothing for sessions outside the sample", async () => {
  const id = left[0] ?? 0;
  const { rum, load } = open(id);
  rum.see(event(leftAfter(id)));
  rum.see(event(undefined));
  rum.stop();
  expect(load).not.toHaveBeenCalled();
});

test("loads nothing while the page blocks it", async () => {
  let isBlocked = true;
  const { rum, log, load, settled } = open(first, { page: { isBlocked: () => isBlocked } });
  expect(load).not.toHaveBeenCalled();
  isBlocked = false;
  rum.see(event(second));
  await settled(1);
  expect(log).toEqual([`start ${second}`]);
});

test("reports a newer session in the sample, never an older one", async () => {
  const { rum, log, settled } = open(first);
  await settled(1);
  rum.see(event(first));
  rum.see(event(second));
  rum.see(event(second));
  rum.see(event(first));
  expect(log).toEqual([`start ${first}`, `session ${second}`]);
});

test("stops at a session outside the sample and starts again at one in it", async () => {
  const { rum, log, load, settled } = open(first);
  await settled(1);
  const without = leftAfter(first);
  rum.see(event(without));
  const again = sampledAfter(without);
  rum.see(event(again));
  await settled(3);
  rum.stop();
  rum.see(event(again + 1000));
  expect(log).toEqual([`start ${first}`, "stop", `start ${again}`, "stop"]);
  expect(load).toHaveBeenCalledOnce();
});

test("starts with the current session once the code has loaded, and not at all after stop", async () => {
  const late = open(first);
  late.rum.see(event(second));
  await late.settled(1);
  expect(late.log).toEqual([`start ${second}`]);
  const over = open(first);
  over.rum.stop();
  await new Promise((resolve) => setTimeout(resolve));
  expect(over.log).toEqual([]);
});

test("an empty application ID switches RUM off: nothing is loaded or logged", async () => {
  const { rum, load } = open(first, { settings: { applicationId: "" } });
  rum.see(event(second));
  await Promise.resolve();
  expect(load).not.toHaveBeenCalled();
  expect(said).toEqual([]);
});

test.each<[OpenOptions, string]>([
  [
    { settings: { applicationId: "" }, page: { service: "docs" } },
    "Application ID is not configured, no RUM data will be collected.",
  ],
  [{ page: { clientToken: undefined } }, "Client Token is not configured, we will not send any data."],
  [{ writeKey: "" }, "Client Token is not configured, we will not send any data."],
  [
    { page: { trackingConsent: "yes" as never } },
    'Tracking Consent should be either "granted" or "not-granted".',
  ],
  [{ page: { allowedTracingUrls: "/api" as never } }, "Allowed Tracing URLs should be an array."],
  [
    { page: { allowedTracingUrls: ["https://api.trellis.example"], service: undefined } },
    "Service needs to be configured when tracing is enabled.",
  ],
  [
    { settings: { monitoringReplaySampleRate: 101 } },
    "Session Replay Sample Rate should be a number between 0 and 100.",
  ],
])("loads nothing with an invalid configuration, and logs it once: %o", async (options, problem) => {
  const { rum, load } = open(first, options);
  rum.see(event(second));
  await Promise.resolve();
  expect(load).not.toHaveBeenCalled();
  expect(said).toEqual([[problem]]);
});

test("logs once that nothing is stored, although each event then starts a session", () => {
  Object.assign(document, { cookie: "" });
  const { rum, load } = open(first);
  for (const id of ids) rum.see(event(id));
  expect(load).not.toHaveBeenCalled();
  expect(said).toEqual([["No storage available for session. We will not send any data."]]);
});

test("problems are logged in every session on pages that set options, on other pages only in sampled ones", () => {
  const outside = left[0] ?? 0;
  Object.assign(document, { cookie: "" });
  open(outside);
  expect(said).toEqual([]);
  open(outside, { page: { user: "ada" as never } });
  expect(said).toEqual([
    ["Unsupported user:", "ada"],
    ["No storage available for session. We will not send any data."],
  ]);
});

test("passes on the page's options, before and after the start, and corrections", async () => {
  const page = { service: "docs", trackingConsent: "no" as never };
  const { log, started, load, settled } = open(first, { page });
  expect(load).not.toHaveBeenCalled();
  setRumOptions({ trackingConsent: "granted", user: { plan: "team" } });
  await settled(1);
  expect(started[0]).toMatchObject({
    clientToken: "key",
    page: { service: "docs", trackingConsent: "granted", user: { plan: "team" } },
  });
  setRumOptions({ user: { plan: "free" } });
  setRumOptions({ trackingConsent: "maybe" as never });
  expect(log).toEqual([`start ${first}`, 'user {"plan":"free"}']);
  expect(said).toHaveLength(1);
});
