import type { ConsentAnswer, ConsentPoint, Interval } from "@marquee/contract/schema";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearch } from "wouter";
import { RangePicker } from "../../shared/address/RangePicker.tsx";
import { RANGES, readRange, toQuery } from "../../shared/address/range.ts";
import { api } from "../../shared/api/api.ts";
import { type Line, SeriesChart } from "../../shared/charts/SeriesChart.tsx";
import { Figure } from "../../shared/figures/Figure.tsx";
import { formatCount, formatShare } from "../../shared/format/format.ts";
import { ScreenHeader } from "../../shared/ui/ScreenHeader.tsx";
import type { ScreenProps } from "../../shared/ui/screen.types.ts";
import { Failure, Skeleton } from "../../shared/ui/states.tsx";
import { Receipts } from "./Receipts.tsx";

interface DecisionsChartProps {
  series: readonly ConsentPoint[];
  interval: Interval;
}

/** What visitors decided about being measured: in figures, over time, and one by one. */
export function Consent({ title }: ScreenProps) {
  const range = readRange(useSearch());
  const consent = useQuery({
    queryKey: ["consent", range],
    queryFn: () => api.consent(toQuery(range, new Date())),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ScreenHeader title={title}>
        <RangePicker />
      </ScreenHeader>
      {consent.isPending && <Skeleton className="mt-5 h-96" />}
      {consent.isError && !consent.data && (
        <Failure error={consent.error} onRetry={() => consent.refetch()} />
      )}
      {consent.data && (
        <div className="mt-5 grid gap-10" aria-busy={consent.isPlaceholderData}>
          <ConsentFigures consent={consent.data} />
          {consent.data.totals.receipts > 0 && (
            <DecisionsChart series={consent.data.series} interval={RANGES[range].interval} />
          )}
          <Receipts
            range={range}
            countries={consent.data.countries}
            textVersions={consent.data.textVersions}
          />
        </div>
      )}
    </>
  );
}

/** Decisions over time, by the groups that they allow. */
function DecisionsChart({ series, interval }: DecisionsChartProps) {
  const starts = useMemo(() => series.map(({ start }) => start), [series]);
  const lines = useMemo<Line[]>(() => {
    const values = (name: Exclude<keyof ConsentPoint, "start">) => series.map((point) => point[name]);
    return [
      { name: "Analytics", color: "leaf", isArea: true, values: values("analytics") },
      { name: "Functional", color: "sky", values: values("functional") },
      { name: "Marketing", color: "iris", values: values("marketing") },
      { name: "Without analytics", color: "clay", values: values("refused") },
    ];
  }, [series]);
  return (
    <section>
      <h2 className="mb-3 font-medium">Decisions over time</h2>
      <SeriesChart starts={starts} lines={lines} interval={interval} height={200} />
    </section>
  );
}

/** The span's decisions in figures. */
function ConsentFigures({ consent: { totals, deletions } }: { consent: ConsentAnswer }) {
  const { receipts, analytics, functional, marketing, refused } = totals;
  const share = (count: number) => (receipts === 0 ? "" : `${formatShare(count / receipts)} of decisions`);
  return (
    <dl className="grid grid-cols-2 divide-hairline border-hairline border-y sm:grid-cols-3 lg:grid-cols-5 lg:divide-x sm:max-lg:[&>*:nth-child(4)]:pl-0">
      <Figure
        name="Agreed to analytics"
        counts="Decisions that allow group C0002. Only after one of these is a visit measured."
        value={formatCount(analytics)}
        note={share(analytics)}
      />
      <Figure
        name="Functional"
        counts="Decisions that allow group C0003."
        value={formatCount(functional)}
        note={share(functional)}
      />
      <Figure
        name="Marketing"
        counts="Decisions that allow group C0004."
        value={formatCount(marketing)}
        note={share(marketing)}
      />
      <Figure
        name="Without analytics"
        counts="Withdrawals, and decisions for other groups only. A stranger's plain refusal is kept nowhere, so it is not counted."
        value={formatCount(refused)}
        note={share(refused)}
      />
      <Figure
        name="Deletions"
        counts="Withdrawals in this span after which the visitor's rows are deleted. That takes less than a minute."
        value={formatCount(deletions.requested)}
        note={
          deletions.requested > 0 &&
          `${formatCount(deletions.completed)} done, ${formatCount(deletions.requested - deletions.completed)} under way`
        }
      />
    </dl>
  );
}
