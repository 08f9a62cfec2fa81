import { useState } from "react";
import { TextAreaField } from "./TextAreaField.tsx";

interface LinesFieldProps {
  label: string;
  hint: string;
  lines: readonly string[];
  problem?: string | undefined;
  isProblemShown?: boolean;
  onChange: (lines: string[]) => void;
}

/** Texts, one a line. What was typed stays as typed, the empty line at its end included. */
export function LinesField({ lines, onChange, ...field }: LinesFieldProps) {
  const [text, setText] = useState(() => lines.join("\n"));
  return (
    <TextAreaField
      {...field}
      rows={4}
      spellCheck={false}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(target.value.split("\n").flatMap((line) => line.trim() || []));
      }}
    />
  );
}
