import { DEFAULT_RECORDING_SETTINGS, ONE_MINUTE, type SegmentEvent } from "@marquee/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { InteractionsOptions, PageFeature } from "../interactions/trackPage.ts";
import { rumOptionsOfCalls, setRumOptions } from "../rum/pageOptions.ts";
import { startInteractions } from "./pageInteractions.ts";

const visitor: SegmentEvent = {
  type: "page",
  messageId: "id",
  timestamp: "",
  anonymousId: "device",
  context: { sessionId: 7 },
};

/** The page's feature as started by `trackPage`. */
const followed = vi.hoisted(() => ({ feature: undefined as PageFeature | undefined }));
vi.mock("../interactions/trackPage.ts", () => ({
  trackPage: (_options: InteractionsOptions, start: (visitor: SegmentEvent) => PageFeature) => {
    followed.feature = start(visitor);
    return followed.feature;
  },
}));
vi.mock("../interactions/clicks.ts", () => ({ startClicks: () => () => undefined }));
const syncSessions = vi.hoisted(() => vi.fn((_options: object) => ({ see: vi.fn(), stop: vi.fn() })));
vi.mock("../rum/syncSessions.ts", () => ({ syncSessions, clearRumStorage: () => undefined }));

const requests: string[] = [];
beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", { readyState: "complete" });
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([]);
  vi.stubGlobal("fetch", async (url: string) => {
    requests.push(url);
    return Response.json(DEFAULT_RECORDING_SETTINGS);
  });
});
afterEach(async () => {
  followed.feature?.stop();
  // It stops after its code has loaded.
  await new Promise((resolve) => setTimeout(resolve));
  vi.clearAllMocks();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const start = (change: Partial<InteractionsOptions> = {}) =>
  startInteractions({
    endpoint: "https://www.trellis.example",
    writeKey: "key",
    analytics: { track: () => undefined },
    isAllowed: () => true,
    ...change,
  } as InteractionsOptions);

it("loads nothing for RUM until the page's code sets its options, and then uses the site's settings", async () => {
  vi.useFakeTimers();
  start();
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(ONE_MINUTE);
  vi.useRealTimers();
  expect(requests).toEqual([]);
  setRumOptions({ service: "docs" });
  await vi.waitFor(() => expect(syncSessions).toHaveBeenCalledOnce());
  expect(requests).toEqual(["https://www.trellis.example/v1/recording-settings"]);
  expect(syncSessions.mock.calls[0]?.[0]).toMatchObject({
    endpoint: "https://www.trellis.example",
    writeKey: "key",
    deviceId: "device",
    sessionId: 7,
  });
});

it("starts RUM with options that were set before", async () => {
  setRumOptions({ user: { plan: "team" } });
  start();
  await vi.waitFor(() => expect(syncSessions).toHaveBeenCalledOnce());
  expect(rumOptionsOfCalls()).toEqual({ service: "docs", user: { plan: "team" } });
});
