import { formatCount } from "@marquee/contract";
import type { ConsentPoint, ConsentResponse } from "@marquee/contract/schema";
import { keepPreviousData } from "@tanstack/react-query";
import { useDateRange } from "../../shared/address/range.ts";
import { toPeriod } from "../../shared/address/toQuestion.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { type SeriesLine, TimeSeries } from "../../shared/charts/TimeSeries.tsx";
import { type Figure, Figures } from "../../shared/figures/Figures.tsx";
import { DateRangePicker } from "../../shared/filters/DateRangePicker.tsx";
import { formatShare } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { Receipts } from "./Receipts.tsx";

/** Decisions by the groups that they grant. */
const LINES: readonly SeriesLine<ConsentPoint>[] = [
  { name: "Analytics", color: "leaf", isArea: true, value: ({ analytics }) => analytics },
  { name: "Functional", color: "sky", value: ({ functional }) => functional },
  { name: "Marketing", color: "iris", value: ({ marketing }) => marketing },
  { name: "Analytics declined", color: "clay", value: ({ refused }) => refused },
];

/** Consent decisions: totals, over time, and each receipt. */
export function Consent({ title }: ScreenProps) {
  const range = useDateRange();
  const consent = useRoute(
    "POST /query/consent",
    { body: toPeriod(range) },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <ScreenHeader title={title}>
        <DateRangePicker />
      </ScreenHeader>
      <QueryView query={consent} className="mt-5 grid gap-10">
        {(data) => (
          <>
            <Figures columns={5} figures={figuresOf(data)} />
            {data.totals.receipts > 0 && (
              <section>
                <h2 className="mb-3 font-medium">Decisions over time</h2>
                <TimeSeries series={data.series} lines={LINES} range={range} height={200} />
              </section>
            )}
            <Receipts range={range} countries={data.countries} textVersions={data.textVersions} />
          </>
        )}
      </QueryView>
    </>
  );
}

/** Totals of the date range. */
function figuresOf({ totals, deletions }: ConsentResponse): Figure[] {
  const { receipts, analytics, functional, marketing, refused } = totals;
  const share = (count: number) => (receipts === 0 ? "" : `${formatShare(count / receipts)} of decisions`);
  return [
    {
      name: "Analytics accepted",
      counts: "Decisions that grant C0002. Visits are measured only after one of these.",
      value: formatCount(analytics),
      note: share(analytics),
    },
    {
      name: "Functional",
      counts: "Decisions that grant C0003.",
      value: formatCount(functional),
      note: share(functional),
    },
    {
      name: "Marketing",
      counts: "Decisions that grant C0004.",
      value: formatCount(marketing),
      note: share(marketing),
    },
    {
      name: "Analytics declined",
      counts:
        "Withdrawals, and decisions that grant other groups only. If a visitor was never measured and declines, nothing is stored, so it is not counted.",
      value: formatCount(refused),
      note: share(refused),
    },
    {
      name: "Deletion requests",
      counts: "Withdrawals in this date range that lead to a deletion. Deletions take less than a minute.",
      value: formatCount(deletions.requested),
      note:
        deletions.requested > 0 &&
        `${formatCount(deletions.completed)} completed, ${formatCount(deletions.requested - deletions.completed)} in progress`,
    },
  ];
}
