/** A browser library that does part of what `packages/measure` does, with the smallest page script that starts it. */
export interface Peer {
  name: string;
  /** npm packages to install, with exact versions. */
  packages: string[];
  /** The page script. It may set `window.track`, which sends one event. */
  script: string;
}

export const SEGMENT: Peer = {
  name: "analytics-next",
  packages: ["@segment/analytics-next@1.84.3"],
  script: `
    import { AnalyticsBrowser } from "@segment/analytics-next";
    const integrations = { "Segment.io": { apiKey: "local", apiHost: location.host + "/v1", protocol: "http" } };
    const analytics = AnalyticsBrowser.load({ writeKey: "local", cdnSettings: { integrations } });
    analytics.page();
    window.track = (index) => analytics.track("click web", { index });`,
};

export const PEERS: readonly Peer[] = [
  SEGMENT,
  {
    name: "posthog-js",
    packages: ["posthog-js@1.449.2"],
    script: `import posthog from "posthog-js"; posthog.init("local", { api_host: location.origin });`,
  },
  {
    name: "RudderStack",
    packages: ["@rudderstack/analytics-js@3.34.1"],
    script: `
      import { RudderAnalytics } from "@rudderstack/analytics-js";
      new RudderAnalytics().load("local", location.origin);`,
  },
  {
    name: "Snowplow",
    packages: ["@snowplow/browser-tracker@4.10.1"],
    script: `
      import { newTracker, trackPageView } from "@snowplow/browser-tracker";
      newTracker("sp", location.origin, { appId: "local" });
      trackPageView();`,
  },
  { name: "Umami", packages: ["umami@2.10.0"], script: `import "umami/src/tracker/index.js";` },
  {
    name: "Plausible",
    packages: ["@plausible-analytics/tracker@0.4.6"],
    script: `import { init } from "@plausible-analytics/tracker"; init({ domain: "trellis.example" });`,
  },
];
