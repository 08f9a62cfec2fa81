import type { InstallResponse } from "@marquee/contract/schema";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";

/** How to point an application's Datadog client at this server. */
export function DatadogClient(intake: InstallResponse["datadog"]) {
  const snippet = clientSnippet(intake);
  return (
    <section className="max-w-2xl">
      <h2 className="font-semibold">If an application has Datadog's browser client</h2>
      <p className="mt-1 text-ink-muted text-xs">
        Keep the client as it is, <code>@datadog/browser-rum</code> or <code>-slim</code>. Two options set
        where it sends data: it then appears under Speed and Errors, and nothing goes to Datadog.
      </p>
      <div className="mt-2 rounded-sm bg-surface-sunken p-3">
        <div className="-mt-1 flex justify-end">
          <CopyButton text={snippet} label="Copy snippet" />
        </div>
        <pre className="wrap-anywhere whitespace-pre-wrap text-xs leading-relaxed">{snippet}</pre>
      </div>
      <p className="mt-2 text-ink-muted text-xs">
        <code>clientToken</code> is this server's <code>WRITE_KEY</code>. If your application runs on another
        origin, add it to <code>ALLOWED_ORIGINS</code>. Otherwise browsers block the client's requests.
      </p>
    </section>
  );
}

/** Code that starts Datadog's client with this server as its proxy. */
function clientSnippet({ clientToken, proxy }: InstallResponse["datadog"]): string {
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
