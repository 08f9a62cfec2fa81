import type { TargetingAttribute } from "@marquee/contract";
import { useState } from "react";
import { Field } from "../Field.tsx";
import { normalizeValue, valuesProblem } from "./targetingProblem.ts";

interface ValuesFieldProps {
  /** Of what they are values. */
  attribute: TargetingAttribute;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

/** Several values in one line. What was typed stays as typed, the comma at its end included. */
export function ValuesField({ attribute, values, onChange }: ValuesFieldProps) {
  const [text, setText] = useState(() => values.join(", "));
  // Another condition has moved here.
  if (readValues(attribute, text).join() !== values.join()) setText(values.join(", "));
  return (
    <div className="min-w-0 flex-1">
      <Field
        label="Values"
        placeholder="Commas between"
        required
        value={text}
        problem={valuesProblem({ attribute, values })}
        autoComplete="off"
        spellCheck={false}
        onBlur={() => setText(values.join(", "))}
        onChange={({ target }) => {
          setText(target.value);
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
