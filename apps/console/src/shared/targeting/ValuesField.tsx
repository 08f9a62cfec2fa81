import { useState } from "react";
import { Field } from "../Field.tsx";

interface ValuesFieldProps {
  values: readonly string[];
  onChange: (values: string[]) => void;
}

/** Several values in one line. What was typed stays as typed, the comma at its end included. */
export function ValuesField({ values, onChange }: ValuesFieldProps) {
  const [text, setText] = useState(() => values.join(", "));
  return (
    <Field
      label="Values, with commas between"
      required
      value={text}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => {
        setText(target.value);
        onChange(readValues(target.value));
      }}
    />
  );
}

function readValues(text: string): string[] {
  return [...new Set(text.split(",").map((value) => value.trim()))].filter(Boolean);
}
