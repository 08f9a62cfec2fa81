import {
  eventTitle,
  type GoalCondition,
  METRIC_TYPES,
  type Metric,
  type MetricType,
} from "@marquee/contract";
import { Button } from "@marquee/ui";
import { useId } from "react";
import { Field } from "../../../../shared/form/Field.tsx";
import { SelectField } from "../../../../shared/form/SelectField.tsx";
import { Switch } from "../../../../shared/form/Switch.tsx";
import { describeCondition } from "../../../../shared/goals/describeCondition.ts";
import { KNOWN_EVENTS, pageViewName } from "./metricTemplates.ts";

interface EventFieldProps {
  /** Event name; empty for page views. */
  event: string;
  onChange: (event: string) => void;
}

interface MetricFieldsProps {
  metric: Metric;
  index: number;
  onChange: (change: Partial<Metric>) => void;
  onMakeFirst: () => void;
}

const TYPE_NAMES: Record<MetricType, string> = {
  conversion: "Did it at least once",
  count: "Count per visitor",
  mean: "Average of a property",
};
const TYPES = METRIC_TYPES.map((type) => [type, TYPE_NAMES[type]] as const);
/** A goal has no property to average. */
const GOAL_TYPES = TYPES.filter(([type]) => type !== "mean");
const DIRECTIONS = [
  ["increase", "Higher is better"],
  ["decrease", "Lower is better"],
] as const;

/** All fields of a metric. */
export function MetricFields({ metric, index, onChange, onMakeFirst }: MetricFieldsProps) {
  const { name, type, path, property, goal, isGuardrail, condition } = metric;
  const changeType = (next: string) => {
    const chosen = METRIC_TYPES.find((each) => each === next) ?? type;
    onChange({ type: chosen, ...(chosen === "mean" ? {} : { property: "" }) });
  };
  const changePath = (next: string) =>
    onChange({ path: next, ...(name === pageViewName(path) ? { name: pageViewName(next) } : {}) });
  return (
    <div className="grid gap-5 border-hairline border-t px-3 py-4 sm:grid-cols-2 sm:px-8">
      <Field
        label="Metric name"
        required
        maxLength={120}
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      {condition ? (
        <GoalText condition={condition} />
      ) : (
        <EventField event={metric.event} onChange={(event) => onChange({ event })} />
      )}
      <SelectField
        label="Metric type"
        choices={condition ? GOAL_TYPES : TYPES}
        value={type}
        onChange={({ target }) => changeType(target.value)}
      />
      {type === "mean" && (
        <Field
          label="Numeric property"
          required
          maxLength={200}
          placeholder="value"
          value={property}
          spellCheck={false}
          onChange={({ target }) => onChange({ property: target.value })}
        />
      )}
      {!condition && (
        <Field
          label="Pages"
          problem={
            /^(\/.*|\*)?$/.test(path)
              ? ""
              : "Enter a path that starts with a slash, such as /pricing or /lp/*."
          }
          placeholder="Every page"
          hint="A path or a prefix with *, such as /lp/*"
          maxLength={500}
          value={path}
          spellCheck={false}
          onChange={({ target }) => changePath(target.value)}
        />
      )}
      <SelectField
        label="Direction"
        choices={DIRECTIONS}
        value={goal}
        onChange={({ target }) => onChange({ goal: target.value === "decrease" ? "decrease" : "increase" })}
      />
      {index > 0 && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 sm:col-span-2">
          <Switch
            label="Guardrail: warn if it gets worse"
            isOn={isGuardrail}
            onChange={(isOn) => onChange({ isGuardrail: isOn })}
          />
          <Button variant="tertiary" size="sm" onClick={onMakeFirst}>
            Make primary
          </Button>
        </div>
      )}
    </div>
  );
}

/** The goal as it was when it was chosen. */
function GoalText({ condition }: { condition: GoalCondition }) {
  return (
    <div>
      <p className="font-medium">Goal</p>
      <p className="wrap-anywhere mt-1.5 min-h-10 py-2">{describeCondition(condition)}</p>
      <p className="mt-1 text-ink-muted text-xs">
        As it was when you added it. A later change of the goal does not change results.
      </p>
    </div>
  );
}

/** The event to count. Suggests the events that the site sends by itself. */
function EventField({ event, onChange }: EventFieldProps) {
  const list = useId();
  return (
    <div>
      <Field
        label="Event"
        list={list}
        maxLength={200}
        placeholder="Page views"
        hint="The event name as it is sent. Leave empty to count page views."
        value={event}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {KNOWN_EVENTS.map((name) => (
          <option key={name} value={name} label={eventTitle(name)} />
        ))}
      </datalist>
    </div>
  );
}
