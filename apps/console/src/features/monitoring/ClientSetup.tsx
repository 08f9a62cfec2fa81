import type { MonitoredAnswer } from "@marquee/contract/schema";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { clientSnippet } from "./clientSnippet.ts";

/** How a Datadog client of another application is pointed here. */
export function ClientSetup({ intake }: Pick<MonitoredAnswer, "intake">) {
  const snippet = clientSnippet(intake);
  return (
    <div className="max-w-2xl">
      <p className="text-ink-muted">
        The client stays as it is, <code>@datadog/browser-rum</code> or <code>-slim</code>; two of its options
        say where it sends. Nothing goes to Datadog.
      </p>
      <div className="mt-3 rounded-sm bg-surface-sunken p-3">
        <div className="-mt-1 flex justify-end">
          <CopyButton text={snippet} label="Copy the snippet" />
        </div>
        <pre className="wrap-anywhere whitespace-pre-wrap text-xs leading-relaxed">{snippet}</pre>
      </div>
      <p className="mt-3 text-ink-muted text-xs">
        <code>clientToken</code> is this server's <code>WRITE_KEY</code>. Where your application has an origin
        of its own, name it in <code>ALLOWED_ORIGINS</code>; else its browsers do not let the client through.
      </p>
    </div>
  );
}
