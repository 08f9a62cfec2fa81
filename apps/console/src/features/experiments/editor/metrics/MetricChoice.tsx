import { LEAD_OUTCOMES, METRICS, type Metric } from "@marquee/contract";
import { Select } from "@marquee/ui";
import { useGoals } from "../../useGoals.ts";
import { goalMetric, leadMetric, newMetric, TEMPLATES } from "./metricTemplates.ts";

interface MetricChoiceProps {
  otherMetrics: readonly Metric[];
  onChoose: (metric: Metric) => void;
}

/** Adds a metric: a goal, a lead outcome, or an event. */
export function MetricChoice({ otherMetrics, onChoose }: MetricChoiceProps) {
  const goals = useGoals();
  const choices = new Map<string, () => Metric>([
    ...goals.flatMap((goal) => [
      [`goal ${goal.id}`, () => goalMetric(goal, otherMetrics)] as const,
      ...(goal.value
        ? [[`value ${goal.id}`, () => goalMetric(goal, otherMetrics, goal.value ?? undefined)] as const]
        : []),
    ]),
    ...LEAD_OUTCOMES.map((lead) => [lead, () => leadMetric(lead, otherMetrics)] as const),
    ...TEMPLATES.map(([template]) => [template, () => newMetric(template, otherMetrics)] as const),
  ]);
  return (
    <Select
      aria-label="Add metric"
      value=""
      onChange={({ target }) => {
        const metric = choices.get(target.value)?.();
        if (metric) onChoose(metric);
      }}
      className="w-full max-w-sm font-medium"
    >
      <option value="" disabled>
        Add metric …
      </option>
      {goals.length > 0 && (
        <optgroup label="Goals">
          {goals.flatMap(({ id, name, value }) => [
            <option key={id} value={`goal ${id}`}>
              {name}
            </option>,
            ...(value
              ? [
                  <option key={`${id} value`} value={`value ${id}`}>
                    {name}: value per visitor
                  </option>,
                ]
              : []),
          ])}
        </optgroup>
      )}
      <optgroup label="Leads">
        {LEAD_OUTCOMES.map((lead) => (
          <option key={lead} value={lead}>
            {METRICS[lead].title}
            {lead === "won_value" ? " per visitor" : ""}
          </option>
        ))}
      </optgroup>
      <optgroup label="Page views and events">
        {TEMPLATES.map(([template, name]) => (
          <option key={template} value={template}>
            {name}
          </option>
        ))}
      </optgroup>
    </Select>
  );
}
