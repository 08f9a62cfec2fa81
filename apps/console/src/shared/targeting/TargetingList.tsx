import {
  isBooleanAttribute,
  TARGETING_ATTRIBUTES,
  TARGETING_OPERATORS,
  type TargetingAttribute,
  type TargetingCondition,
} from "@marquee/contract";
import { Button, Field, SelectField } from "@marquee/ui";
import { Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { IconButton } from "../ui/IconButton.tsx";
import {
  attributeHint,
  attributeLabel,
  expectedBoolean,
  normalizeValue,
  OPERATOR_NAMES,
  valuesProblem,
} from "./targetingTexts.ts";

interface ValuesFieldProps {
  /** The attribute that the values belong to. */
  attribute: TargetingAttribute;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

interface TargetingListProps {
  targeting: readonly TargetingCondition[];
  onChange: (targeting: TargetingCondition[]) => void;
}

const ATTRIBUTES = TARGETING_ATTRIBUTES.map((name) => [name, attributeLabel(name)] as const);
const OPERATORS = TARGETING_OPERATORS.map((name) => [name, OPERATOR_NAMES[name]] as const);
const FIRST: TargetingCondition = { attribute: "country", operator: "in", values: [] };

/** Conditions on a visitor. All of them must match. */
export function TargetingList({ targeting, onChange }: TargetingListProps) {
  const add = useRef<HTMLButtonElement>(null);
  const remove = (index: number) => {
    onChange(targeting.toSpliced(index, 1));
    add.current?.focus();
  };
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">Targeting</legend>
      <p className="text-ink-muted text-xs">
        {targeting.length === 0
          ? "Everyone."
          : "All must match. Unknown values match nothing, and without consent every value is unknown."}
      </p>
      <div className="mt-2 grid gap-3">
        {targeting.map((clause, index) => (
          <Clause
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no ID.
            key={index}
            clause={clause}
            number={index + 1}
            onChange={(change) => onChange(targeting.with(index, { ...clause, ...change }))}
            onRemove={() => remove(index)}
          />
        ))}
      </div>
      <Button
        variant="tertiary"
        size="sm"
        ref={add}
        className="-ml-3.5"
        onClick={() => onChange([...targeting, FIRST])}
      >
        <Plus aria-hidden="true" className="size-4" />
        Add condition
      </Button>
    </fieldset>
  );
}

interface ClauseProps {
  clause: TargetingCondition;
  number: number;
  onChange: (change: Partial<TargetingCondition>) => void;
  onRemove: () => void;
}

const YES_NO = [
  ["true", "Yes"],
  ["false", "No"],
] as const;

function Clause({ clause, number, onChange, onRemove }: ClauseProps) {
  const { attribute, operator, values } = clause;
  const name = <Name extends string>(names: readonly (readonly [Name, string])[], value: string) =>
    names.find(([each]) => each === value)?.[0];
  const setAttribute = (next: TargetingAttribute) => {
    if (isBooleanAttribute(next)) onChange({ attribute: next, operator: "in", values: ["true"] });
    else if (isBooleanAttribute(attribute)) onChange({ attribute: next, values: [] });
    else onChange({ attribute: next, values: values.map((value) => normalizeValue(next, value)) });
  };
  const remove = (
    <div className="pt-6.5">
      <IconButton label={`Remove condition ${number}`} Icon={Trash2} onClick={onRemove} />
    </div>
  );
  return (
    <div className="grid grid-cols-2 items-start gap-x-2 gap-y-1 sm:grid-cols-[13rem_9rem_1fr]">
      <SelectField
        label={`Attribute ${number}`}
        choices={ATTRIBUTES}
        value={attribute}
        onChange={({ target }) => setAttribute(name(ATTRIBUTES, target.value) ?? attribute)}
      />
      {isBooleanAttribute(attribute) ? (
        <div className="flex items-start gap-2 sm:col-span-2">
          <div className="min-w-0 flex-1">
            <SelectField
              label="Value"
              choices={YES_NO}
              value={String(expectedBoolean(clause))}
              onChange={({ target }) => onChange({ operator: "in", values: [target.value] })}
            />
          </div>
          {remove}
        </div>
      ) : (
        <>
          <SelectField
            label="Operator"
            choices={OPERATORS}
            value={operator}
            onChange={({ target }) => onChange({ operator: name(OPERATORS, target.value) ?? operator })}
          />
          <div className="flex items-start gap-2 max-sm:col-span-2">
            <ValuesField
              attribute={attribute}
              values={values}
              onChange={(nextValues) => onChange({ values: nextValues })}
            />
            {remove}
          </div>
        </>
      )}
      <p className="col-span-full text-ink-muted text-xs">{attributeHint(attribute)}</p>
    </div>
  );
}

/** Comma-separated values. The typed text stays as it is, including a trailing comma. */
function ValuesField({ attribute, values, onChange }: ValuesFieldProps) {
  const [typed, setTyped] = useState(() => values.join(", "));
  // If the values differ, another condition has moved to this position.
  const isTyped = readValues(attribute, typed).join() === values.join();
  return (
    <div className="min-w-0 flex-1">
      <Field
        label="Values"
        placeholder="Comma-separated"
        required
        value={isTyped ? typed : values.join(", ")}
        problem={valuesProblem({ attribute, values })}
        autoComplete="off"
        spellCheck={false}
        onBlur={() => setTyped(values.join(", "))}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(readValues(attribute, target.value));
        }}
      />
    </div>
  );
}

function readValues(attribute: TargetingAttribute, text: string): string[] {
  const values = text.split(",").map((value) => normalizeValue(attribute, value.trim()));
  return [...new Set(values)].filter(Boolean);
}
