import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { api } from "../../shared/api.ts";
import { RangePicker } from "../../shared/RangePicker.tsx";
import { RANGES, readRange, toQuery } from "../../shared/range.ts";
import { ScreenHeader } from "../../shared/ScreenHeader.tsx";
import { Failure, Skeleton } from "../../shared/states.tsx";
import { ConsentFigures } from "./ConsentFigures.tsx";
import { DecisionsChart } from "./DecisionsChart.tsx";
import { Receipts } from "./Receipts.tsx";

/** What visitors decided about being measured: in figures, over time, and one by one. */
export function Consent() {
  const range = readRange(useSearch());
  const consent = useQuery({
    queryKey: ["consent", range],
    queryFn: () => api.consent(toQuery(range, new Date())),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ScreenHeader title="Consent">
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
