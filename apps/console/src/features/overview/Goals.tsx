import { includesNow } from "../../shared/address/range.ts";
import type { Scope } from "../../shared/address/scope.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import { useQuestion } from "../../shared/query/useQuestion.ts";
import { RankingTable } from "./RankingTable.tsx";

const METRICS = ["visitors", "conversion_rate"] as const;

/** Every goal with its conversion rate; nothing without goals. A click on one limits the screen to visitors who reached it. */
export function Goals({ scope }: { scope: Scope }) {
  const now = Date.now();
  const { data } = useQuestion(
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
      <h2 className="border-hairline border-b py-2 font-medium">Goals</h2>
      <RankingTable rows={data.results} dimension="event:goal" metrics={METRICS} scope={scope} />
    </section>
  );
}
