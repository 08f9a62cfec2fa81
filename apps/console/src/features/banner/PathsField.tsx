import { useState } from "react";
import { TextAreaField } from "../../shared/form/TextAreaField.tsx";

interface PathsFieldProps {
  label: string;
  hint: string;
  paths: readonly string[];
  problem: string | undefined;
  isShown: boolean;
  onChange: (paths: string[]) => void;
}

/** Paths, one a line. What was typed stays as typed, the empty line at its end included. */
export function PathsField({ label, hint, paths, problem, isShown, onChange }: PathsFieldProps) {
  const [text, setText] = useState(() => paths.join("\n"));
  return (
    <TextAreaField
      label={label}
      rows={4}
      spellCheck={false}
      value={text}
      hint={hint}
      problem={problem}
      isProblemShown={isShown}
      onChange={({ target }) => {
        setText(target.value);
        onChange(target.value.split("\n").flatMap((line) => line.trim() || []));
      }}
    />
  );
}
