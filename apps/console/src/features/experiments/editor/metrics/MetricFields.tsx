import {
  capitalize,
  describeCondition,
  eventTitle,
  METRIC_TYPES,
  type Metric,
  type MetricType,
} from "@marquee/contract";
import { Field, SelectField } from "@marquee/ui";
import { useId } from "react";
import { metricSummary } from "../../experimentTexts.ts";
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
  value: "Sum of a property per visitor",
};
const TYPES = METRIC_TYPES.map((type) => [type, TYPE_NAMES[type]] as const);
/** Goals and leads have no property. */
const COUNTING_TYPES = TYPES.filter(([type]) => type === "conversion" || type === "count");
const WORTH_TYPES = [["value", "Value per visitor"]] as const;
const ROLES = [
  ["primary", "Primary: decides"],
  ["secondary", "Secondary: explains"],
  ["guardrail", "Guardrail: must not get worse"],
] as const;

/** The types that a metric can change to. */
function typesOf({ type, condition, lead }: Metric) {
  if (!condition && !lead) return TYPES;
  return type === "value" ? WORTH_TYPES : COUNTING_TYPES;
}
const DIRECTIONS = [
  ["increase", "Higher is better"],
  ["decrease", "Lower is better"],
] as const;

/** All fields of a metric. */
export function MetricFields({ metric, index, onChange, onMakeFirst }: MetricFieldsProps) {
  const { name, type, path, property, goal, isGuardrail, condition, lead } = metric;
  const hasNumber = type === "mean" || type === "value";
  const changeType = (next: string) => {
    const chosen = METRIC_TYPES.find((each) => each === next) ?? type;
    onChange({ type: chosen, ...(chosen === "mean" || chosen === "value" ? {} : { property: "" }) });
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
      {condition || lead ? (
        <CountedText metric={metric} />
      ) : (
        <EventField event={metric.event} onChange={(event) => onChange({ event })} />
      )}
      <SelectField
        label="Metric type"
        choices={typesOf(metric)}
        value={type}
        onChange={({ target }) => changeType(target.value)}
      />
      {hasNumber && !condition && !lead && (
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
      {!condition && !lead && (
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
        <SelectField
          label="Role"
          choices={ROLES}
          value={isGuardrail ? "guardrail" : "secondary"}
          onChange={({ target }) => {
            if (target.value === "primary") onMakeFirst();
            else onChange({ isGuardrail: target.value === "guardrail" });
          }}
        />
      )}
    </div>
  );
}

/** The goal as it was when chosen, or the lead outcome. */
function CountedText({ metric }: { metric: Metric }) {
  const { condition, worth } = metric;
  return (
    <div>
      <p className="font-medium">{condition ? "Goal" : "Leads"}</p>
      <p className="wrap-anywhere mt-1.5 min-h-10 py-2">
        {condition ? describeCondition(condition) : capitalize(metricSummary(metric))}
        {worth !== undefined && `, worth ${worth} each`}
      </p>
      <p className="mt-1 text-ink-muted text-xs">
        {condition
          ? "The goal as it was when you added it. Later changes to the goal don't affect results."
          : "Uses the lead's current status and value, which may change after the experiment ends."}
      </p>
    </div>
  );
}

/** The event to count. Suggests the events that the site sends automatically. */
function EventField({ event, onChange }: EventFieldProps) {
  const list = useId();
  return (
    <div>
      <Field
        label="Event"
        list={list}
        maxLength={200}
        placeholder="Page views"
        hint="The event name as sent. Leave empty to count page views."
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
