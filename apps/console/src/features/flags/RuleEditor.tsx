import { capitalize, ENVIRONMENTS, type FlagDefinition, type FlagRule, shortenText } from "@marquee/contract";
import { Badge, CheckGroup, Field, Switch } from "@marquee/ui";
import { ArrowDown, ArrowUp, ChevronRight, Trash2 } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { ScheduleFields } from "../../shared/form/ScheduleFields.tsx";
import { ValueField } from "../../shared/form/ValueField.tsx";
import { CoverageField } from "../../shared/targeting/CoverageField.tsx";
import { TargetingList } from "../../shared/targeting/TargetingList.tsx";
import { focus } from "../../shared/ui/focus.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { PrerequisiteList } from "./PrerequisiteList.tsx";
import { ruleSummary, valueSummary } from "./ruleSummary.ts";

interface RuleFieldsProps {
  rule: FlagRule;
  flag: Pick<FlagDefinition, "key" | "type">;
  /** Whether it was just added. Its first field then gets the focus. */
  isNew: boolean;
  onChange: (change: Partial<FlagRule>) => void;
}

interface RuleEditorProps {
  rule: FlagRule;
  /** Position in the list, from 1. */
  number: number;
  isLast: boolean;
  isNew: boolean;
  isOpenAtFirst: boolean;
  /** The flag that the rule belongs to. */
  flag: Pick<FlagDefinition, "key" | "type">;
  onChange: (change: Partial<FlagRule>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

const STEPS: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

/** One rule: a summary, and all its fields when open. */
export function RuleEditor(props: RuleEditorProps) {
  const { rule, number, isLast, isNew, isOpenAtFirst, flag, onChange, onMove, onRemove } = props;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!event.altKey || !step) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    <li
      aria-label={`Rule ${number}`}
      onKeyDown={onKeyDown}
      className="min-w-0 rounded-md border border-hairline bg-surface"
    >
      <div className="flex flex-wrap items-center justify-end gap-1 px-2 py-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-9 min-w-0 flex-1 items-center max-sm:basis-full gap-2 rounded-sm px-1 text-left"
        >
          <ChevronRight
            aria-hidden="true"
            className={`size-4 shrink-0 transition-transform ${isOpen ? "rotate-90" : ""}`}
          />
          <span className={`wrap-anywhere min-w-0 ${rule.isOn ? "" : "text-ink-muted"}`}>
            <span className="font-medium">
              {number}. {rule.description || "Unnamed rule"}
            </span>{" "}
            {!rule.isOn && <Badge>Off</Badge>}
            <span className="block text-ink-muted text-xs">
              {capitalize(ruleSummary(rule))} →{" "}
              <span className="text-ink">{shortenText(valueSummary(rule.value), MAX_VALUE_LENGTH)}</span>
            </span>
          </span>
        </button>
        <Switch
          label={`Rule ${number} is on`}
          isLabelHidden
          isOn={rule.isOn}
          onChange={(isOn) => onChange({ isOn })}
        />
        <IconButton
          label={`Move rule ${number} up`}
          Icon={ArrowUp}
          isDisabled={number === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={`Move rule ${number} down`}
          Icon={ArrowDown}
          isDisabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton label={`Remove rule ${number}`} Icon={Trash2} onClick={onRemove} />
      </div>
      {isOpen && <RuleFields rule={rule} flag={flag} isNew={isNew} onChange={onChange} />}
    </li>
  );
}

const MAX_VALUE_LENGTH = 60;

/** All fields of a rule: value, targeting, schedule and environments. */
function RuleFields({ rule, flag, isNew, onChange }: RuleFieldsProps) {
  return (
    <div className="grid gap-6 border-hairline border-t px-3 py-4 sm:px-8">
      <Field
        label="Description"
        ref={isNew ? focus : undefined}
        maxLength={300}
        value={rule.description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <ValueField
        label="Value"
        type={flag.type}
        value={rule.value}
        onChange={(value) => onChange({ value })}
      />
      <TargetingList targeting={rule.targeting} onChange={(targeting) => onChange({ targeting })} />
      <CoverageField coverage={rule.coverage} onChange={(coverage) => onChange({ coverage })} />
      <ScheduleFields from={rule.from} to={rule.to} onChange={onChange} />
      <PrerequisiteList
        prerequisites={rule.prerequisites}
        flagKey={flag.key}
        onChange={(prerequisites) => onChange({ prerequisites })}
      />
      <CheckGroup
        legend="Environments"
        hint="Applies only where the flag is enabled too."
        choices={ENVIRONMENTS.map((name) => [name, name])}
        chosen={rule.environments}
        onChange={(environments) => onChange({ environments })}
      />
    </div>
  );
}
