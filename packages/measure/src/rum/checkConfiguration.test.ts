import { afterEach, expect, it, vi } from "vitest";
import {
  configurationProblem,
  sessionProblem,
  supportedOptions,
  type UncheckedConfiguration,
} from "./checkConfiguration.ts";
import type { RumPageOptions } from "./pageOptions.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const VALID: UncheckedConfiguration = {
  applicationId: "marquee",
  clientToken: "local",
  service: "www.trellis.example",
  sessionSampleRate: 100,
  sessionReplaySampleRate: 5,
  trackingConsent: "granted",
  allowedTracingUrls: undefined,
};

it.each([
  [{}, null],
  [{ sessionSampleRate: 0, trackingConsent: "not-granted" }, null],
  [{ applicationId: "" }, "Application ID is not configured, no RUM data will be collected."],
  [
    { applicationId: undefined, clientToken: "" },
    "Application ID is not configured, no RUM data will be collected.",
  ],
  [{ clientToken: "" }, "Client Token is not configured, we will not send any data."],
  [{ sessionSampleRate: 101 }, "Session Sample Rate should be a number between 0 and 100."],
  [{ sessionSampleRate: Number.NaN }, "Session Sample Rate should be a number between 0 and 100."],
  [{ sessionReplaySampleRate: "5" }, "Session Replay Sample Rate should be a number between 0 and 100."],
  [{ sessionReplaySampleRate: -1 }, "Session Replay Sample Rate should be a number between 0 and 100."],
  [{ trackingConsent: "yes" }, 'Tracking Consent should be either "granted" or "not-granted".'],
  [{ allowedTracingUrls: ["https://api.trellis.example"] }, null],
  [{ allowedTracingUrls: [], service: "" }, null],
  [{ allowedTracingUrls: "https://api.trellis.example" }, "Allowed Tracing URLs should be an array."],
  [{ allowedTracingUrls: [/api/], service: "" }, "Service needs to be configured when tracing is enabled."],
])("checks %o: %s", (change, problem) => {
  expect(configurationProblem({ ...VALID, ...change })).toBe(problem);
});

it("needs a stored analytics session", () => {
  vi.stubGlobal("document", { cookie: "other=1" });
  expect(sessionProblem()).toBe("No storage available for session. We will not send any data.");
  vi.stubGlobal("document", { cookie: "other=1; marquee_session=1.2" });
  expect(sessionProblem()).toBeNull();
});

it("omits a user and context that are not objects, and warns about too much data", () => {
  const said: unknown[][] = [];
  for (const method of ["error", "warn"] as const)
    vi.spyOn(console, method).mockImplementation((...args) => void said.push(args));
  // Pages without types may pass anything.
  const supported = (options: object) => supportedOptions(options as RumPageOptions);
  const cycle: Record<string, unknown> = {};
  cycle.cycle = cycle;
  expect(supported({ service: "docs", user: { plan: "team" } })).toMatchObject({
    service: "docs",
    user: { plan: "team" },
  });
  expect(said).toEqual([]);
  for (const user of ["ada", null, 7, ["ada"], cycle]) {
    expect(supported({ user, context: [] }).user).toBeUndefined();
    expect(said.splice(0)).toEqual([
      ["Unsupported user:", user],
      ["Unsupported context:", []],
    ]);
  }
  supported({ user: { note: "x".repeat(1500) }, context: { note: "x".repeat(1600) } });
  expect(said).toEqual([[expect.stringContaining("keep it below 3 KiB")]]);
});
