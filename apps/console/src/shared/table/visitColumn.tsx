import type { Timestamp } from "@marquee/contract";
import { formatInstant } from "../format/format.ts";
import { TextLink } from "../ui/links.tsx";
import type { Column } from "./columns.ts";

interface ListedVisit {
  at: Timestamp;
  visitor: string;
  entryPage: string;
}

/**
 * The main column of lists of visits: the start of each visit, with a link to its visitor's events. @param hrefOf from
 * `useScreenHref`.
 */
export function visitColumn<Visit extends ListedVisit>(
  hrefOf: (path: string, filters: { person: string }) => string,
): Column<Visit> {
  return {
    id: "visit",
    header: "Visit",
    isMain: true,
    cell: ({ at, visitor, entryPage }) => (
      <>
        <TextLink href={hrefOf("/events", { person: visitor })} className="tabular-nums">
          {formatInstant(at)}
        </TextLink>
        <span className="wrap-anywhere block text-ink-muted">{entryPage}</span>
      </>
    ),
    exact: ({ at }) => at,
    unit: "time",
  };
}
