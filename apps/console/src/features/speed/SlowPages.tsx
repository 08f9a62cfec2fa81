import { ratingOf, TARGETED_VITALS, type Vital } from "@marquee/contract";
import type { SpeedPage } from "@marquee/contract/schema";
import { Link } from "wouter";
import type { RangeName } from "../../shared/address/range.ts";
import { formatCount } from "../../shared/format/format.ts";
import { RatingBadge } from "../../shared/vitals/RatingBadge.tsx";
import { VITAL_NAMES, vitalFormat } from "../../shared/vitals/vitalNames.ts";
import { eventsHref, replaysHref } from "./pageHrefs.ts";
import type { SpeedFilters } from "./speedFilters.ts";

interface SlowPagesProps {
  vital: Vital;
  pages: readonly SpeedPage[];
  range: RangeName;
  filters: SpeedFilters;
}

const HEAD = "py-2 pr-4 font-medium";
const CELL = "py-2 pr-4 align-top";

/** Pages by one vital, the worst first; the name of each leads to the events that it is made of, and to visits that went there. */
export function SlowPages({ vital, pages, range, filters }: SlowPagesProps) {
  const { short } = VITAL_NAMES[vital];
  const isTargeted = TARGETED_VITALS.some((targeted) => targeted === vital);
  return (
    <section>
      <h2 className="font-medium">Pages, the worst first</h2>
      <p className="mt-1 text-ink-muted text-xs">
        By the 75th percentile of {short}. Pages with fewer than 10 page views come last: they may be slow by
        chance.
      </p>
      {pages.length === 0 ? (
        <p className="mt-3 border-hairline border-t py-2">No page view of this span measured {short}.</p>
      ) : (
        <table className="mt-2 w-full table-fixed text-left">
          <colgroup>
            <col />
            <col className="w-28 md:w-56" />
            <col className="w-24 max-md:hidden" />
            {isTargeted && <col className="max-lg:hidden lg:w-2/5" />}
          </colgroup>
          <thead>
            <tr className="border-hairline border-b text-ink-muted text-xs">
              <th className={HEAD}>Page</th>
              <th className={HEAD}>{short}</th>
              <th className={`${HEAD} text-right max-md:hidden`}>Page views</th>
              {isTargeted && <th className={`${HEAD} pr-0 pl-4 max-lg:hidden`}>Element most to blame</th>}
            </tr>
          </thead>
          <tbody>
            {pages.map((page) => (
              <PageRow key={page.path} {...{ page, vital, range, filters, isTargeted }} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface PageRowProps extends Pick<SlowPagesProps, "vital" | "range" | "filters"> {
  page: SpeedPage;
  isTargeted: boolean;
}

function PageRow({
  page: { path, samples, values, target },
  vital,
  range,
  filters,
  isTargeted,
}: PageRowProps) {
  const value = values[vital];
  return (
    <tr className="border-hairline border-b hover:bg-surface-sunken">
      <td className={CELL}>
        <Link
          href={eventsHref({ range, path, filters })}
          className="wrap-anywhere underline decoration-hairline underline-offset-4 hover:decoration-current"
        >
          {path}
        </Link>{" "}
        <Link
          href={replaysHref({ range, path, filters })}
          aria-label={`Replays of ${path}`}
          className="ml-2 text-ink-muted text-xs underline decoration-hairline underline-offset-4 hover:decoration-current"
        >
          Replays
        </Link>
        {target && (
          <code className="wrap-anywhere mt-1 block text-ink-muted text-xs lg:hidden">{target}</code>
        )}
      </td>
      <td className={CELL}>
        {value !== null && (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="tabular-nums md:w-16">{vitalFormat(vital)(value)}</span>
            <RatingBadge rating={ratingOf(vital, value)} />
          </span>
        )}
      </td>
      <td className={`${CELL} text-right tabular-nums max-md:hidden`}>{formatCount(samples)}</td>
      {isTargeted && (
        <td className={`${CELL} pr-0 pl-4 max-lg:hidden`}>
          <code className="wrap-anywhere text-xs">{target || "not known"}</code>
        </td>
      )}
    </tr>
  );
}
