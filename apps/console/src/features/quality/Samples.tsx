import { formatCount } from "@marquee/contract";
import type { RejectedSample } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { formatInstant } from "../../shared/format/format.ts";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";

interface SamplesProps {
  samples: readonly RejectedSample[];
  /** Whether the account may read payloads, which may contain personal data. */
  maySee: boolean;
}

/** Samples of rejected events with the reason; each expands to its payload. */
export function Samples({ samples, maySee }: SamplesProps) {
  return (
    <section>
      <h2 className="font-medium">Latest rejected events</h2>
      <p className="mt-1 text-ink-muted text-xs">
        {maySee
          ? "The start of each payload, one per reason, kept for 30 days to help you fix the sender."
          : "Only owners and editors see samples."}
      </p>
      <ul className="mt-3">
        {samples.length === 0 && (
          <li className="border-hairline border-t py-2">
            No rejected events. They appear here with the reason and payload.
          </li>
        )}
        {samples.map((sample) => (
          <li
            key={`${sample.receivedAt}-${sample.reason}-${sample.messageId}`}
            className="border-hairline border-t"
          >
            <Sample sample={sample} maySee={maySee} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sample({
  sample: { receivedAt, reason, detail, type, event, library, bytes, sample },
  maySee,
}: {
  sample: RejectedSample;
  maySee: boolean;
}) {
  return (
    <details>
      <summary className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2 hover:bg-surface-sunken">
        <span className="w-32 shrink-0 text-ink-muted tabular-nums">{formatInstant(receivedAt)}</span>
        <span className="sm:w-32">
          <Badge tone="clay">{reason.replaceAll("_", " ")}</Badge>
        </span>
        <span className="wrap-anywhere min-w-0 flex-1 basis-60">{detail}</span>
      </summary>
      <div className="pb-4">
        <p className="flex flex-wrap items-center justify-between text-ink-muted text-xs">
          {[event || type || "no type", library, `${formatCount(bytes)} bytes`].filter(Boolean).join(" · ")}
          {maySee && <CopyButton text={sample} label="Copy payload" />}
        </p>
        {maySee && (
          <pre className="wrap-anywhere whitespace-pre-wrap rounded-sm bg-surface-sunken p-3 text-xs leading-relaxed">
            {sample || "No payload was stored."}
          </pre>
        )}
      </div>
    </details>
  );
}
