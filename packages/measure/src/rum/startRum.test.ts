import type { RumInitConfiguration } from "@datadog/browser-rum-slim";
import { DEFAULT_RECORDING_SETTINGS, VIEW_TIMING } from "@marquee/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type RumOptions, startRum } from "./startRum.ts";
import { sessionUuid } from "./visitSessions.ts";

const client = vi.hoisted(() => ({
  configuration: undefined as object | undefined,
  init: vi.fn((configuration: object) => {
    client.configuration = configuration;
  }),
  getInitConfiguration: () => client.configuration,
  setTrackingConsent: vi.fn(),
  setUser: vi.fn(),
  clearUser: vi.fn(),
  setGlobalContext: vi.fn(),
  startView: vi.fn(),
  clearGlobalContext: vi.fn(),
  addTiming: vi.fn(),
}));
vi.mock("@datadog/browser-rum-slim", () => ({ datadogRum: client }));

/** Observers that the code under test has started. */
const observers = new Set<FakeObserver>();
class FakeObserver {
  readonly report: (list: { getEntries: () => object[] }) => void;
  constructor(report: FakeObserver["report"]) {
    this.report = report;
  }
  observe() {
    observers.add(this);
  }
  disconnect() {
    observers.delete(this);
  }
}

beforeEach(() => {
  client.configuration = undefined;
  const fakeDocument = { baseURI: "https://trellis.example/", querySelector: () => null };
  vi.stubGlobal(
    "document",
    Object.assign(new EventTarget(), fakeDocument, { createDocumentFragment: () => fakeDocument }),
  );
  vi.stubGlobal("location", { hostname: "trellis.example", pathname: "/pricing" });
  vi.stubGlobal("PerformanceObserver", FakeObserver);
});
afterEach(() => {
  observers.clear();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const start = (change: Partial<RumOptions> = {}) =>
  startRum({
    settings: DEFAULT_RECORDING_SETTINGS,
    clientToken: "local",
    endpoint: "",
    deviceId: "device",
    sessionId: 7,
    page: { service: "trellis.example" },
    ...change,
  });

/** Properties that plugins add to the client's events starting now. */
function assembledNow(): object {
  const { plugins = [] } = client.configuration as RumInitConfiguration;
  let assembled = {};
  const registerAssembleEventHook = (hook: (event: object) => object | string) => {
    const part = hook({ eventType: "view", startTime: performance.now(), rawRumEvent: { type: "view" } });
    if (typeof part === "object") assembled = { ...assembled, ...part };
  };
  for (const plugin of plugins) plugin.onInit?.({ registerAssembleEventHook } as never);
  return assembled;
}

it("starts the client once per document, and resumes it", () => {
  start().stop();
  expect(client.setTrackingConsent).toHaveBeenLastCalledWith("not-granted");
  start({ sessionId: 8 });
  expect(client.init).toHaveBeenCalledOnce();
  expect(client.configuration).toMatchObject({
    applicationId: "marquee",
    clientToken: "local",
    service: "trellis.example",
    sessionReplaySampleRate: 5,
    startSessionReplayRecordingManually: true,
    trackUserInteractions: true,
    trackResources: true,
    trackLongTasks: true,
  });
  expect(client.setTrackingConsent).toHaveBeenLastCalledWith("granted");
  expect(client.setUser).toHaveBeenLastCalledWith({ id: "device" });
  expect(client.startView).not.toHaveBeenCalled();
  expect(assembledNow()).toMatchObject({ context: { marquee: { session_id: 8 } } });
});

it("starts a view with each session, and reports its true sample rate", () => {
  const rum = start();
  rum.sessionBegun(9);
  expect(client.startView).toHaveBeenCalledOnce();
  expect(assembledNow()).toEqual({
    type: "view",
    session: { id: sessionUuid("device", 9) },
    context: { marquee: { session_id: 9 } },
    _dd: { configuration: { session_sample_rate: DEFAULT_RECORDING_SETTINGS.monitoringSampleRate } },
  });
});

it("adds the page's options and their later changes", () => {
  const user = { plan: "team", id: "another" };
  const allowedTracingUrls = ["https://api.trellis.example"];
  const rum = start({
    page: { service: "docs", version: "7", user, context: { tab: 1 }, allowedTracingUrls },
  });
  expect(client.configuration).toMatchObject({ service: "docs", version: "7", allowedTracingUrls });
  expect(client.setUser).toHaveBeenLastCalledWith({ plan: "team", id: "device" });
  expect(client.setGlobalContext).toHaveBeenLastCalledWith({ tab: 1 });
  rum.pageChanged({ trackingConsent: "not-granted" });
  expect(client.setTrackingConsent).toHaveBeenLastCalledWith("not-granted");
  expect(client.setUser).toHaveBeenLastCalledWith({ id: "device" });
  expect(client.setGlobalContext).toHaveBeenLastCalledWith({});
});

it("passes on the named timings of the current page until it stops", () => {
  const rum = start();
  const mark = (name: string, path: string) => ({
    name,
    startTime: 500,
    detail: { type: VIEW_TIMING, path },
  });
  const [observer] = observers;
  observer?.report({ getEntries: () => [mark("pricing_ready", "/pricing"), mark("hero_interactive", "/")] });
  expect(client.addTiming.mock.calls).toEqual([["pricing_ready", performance.timeOrigin + 500]]);
  rum.stop();
  expect(observers.size).toBe(0);
});
