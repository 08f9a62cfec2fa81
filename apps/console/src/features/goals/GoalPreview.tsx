import { formatCount, formatCounted, formatFineShare, type GoalCondition } from "@marquee/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { useRoute } from "../../shared/api/useRoute.ts";
import { useDebounced } from "../../shared/form/useDebounced.ts";

/** How often a condition was met in the last 30 days and today. Queries once the condition stops changing. */
export function GoalPreview({ condition }: { condition: GoalCondition | null }) {
  const rested = useDebounced(condition);
  const preview = useRoute(
    "POST /goals/preview",
    () => {
      if (!rested) throw new Error("There is no condition.");
      return { body: { condition: rested } };
    },
    { key: [rested], enabled: rested !== null, placeholderData: keepPreviousData },
  );
  const isOld = rested !== condition || preview.isPlaceholderData;
  return (
    <div role="status" aria-busy={isOld} className="min-h-[4.75rem] rounded-sm bg-surface-sunken px-4 py-3">
      {condition === null && <p className="text-ink-muted">Pick one to see how often it happened.</p>}
      {condition !== null && preview.isError && <p className="text-clay">{preview.error.message}</p>}
      {condition !== null && !preview.isError && !preview.data && (
        <p className="text-ink-muted">Counting the last 30 days and today…</p>
      )}
      {condition !== null && preview.data && (
        <div className={isOld ? "opacity-60" : undefined}>
          <p className="font-display text-lead tabular-nums">
            {formatCounted(preview.data.conversions, "conversion")}
          </p>
          <p className="text-ink-muted text-xs tabular-nums">
            {preview.data.conversions === 0
              ? "It hasn't happened in the last 30 days or today."
              : `In the last 30 days and today, by ${formatCount(preview.data.visitors)} of ${formatCounted(preview.data.allVisitors, "visitor")}${rateText(preview.data)}.`}
          </p>
        </div>
      )}
    </div>
  );
}

function rateText({ visitors, allVisitors }: { visitors: number; allVisitors: number }): string {
  return allVisitors === 0 ? "" : ` (${formatFineShare(visitors / allVisitors)})`;
}
