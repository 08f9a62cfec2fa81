import { Field } from "@marquee/ui";
import { useState } from "react";

interface PercentFieldProps {
  label: string;
  hint: string;
  value: number;
  onChange: (value: number) => void;
}

/** A percentage of sessions. Invalid text stays in the field and blocks submission. */
export function PercentField({ label, hint, value, onChange }: PercentFieldProps) {
  const [text, setText] = useState(() => String(value));
  return (
    <Field
      label={`${label}, percent`}
      hint={hint}
      problem={isPercent(text) ? "" : "Enter a number from 0 to 100."}
      inputMode="decimal"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        if (isPercent(target.value)) onChange(Number(target.value));
      }}
    />
  );
}

function isPercent(text: string): boolean {
  const value = Number(text);
  return text.trim() !== "" && value >= 0 && value <= 100;
}
