import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { api } from "../../shared/api.ts";
import { RangePicker } from "../../shared/RangePicker.tsx";
import { RANGES, readRange, toQuery } from "../../shared/range.ts";
import { ScreenHeader } from "../../shared/ScreenHeader.tsx";
import { Failure, Skeleton } from "../../shared/states.tsx";
import { Decisions } from "./Decisions.tsx";
import { QualityFigures } from "./QualityFigures.tsx";
import { Reasons } from "./Reasons.tsx";
import { Samples } from "./Samples.tsx";
import { Spool } from "./Spool.tsx";

const REFRESH_INTERVAL = 15_000;

/** What became of all that was sent: taken, refused, dropped, left out, or waiting. */
export function Quality() {
  const range = readRange(useSearch());
  const quality = useQuery({
    queryKey: ["quality", range],
    queryFn: () => api.quality(toQuery(range, new Date())),
    refetchInterval: REFRESH_INTERVAL,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ScreenHeader title="Data quality">
        <RangePicker />
      </ScreenHeader>
      <Spool />
      {quality.isPending && <Skeleton className="mt-8 h-96" />}
      {quality.isError && !quality.data && (
        <Failure error={quality.error} onRetry={() => quality.refetch()} />
      )}
      {quality.data && (
        <div className="mt-5 grid gap-10" aria-busy={quality.isPlaceholderData}>
          <QualityFigures quality={quality.data} />
          <div className="grid gap-8 lg:grid-cols-3">
            <Reasons
              title="Refused, by reason"
              counts="Events that broke a rule of size, depth or shape. Their sender was told which; samples are below."
              rows={quality.data.rejected}
              none="Nothing was refused in this span."
            />
            <Reasons
              title="Machines, by what gave them away"
              counts="Events that are kept but left out of every figure of people."
              rows={quality.data.machines}
              hrefFor={(reason) => `/events?${new URLSearchParams({ range, bot: reason })}`}
              none="No machine was recognised in this span."
            />
            <Reasons
              title="Reported by browsers"
              counts="What visitors' browsers say they had to give up or try again, after agreeing."
              rows={quality.data.client}
              none="No browser reported a loss in this span."
            />
          </div>
          <Decisions decisions={quality.data.decisions} interval={RANGES[range].interval} />
          <Samples samples={quality.data.samples} />
        </div>
      )}
    </>
  );
}
