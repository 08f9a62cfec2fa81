import type { MonitoredAnswer } from "@marquee/contract/schema";

/** The lines that start Datadog's client so that it sends to this server. */
export function clientSnippet({ clientToken, proxy }: MonitoredAnswer["intake"]): string {
  return `import { datadogRum } from "@datadog/browser-rum";

datadogRum.init({
  clientToken: ${JSON.stringify(clientToken)},
  proxy: ${JSON.stringify(proxy)},
  applicationId: "shop",
  service: "web",
  env: "production",
  version: "1.0.0",
  sessionSampleRate: 100,
  trackUserInteractions: true,
  trackResources: true,
  trackLongTasks: true,
});`;
}
