import { DEFAULT_RECORDING_SETTINGS, VIEW_TIMING } from "@marquee/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type RumOptions, startRum } from "./startRum.ts";

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
  setGlobalContextProperty: vi.fn(),
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

const said: unknown[][] = [];
beforeEach(() => {
  client.configuration = undefined;
  const shown = {
    cookie: "marquee_session=1.2",
    baseURI: "https://trellis.example/",
    querySelector: () => null,
  };
  vi.stubGlobal("document", Object.assign(new EventTarget(), shown, { createDocumentFragment: () => shown }));
  vi.stubGlobal("location", { hostname: "trellis.example", pathname: "/pricing" });
  vi.stubGlobal("PerformanceObserver", FakeObserver);
  for (const method of ["error", "warn"] as const)
    vi.spyOn(console, method).mockImplementation((...args) => void said.push(args));
});
afterEach(() => {
  said.length = 0;
  observers.clear();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const start = (change: Partial<RumOptions> = {}) =>
  startRum({
    settings: DEFAULT_RECORDING_SETTINGS,
    writeKey: "local",
    endpoint: "",
    deviceId: "device",
    sessionId: 7,
    ...change,
  });

it("starts the client once per document, and resumes it", () => {
  start()?.stop();
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
  expect(client.setGlobalContextProperty).toHaveBeenLastCalledWith("marquee", { session_id: 8 });
  expect(said).toEqual([]);
});

it("starts nothing with a wrong configuration or without a stored session, and says why", () => {
  expect(start({ settings: { ...DEFAULT_RECORDING_SETTINGS, applicationId: "" } })).toBeNull();
  expect(start({ writeKey: "" })).toBeNull();
  Object.assign(document, { cookie: "other=1" });
  expect(start()).toBeNull();
  expect(said).toEqual([
    ["Application ID is not configured, no RUM data will be collected."],
    ["Client Token is not configured, we will not send any data."],
    ["No storage available for session. We will not send any data."],
  ]);
  expect(client.init).not.toHaveBeenCalled();
});

it("adds what the page sets, if it is an object, and warns of too much", () => {
  const user = { plan: "team", id: "another" };
  start({ page: { service: "docs", version: "7", user, context: { note: "x".repeat(3100) } } });
  expect(client.configuration).toMatchObject({ service: "docs", version: "7" });
  expect(client.setUser).toHaveBeenLastCalledWith({ plan: "team", id: "device" });
  expect(said).toEqual([[expect.stringContaining("keep it below 3 KiB")]]);
  said.length = 0;
  start({ page: { user: "ada" as never, context: ["a"] } });
  expect(said).toEqual([
    ["Unsupported user:", "ada"],
    ["Unsupported context:", ["a"]],
  ]);
  expect(client.setUser).toHaveBeenLastCalledWith({ id: "device" });
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
  rum?.stop();
  expect(observers.size).toBe(0);
});
