import type { Metric } from "@marquee/contract";
import { Badge } from "@marquee/ui";
import { ChevronRight, Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { moveItem } from "../../../../shared/ui/moveItem.ts";
import { metricSummary } from "../../experimentTexts.ts";
import { type PartProps, ProblemAt, Section } from "../FormSection.tsx";
import { MetricChoice } from "./MetricChoice.tsx";
import { MetricFields } from "./MetricFields.tsx";

interface MetricEditorProps {
  metric: Metric;
  index: number;
  isOpenAtFirst: boolean;
  onChange: (change: Partial<Metric>) => void;
  onMakeFirst: () => void;
  /** Null if the metric can't be removed. */
  onRemove: (() => void) | null;
}

const MOST = 20;

/** The metrics: the first is primary and decides, guardrails warn, the others are informational. */
export function MetricList({ definition, set }: PartProps) {
  const { metrics } = definition;
  const [added, setAdded] = useState<string | null>(null);
  const add = (metric: Metric) => {
    setAdded(metric.id);
    set({ metrics: [...metrics, metric] });
  };
  const makeFirst = (index: number) =>
    set({ metrics: moveItem(metrics, index, 0).map((each, at) => (at === 0 ? decisive(each) : each)) });
  return (
    <Section
      title="Metrics"
      intro="Goals, leads and events, counted from a visitor's first exposure. The primary metric decides, guardrails must not get worse, secondary metrics explain."
    >
      <ol className="grid gap-3">
        {metrics.map((metric, index) => (
          <MetricEditor
            key={metric.id}
            metric={metric}
            index={index}
            isOpenAtFirst={metric.id === added}
            onChange={(change) => set({ metrics: metrics.with(index, { ...metric, ...change }) })}
            onMakeFirst={() => makeFirst(index)}
            onRemove={index > 0 ? () => set({ metrics: metrics.toSpliced(index, 1) }) : null}
          />
        ))}
      </ol>
      <ProblemAt place="metrics" />
      {metrics.length < MOST && <MetricChoice otherMetrics={metrics} onChoose={add} />}
    </Section>
  );
}

/** The primary metric can't be a guardrail. */
function decisive(metric: Metric): Metric {
  return { ...metric, isGuardrail: false };
}

/** One metric: a summary, and all its fields when open. */
function MetricEditor(props: MetricEditorProps) {
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
            <span className="font-medium">{metric.name || "Unnamed metric"}</span>{" "}
            {index === 0 && <Badge tone="leaf">primary</Badge>}
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
