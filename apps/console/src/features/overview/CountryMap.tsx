import type { FigureMetric } from "@marquee/contract/schema";
import { lazy, Suspense } from "react";
import { includesNow } from "../../shared/address/range.ts";
import type { Scope } from "../../shared/address/scope.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { useQuestion } from "../../shared/query/useQuestion.ts";
import { Skeleton } from "../../shared/ui/states.tsx";
import { rankedMetrics } from "./chosenMetric.ts";
import { useIncludedImports } from "./ImportedData.tsx";

/** The outlines of the countries are larger than the rest of the screen's code. */
const WorldMap = lazy(() => import("./map/WorldMap.tsx").then((file) => ({ default: file.WorldMap })));
/** More than there are countries. */
const COUNTRIES = 300;

interface CountryMapProps {
  scope: Scope;
  metric: FigureMetric;
}

/** A world map of the metric that lists rank by. */
export function CountryMap({ scope, metric }: CountryMapProps) {
  const now = Date.now();
  const [main] = rankedMetrics(metric, scope);
  const imports = useIncludedImports();
  const answer = useQuestion(
    toQuestion(scope, now, {
      metrics: [main],
      dimensions: ["visit:country"],
      order_by: [[main, "desc"]],
      pagination: { limit: COUNTRIES },
      include: imports,
    }),
    { isLive: includesNow(scope.range, now) },
  );
  const loading = <Skeleton className="mt-3 h-80" />;
  return (
    <QueryView query={answer} loading={loading} className="flex flex-1 flex-col">
      {({ results }) => (
        <Suspense fallback={loading}>
          <WorldMap metric={main} rows={results} scope={scope} />
        </Suspense>
      )}
    </QueryView>
  );
}
