import { formatCount } from "@marquee/contract";
import type { CurrentVisitorsResponse, NamedCount } from "@marquee/contract/schema";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useScreenHref } from "../../shared/address/useScope.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { valueTitle } from "../../shared/filters/dimensionTexts.ts";
import { InfoPopover } from "../../shared/ui/InfoPopover.tsx";
import { TextLink } from "../../shared/ui/links.tsx";

const REFRESH_INTERVAL = 5000;
/** Number of values in each list. */
const LISTED = 3;

/** Visitors of the last five minutes: their pages and their sources. Filters do not apply. */
export function Now() {
  const hrefOf = useScreenHref();
  const { data } = useRoute(
    "GET /live/visitors",
    {},
    { refetchInterval: REFRESH_INTERVAL, placeholderData: keepPreviousData },
  );
  return (
    <section
      aria-label="Now"
      className="mt-5 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-hairline border-y py-2 text-xs"
    >
      <p className="flex items-baseline gap-2">
        <span
          aria-hidden="true"
          className={`size-2 self-center rounded-full ${data && data.visitors > 0 ? "bg-leaf" : "bg-control"}`}
        />
        <span className="font-medium text-sm tabular-nums">
          {data ? countText(data.visitors) : <span className="text-ink-muted">Visitors now</span>}
        </span>
      </p>
      <InfoPopover label="About visitors now">
        {() => (
          <p className="max-w-xs p-2">
            Unique visitors with an event in the last five minutes, without bots, known customers and demo
            data. Date range and filters do not apply. Live events lists what they do.
          </p>
        )}
      </InfoPopover>
      {data && data.visitors > 0 && <Details {...data} />}
      <TextLink href={hrefOf("/events", { view: "live" })} className="ml-auto text-ink-muted">
        Live events
      </TextLink>
    </section>
  );
}

function countText(visitors: number): string {
  if (visitors === 0) return "Nobody on the site now";
  return `${formatCount(visitors)} ${visitors === 1 ? "visitor" : "visitors"} now`;
}

function Details({ pages, sources, countries }: CurrentVisitorsResponse) {
  return (
    <>
      <List label="On" rows={pages} nameOf={(name) => name} />
      <List label="From" rows={sources} nameOf={(name) => valueTitle("visit:source", name)} />
      <List label="In" rows={countries} nameOf={(name) => valueTitle("visit:country", name)} />
    </>
  );
}

interface ListProps {
  label: string;
  rows: readonly NamedCount[];
  nameOf: (name: string) => ReactNode;
}

function List({ label, rows, nameOf }: ListProps) {
  const visibleRows = rows.filter(({ name }) => name !== "").slice(0, LISTED);
  if (visibleRows.length === 0) return null;
  return (
    <p className="min-w-0 max-w-full truncate">
      <span className="text-ink-muted">{label}</span>{" "}
      {visibleRows.map(({ name, visitors }, index) => (
        <span key={name}>
          {index > 0 && ", "}
          {nameOf(name)} <span className="text-ink-muted tabular-nums">{formatCount(visitors)}</span>
        </span>
      ))}
    </p>
  );
}
