import { expect, it } from "vitest";
import { configurationProblem } from "./checkConfiguration.ts";

const VALID = {
  applicationId: "marquee",
  clientToken: "local",
  service: "www.trellis.example",
  sessionSampleRate: 100,
  sessionReplaySampleRate: 5,
  trackingConsent: "granted",
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
