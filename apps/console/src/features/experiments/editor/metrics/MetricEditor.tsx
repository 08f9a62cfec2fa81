import type { Metric } from "@marquee/contract";
import { Badge } from "@marquee/ui";
import { ChevronRight, Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { metricSummary } from "../../metricSummary.ts";
import { ProblemAt } from "../Problems.tsx";
import { MetricFields } from "./MetricFields.tsx";

interface MetricEditorProps {
  metric: Metric;
  index: number;
  isOpenAtFirst: boolean;
  onChange: (change: Partial<Metric>) => void;
  onMakeFirst: () => void;
  /** Null where it has to stay. */
  onRemove: (() => void) | null;
}

/** One metric: a line that says what it counts, and, once opened, everything of it. */
export function MetricEditor(props: MetricEditorProps) {
  const { metric, index, isOpenAtFirst, onRemove } = props;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <li aria-label={metric.name} className="min-w-0 rounded-md border border-hairline bg-surface">
      <div className="flex items-center gap-1 px-2 py-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-sm px-1 text-left"
        >
          <ChevronRight
            aria-hidden="true"
            className={`size-4 shrink-0 transition-transform ${isOpen ? "rotate-90" : ""}`}
          />
          <span className="wrap-anywhere min-w-0">
            <span className="font-medium">{metric.name || "Metric without a name"}</span>{" "}
            {index === 0 && <Badge tone="leaf">decides</Badge>}
            {metric.isGuardrail && <Badge tone="sky">guardrail</Badge>}
            <span className="block text-ink-muted text-xs">
              Counts {metricSummary(metric)}; {metric.goal === "increase" ? "more" : "less"} is better.
            </span>
          </span>
        </button>
        {onRemove && <IconButton label={`Remove ${metric.name}`} Icon={Trash2} onClick={onRemove} />}
      </div>
      {isOpen && <MetricFields {...props} />}
      <div className="px-3 pb-3 empty:hidden">
        <ProblemAt place={`metrics.${index}`} isDeep />
      </div>
    </li>
  );
}
