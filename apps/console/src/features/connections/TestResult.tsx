import type { ConnectionTestResponse } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";

/** The other service's actual answer. */
export function TestResult({ result }: { result: ConnectionTestResponse }) {
  const { isWorking, asked, status, answer, error } = result;
  return (
    <section aria-label="Result of the test" className="mt-5 border-hairline border-l-2 pl-4">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={isWorking ? "leaf" : "clay"}>{isWorking ? "It works" : "It doesn't work"}</Badge>
        <code className="wrap-anywhere min-w-0 text-xs">{asked}</code>
      </p>
      {error !== null && <p className="wrap-anywhere mt-2 text-clay">{error}</p>}
      <p className="mt-2 text-ink-muted text-xs">{status === null ? "No response." : `Status ${status}.`}</p>
      {answer && (
        <pre className="wrap-anywhere mt-1 max-h-48 overflow-y-auto whitespace-pre-wrap rounded-sm bg-surface-sunken px-3 py-2 text-xs">
          {answer}
        </pre>
      )}
    </section>
  );
}
