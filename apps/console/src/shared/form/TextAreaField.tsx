import { type ComponentProps, useId, useState } from "react";

interface LinesFieldProps {
  label: string;
  hint: string;
  lines: readonly string[];
  problem?: string | undefined;
  isProblemShown?: boolean;
  onChange: (lines: string[]) => void;
}

interface TextAreaFieldProps extends Omit<ComponentProps<"textarea">, "id"> {
  label: string;
  hint?: string;
  /** Error below the field. It blocks submission. */
  problem?: string | undefined;
  /** Whether the error is visible yet. */
  isProblemShown?: boolean;
  isCode?: boolean;
}

/** A multi-line text input. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, problem, isProblemShown = true, isCode, ...area } = props;
  const id = useId();
  const isTold = problem !== undefined && isProblemShown;
  const about = isTold ? `${id}-problem` : hint ? `${id}-hint` : undefined;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      <textarea
        id={id}
        ref={(element) => element?.setCustomValidity(problem ?? "")}
        aria-describedby={about}
        aria-invalid={isTold || undefined}
        className={`mt-1.5 block w-full rounded-sm border border-control bg-surface px-3 py-2 aria-[invalid]:border-clay disabled:opacity-60 ${isCode ? "font-mono text-xs leading-relaxed" : ""}`}
        {...area}
      />
      {isTold ? (
        <p id={`${id}-problem`} role="status" className="mt-1 text-clay text-xs">
          {problem}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="mt-1 text-ink-muted text-xs">
            {hint}
          </p>
        )
      )}
    </div>
  );
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
