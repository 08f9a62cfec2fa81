import { type AlertDefinition, GOAL_KINDS } from "@marquee/contract/schema";
import { keepPreviousData } from "@tanstack/react-query";
import { useRoute } from "../../shared/api/useRoute.ts";
import { useDebounced } from "../../shared/form/useDebounced.ts";
import { InlineError } from "../../shared/ui/states.tsx";
import { conditionOf, KIND_TEXTS, previewText } from "./alertTexts.ts";

/** What an alert that counts will do, in a sentence, and what it would have done in the past. */
export function AlertPreview({ alert }: { alert: AlertDefinition }) {
  const { name: _, channels: __, recipients: ___, ...question } = alert;
  const debouncedQuestion = useDebounced(JSON.stringify(question));
  // Recipients do not matter here and may be incomplete.
  const counted = { ...(JSON.parse(debouncedQuestion) as typeof question), channels: [], recipients: [] };
  const preview = useRoute(
    "POST /alerts/preview",
    { body: { definition: { ...counted, name: KIND_TEXTS[counted.kind].name } } },
    { enabled: alert.goal !== null || !GOAL_KINDS.includes(alert.kind), placeholderData: keepPreviousData },
  );
  const isCurrent =
    preview.data && !preview.isPlaceholderData && debouncedQuestion === JSON.stringify(question);
  return (
    <div className="border-hairline border-l-2 pl-3">
      <p className="font-medium">An alarm opens when {conditionOf(alert)}.</p>
      {preview.isError && !preview.isFetching ? (
        <InlineError error={preview.error} />
      ) : (
        <p role="status" className="mt-1 text-ink-muted text-xs">
          {isCurrent ? previewText(alert, preview.data) : "Checking the past 90 days…"}
        </p>
      )}
    </div>
  );
}
