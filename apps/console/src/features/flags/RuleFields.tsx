import type { FlagDefinition, FlagRule } from "@marquee/contract";
import { Field } from "../../shared/form/Field.tsx";
import { ScheduleFields } from "../../shared/form/ScheduleFields.tsx";
import { ValueField } from "../../shared/form/ValueField.tsx";
import { CoverageField } from "../../shared/targeting/CoverageField.tsx";
import { TargetingList } from "../../shared/targeting/TargetingList.tsx";
import { focus } from "../../shared/ui/focus.ts";
import { EnvironmentsField } from "./EnvironmentsField.tsx";
import { PrerequisiteList } from "./PrerequisiteList.tsx";

interface RuleFieldsProps {
  rule: FlagRule;
  flag: Pick<FlagDefinition, "key" | "type">;
  /** It was added just now, so the keyboard goes on in it. */
  isNew: boolean;
  onChange: (change: Partial<FlagRule>) => void;
}

/** Everything of a rule: what it answers, then to whom, then when and where. */
export function RuleFields({ rule, flag, isNew, onChange }: RuleFieldsProps) {
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
      <EnvironmentsField
        label="Where this rule counts"
        hint="Only where the flag itself counts, too."
        environments={rule.environments}
        onChange={(environments) => onChange({ environments })}
      />
    </div>
  );
}
