import { useState } from "react";
import { TextAreaField } from "./Field.tsx";

interface LinesFieldProps {
  label: string;
  hint: string;
  lines: readonly string[];
  problem?: string | undefined;
  isProblemShown?: boolean;
  onChange: (lines: string[]) => void;
}

/** A list of texts, one per line. The typed text stays as it is, including a trailing empty line, until the list is another one. */
export function LinesField({ lines, onChange, ...field }: LinesFieldProps) {
  const [typed, setTyped] = useState(() => lines.join("\n"));
  const isTyped = linesOf(typed).join("\n") === lines.join("\n");
  return (
    <TextAreaField
      {...field}
      rows={4}
      spellCheck={false}
      value={isTyped ? typed : lines.join("\n")}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(linesOf(target.value));
      }}
    />
  );
}

function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}
