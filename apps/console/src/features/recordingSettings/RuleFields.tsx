import { formatCounted, type RecordingRule, ruleId, TARGETING_LIFETIME } from "@marquee/contract";
import { Button, Field, SelectField } from "@marquee/ui";
import { useRoute } from "../../shared/api/useRoute.ts";
import { formatPrecise } from "../../shared/format/format.ts";
import type { RecordingFieldsProps } from "./PrivacyFields.tsx";
import { RemovableRow } from "./RemovableRow.tsx";

interface RuleListProps extends RecordingFieldsProps {
  title: string;
  hint: string;
  action: string;
  /** Whether it lists the temporary rules or the others. */
  isTemporary: boolean;
  /** Number of sessions that each rule recorded in the last two days, by rule ID; undefined until loaded. */
  sessions: ReadonlyMap<string, number> | undefined;
}

interface RuleRowProps {
  rule: RecordingRule;
  onChange: (rule: RecordingRule) => void;
}

const KINDS: readonly (readonly [RecordingRule["kind"], string])[] = [
  ["address", "A page is visited"],
  ["source", "A visit comes from a source"],
  ["event", "An event is tracked"],
  ["flag", "A flag has a value"],
  ["property", "An event has a property"],
];

const EMPTY: Record<RecordingRule["kind"], RecordingRule> = {
  address: { kind: "address", pattern: "" },
  event: { kind: "event", name: "" },
  flag: { kind: "flag", key: "", value: "" },
  property: { kind: "property", name: "", value: "" },
  source: { kind: "source", source: "" },
};

/**
 * Rules for recording sessions outside the sample: temporary ones, which record a few visits on demand, and permanent ones.
 */
export function RuleFields(props: RecordingFieldsProps) {
  const { data } = useRoute("GET /recording/matches");
  const sessions = data && new Map(data.matches.map((match) => [match.rule, match.sessions]));
  return (
    <>
      <RuleList
        {...props}
        title="Record the next visits"
        hint="Visits that match are recorded for two days from when you save; then the rule expires."
        action="Record next visits"
        isTemporary
        sessions={sessions}
      />
      <RuleList
        {...props}
        title="Recording rules"
        hint="A session outside the sample is recorded from the moment any rule matches, along with the visitor's sessions of the next two days."
        action="Add rule"
        isTemporary={false}
        sessions={sessions}
      />
    </>
  );
}

function RuleList({ settings: { rules }, onChange, sessions, isTemporary, ...words }: RuleListProps) {
  const add = () => {
    const until = isTemporary ? { until: Date.now() + TARGETING_LIFETIME } : {};
    onChange({ rules: [...rules, { ...EMPTY.address, ...until }] });
  };
  return (
    <section className="grid gap-3 border-hairline border-t pt-5">
      <h2 className="font-semibold">{words.title}</h2>
      <p className="text-ink-muted text-xs">{words.hint} Only visitors who consented are recorded.</p>
      <ol className="grid gap-3">
        {rules.map(
          (rule, index) =>
            (rule.until !== undefined) === isTemporary && (
              <RemovableRow
                // biome-ignore lint/suspicious/noArrayIndexKey: rules have no ID, and their fields have no state.
                key={index}
                label="Remove rule"
                onRemove={() => onChange({ rules: rules.toSpliced(index, 1) })}
                note={sessions && matchesText(rule, sessions)}
              >
                <RuleRow
                  rule={rule}
                  onChange={(changed) => onChange({ rules: rules.with(index, changed) })}
                />
              </RemovableRow>
            ),
        )}
      </ol>
      <div>
        <Button variant="secondary" size="sm" onClick={add}>
          {words.action}
        </Button>
      </div>
    </section>
  );
}

/** How often a rule matched, and when it expires. */
function matchesText(rule: RecordingRule, sessions: ReadonlyMap<string, number>): string {
  const matched = `${formatCounted(sessions.get(ruleId(rule)) ?? 0, "session")} recorded in the last two days.`;
  return rule.until === undefined ? matched : `${matched} Expires ${formatPrecise(rule.until)}.`;
}

/** One rule: its kind and its values. */
function RuleRow({ rule, onChange }: RuleRowProps) {
  const { until } = rule;
  return (
    <>
      <SelectField
        label="When"
        choices={KINDS}
        value={rule.kind}
        onChange={({ target }) => {
          const kind = KINDS.find(([name]) => name === target.value)?.[0];
          if (kind) onChange({ ...EMPTY[kind], ...(until !== undefined && { until }) });
        }}
      />
      {fieldsOf(rule).map(([name, label, value]) => (
        <Field
          key={`${rule.kind} ${name}`}
          label={label}
          required
          maxLength={200}
          pattern={name === "pattern" ? "[/*].*" : undefined}
          title={name === "pattern" ? "A path such as /pricing or /lp/*" : undefined}
          value={value}
          onChange={({ target }) => onChange({ ...rule, [name]: target.value })}
        />
      ))}
    </>
  );
}

function fieldsOf(rule: RecordingRule): (readonly [name: string, label: string, value: string])[] {
  switch (rule.kind) {
    case "address":
      return [["pattern", "Path (* matches anything)", rule.pattern]];
    case "event":
      return [["name", "Event", rule.name]];
    case "flag":
      return [
        ["key", "Flag", rule.key],
        ["value", "Value (JSON)", rule.value],
      ];
    case "source":
      return [["source", "Source, such as google or newsletter", rule.source]];
    case "property":
      return [
        ["name", "Property", rule.name],
        ["value", "Value", rule.value],
      ];
  }
}
