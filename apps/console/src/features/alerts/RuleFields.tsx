import {
  ALERT_WINDOWS,
  type AlertDefinition,
  type AlertRule,
  type AlertWindow,
  MAX_ALERT_LIMIT,
  MAX_ALERT_PERCENT,
  ruleOf,
  windowOf,
} from "@marquee/contract/schema";
import { Field, SelectField } from "@marquee/ui";
import { useState } from "react";
import { isRate, WINDOW_NAMES } from "./alertTexts.ts";

interface RuleFieldsProps {
  alert: AlertDefinition;
  onChange: (change: Pick<AlertDefinition, "windowDays" | "rule">) => void;
}

const WINDOWS = ALERT_WINDOWS.map((days) => [String(days), WINDOW_NAMES[days]] as const);
const RULES = {
  unusual: "It is unusual",
  below: "It is below a number",
  above: "It is above a number",
  change: "It changes by a percentage",
} as const;
type RuleName = keyof typeof RULES;

const nameOf = (rule: AlertRule): RuleName => (rule.type === "threshold" ? rule.side : rule.type);
const numberOf = (rule: AlertRule): number | null =>
  rule.type === "threshold" ? rule.limit : rule.type === "change" ? rule.percent : null;

/** Initial value of the threshold: a small count, or a moderate change. */
const FIRST_LIMIT = 10;
const FIRST_PERCENT = 30;

function ruleFor(name: RuleName, number: number | null): AlertRule {
  if (name === "unusual") return { type: "unusual" };
  if (name === "change") return { type: "change", percent: number ?? FIRST_PERCENT };
  return { type: "threshold", side: name, limit: number ?? FIRST_LIMIT };
}

/** The window in which something is counted, and when the count raises an alarm. */
export function RuleFields({ alert, onChange }: RuleFieldsProps) {
  const rule = ruleOf(alert);
  const name = nameOf(rule);
  const isPercent = rule.type === "change" || isRate(alert.kind);
  // An empty field is not a number, so the form asks for one.
  const [text, setText] = useState(String(numberOf(rule) ?? ""));
  const choose = (next: RuleName) => {
    const isSameUnit = (next === "change") === (name === "change");
    const chosen = ruleFor(next, isSameUnit ? numberOf(rule) : null);
    setText(String(numberOf(chosen) ?? ""));
    onChange({ rule: chosen });
  };
  const enter = (typed: string) => {
    setText(typed);
    if (typed.trim() !== "" && Number.isFinite(Number(typed)))
      onChange({ rule: ruleFor(name, Number(typed)) });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Counted over"
        value={String(windowOf(alert))}
        choices={WINDOWS}
        onChange={({ target }) => onChange({ windowDays: Number(target.value) as AlertWindow })}
      />
      <SelectField
        label="Open an alarm when"
        value={name}
        choices={Object.entries(RULES)}
        onChange={({ target }) => choose(target.value as RuleName)}
      />
      {rule.type !== "unusual" && (
        <Field
          label={rule.type === "change" ? "More than (%)" : `Number${isPercent ? " (%)" : ""}`}
          type="number"
          required
          min={rule.type === "change" ? 1 : 0}
          max={rule.type === "change" ? MAX_ALERT_PERCENT : isPercent ? 100 : MAX_ALERT_LIMIT}
          step={isPercent ? "any" : 1}
          value={text}
          onChange={({ target }) => enter(target.value)}
        />
      )}
    </div>
  );
}
