import { includesNow } from "../../shared/address/range.ts";
import { type Scope, withFilter } from "../../shared/address/scope.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import { useScope } from "../../shared/address/useScope.ts";
import { RankingTable } from "../../shared/figures/RankingTable.tsx";
import { Outdated } from "../../shared/query/Outdated.tsx";
import { useQuestion } from "../../shared/query/useQuestion.ts";

const METRICS = ["visitors", "conversion_rate"] as const;

/**
 * Every goal with its conversion rate; nothing without goals. A click on one filters the screen by visitors who reached it.
 */
export function Goals({ scope }: { scope: Scope }) {
  const now = Date.now();
  const { hrefWith } = useScope();
  const { data, isPlaceholderData } = useQuestion(
    toQuestion(scope, now, {
      metrics: METRICS,
      dimensions: ["event:goal"],
      order_by: [["visitors", "desc"]],
    }),
    { isLive: includesNow(scope.range, now) },
  );
  if (!data || data.results.length === 0) return null;
  return (
    <section aria-label="Goals" className="min-w-0">
      <Outdated isOutdated={isPlaceholderData}>
        <h2 className="border-hairline border-b py-2 font-medium">Goals</h2>
        <RankingTable
          rows={data.results}
          dimension="event:goal"
          metrics={METRICS}
          hrefOf={(value) =>
            hrefWith(withFilter(scope, { operator: "is", dimension: "event:goal", values: [value] }))
          }
        />
      </Outdated>
    </section>
  );
}
