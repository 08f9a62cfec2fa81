import clsx from "clsx";
import { type ComponentProps, useState } from "react";
import { BOX, type Checked, useValidity } from "./controlStyles.ts";
import { Labelled, type LabelProps } from "./Labelled.tsx";

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "ref"> {
  isCode?: boolean | undefined;
}

/** Several lines of text, without a label. */
export function TextArea(props: TextAreaProps & Checked<HTMLTextAreaElement>) {
  const { isCode, className, problem, ref, ...area } = props;
  return (
    <textarea
      ref={useValidity({ problem, ref })}
      className={clsx(
        BOX,
        "block w-full px-3 py-2",
        isCode && "font-mono text-xs leading-relaxed",
        className,
      )}
      {...area}
    />
  );
}

interface TextAreaFieldProps extends Omit<TextAreaProps, "id">, LabelProps {
  /** Whether the error is visible yet. */
  isProblemShown?: boolean;
}

/** Several lines of text, with their label. An error takes the place of the hint. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, problem = "", isProblemShown = true, ...area } = props;
  const isTold = problem !== "" && isProblemShown;
  return (
    <Labelled label={label} hint={isTold ? undefined : hint} problem={isTold ? problem : ""}>
      {(names) => <TextArea {...names} problem={problem} {...area} />}
    </Labelled>
  );
}

interface LinesFieldProps {
  label: string;
  hint: string;
  lines: readonly string[];
  problem?: string | undefined;
  isProblemShown?: boolean;
  onChange: (lines: string[]) => void;
}

/** A list of texts, one per line. The typed text is kept unchanged, including a trailing empty line, until the list changes. */
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
