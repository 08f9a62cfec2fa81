import { useState } from "react";
import { Field } from "../Field.tsx";

interface ValuesFieldProps {
  values: readonly string[];
  onChange: (values: string[]) => void;
}

/** Several values in one line. What was typed stays as typed, the comma at its end included. */
export function ValuesField({ values, onChange }: ValuesFieldProps) {
  const [text, setText] = useState(() => values.join(", "));
  // Another condition has moved here.
  if (readValues(text).join() !== values.join()) setText(values.join(", "));
  return (
    <div className="min-w-0 flex-1">
      <Field
        label="Values"
        placeholder="Commas between"
        required
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setText(target.value);
          onChange(readValues(target.value));
        }}
      />
    </div>
  );
}

function readValues(text: string): string[] {
  return [...new Set(text.split(",").map((value) => value.trim()))].filter(Boolean);
}
