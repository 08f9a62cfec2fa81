import { eventTitle } from "@marquee/contract";
import type { Breadcrumb } from "@marquee/contract/schema";
import { Bug, CircleDot, FileText, type LucideIcon, MousePointerClick, Network } from "lucide-react";
import { replayMomentHref } from "../../shared/address/replayMomentHref.ts";
import { formatSecond } from "../../shared/format/format.ts";
import { TextLink } from "../../shared/ui/links.tsx";

const KINDS: Record<Breadcrumb["kind"], { Icon: LucideIcon; name: string }> = {
  page: { Icon: FileText, name: "Page" },
  event: { Icon: CircleDot, name: "Event" },
  click: { Icon: MousePointerClick, name: "Click" },
  request: { Icon: Network, name: "Request" },
  error: { Icon: Bug, name: "Error" },
};

const TITLE = "Before the latest occurrence";

interface BreadcrumbsProps {
  /** Oldest first. */
  breadcrumbs: readonly Breadcrumb[];
  /** The error itself, which comes last. */
  error: Breadcrumb;
}

/** What the visitor did before an error, newest last, each with a link to the replay at that moment. */
export function Breadcrumbs({ breadcrumbs, error }: BreadcrumbsProps) {
  return (
    <section className="min-w-0" aria-label={TITLE}>
      <h2 className="font-medium">{TITLE}</h2>
      {breadcrumbs.length === 0 && (
        <p className="mt-1 text-ink-muted text-xs">
          There is no data about this visit before the error, or it has expired.
        </p>
      )}
      <ol className="mt-2">
        {[...breadcrumbs, error].map((crumb, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal, and they never move.
          <Crumb key={index} crumb={crumb} isError={crumb === error} />
        ))}
      </ol>
    </section>
  );
}

function Crumb({ crumb, isError }: { crumb: Breadcrumb; isError: boolean }) {
  const { kind, text, detail, at, replay } = crumb;
  const { Icon, name } = KINDS[kind];
  const isBad = isError || kind === "error" || (detail !== "" && (kind === "click" || Number(detail) >= 400));
  return (
    <li className="grid grid-cols-[1rem_4.5rem_1fr_auto] items-baseline gap-x-2 border-hairline border-b py-1.5 text-xs last:font-medium">
      <Icon aria-hidden="true" className={`size-3.5 self-center ${isBad ? "text-clay" : "text-ink-muted"}`} />
      <time dateTime={new Date(at).toISOString()} className="text-ink-muted tabular-nums">
        {formatSecond(at)}
      </time>
      <span className="wrap-anywhere min-w-0">
        <span className="sr-only">{name}: </span>
        {kind === "event" ? eventTitle(text) : text || "unnamed"}
        {detail && <span className={isBad ? "text-clay" : "text-ink-muted"}> {detailText(crumb)}</span>}
      </span>
      {replay && (
        <TextLink href={replayMomentHref(replay)} className="text-ink-muted">
          Replay<span className="sr-only"> at {formatSecond(at)}</span>
        </TextLink>
      )}
    </li>
  );
}

/** Status of a request: "503"; frustration of a click: "rage click". */
function detailText({ kind, detail }: Pick<Breadcrumb, "kind" | "detail">): string {
  if (kind !== "click") return detail;
  return detail
    .split(",")
    .map((each) => `${each.replace(/_click$/, "")} click`)
    .join(", ");
}
