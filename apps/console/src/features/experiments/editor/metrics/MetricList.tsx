import type { Metric } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { Plus } from "lucide-react";
import { useState } from "react";
import { moveItem } from "../../../../shared/ui/moveItem.ts";
import type { PartProps } from "../form.types.ts";
import { ProblemAt } from "../Problems.tsx";
import { Section } from "../Section.tsx";
import { EffectField } from "./EffectField.tsx";
import { MetricEditor } from "./MetricEditor.tsx";
import { newMetric, TEMPLATES, type Template } from "./metricTemplates.ts";

const MOST = 20;

/** What the experiment is judged by: the first decides, guardrails warn, the others only inform. */
export function MetricList({ definition, set }: PartProps) {
  const { metrics } = definition;
  const [added, setAdded] = useState<string | null>(null);
  const add = (template: Template) => {
    const metric = newMetric(template, metrics);
    setAdded(metric.id);
    set({ metrics: [...metrics, metric] });
  };
  const makeFirst = (index: number) =>
    set({ metrics: moveItem(metrics, index, 0).map((each, at) => (at === 0 ? decisive(each) : each)) });
  return (
    <Section
      title="What decides"
      intro="Counted after a visitor first saw the experiment. Guardrails are watched for harm: web vitals and errors to begin with."
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
      {metrics.length < MOST && (
        <fieldset>
          <legend className="font-medium">Add a metric</legend>
          <div className="mt-1.5 flex flex-wrap gap-2">
            {TEMPLATES.map(([template, name]) => (
              <Button key={template} variant="secondary" size="sm" onClick={() => add(template)}>
                <Plus aria-hidden="true" className="size-4" />
                {name}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      <EffectField effect={definition.minimumEffect} onChange={(minimumEffect) => set({ minimumEffect })} />
    </Section>
  );
}

/** What decides is hoped for and not merely watched. */
function decisive(metric: Metric): Metric {
  return { ...metric, isGuardrail: false };
}
