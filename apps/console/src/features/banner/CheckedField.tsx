import { useId } from "react";

interface CheckedFieldProps {
  label: string;
  value: string;
  maxLength: number;
  placeholder?: string;
  /** What is wrong; keeps the form from being sent. */
  problem: string | undefined;
  /** Whether that is told already. */
  isShown: boolean;
  onChange: (value: string) => void;
}

/** A line of text, and what is wrong with it in words. */
export function CheckedField(props: CheckedFieldProps) {
  const { label, value, maxLength, placeholder, problem, isShown, onChange } = props;
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      <input
        id={id}
        ref={(element) => element?.setCustomValidity(problem ?? "")}
        value={value}
        maxLength={maxLength}
        placeholder={placeholder}
        autoComplete="off"
        aria-invalid={isShown || undefined}
        aria-describedby={isShown ? `${id}-problem` : undefined}
        onChange={({ target }) => onChange(target.value)}
        className="mt-1.5 h-10 w-full rounded-sm border border-control bg-surface px-3 placeholder:text-ink-muted disabled:opacity-60 aria-[invalid]:border-clay"
      />
      {isShown && (
        <p id={`${id}-problem`} className="mt-1 text-clay text-xs">
          {problem}
        </p>
      )}
    </div>
  );
}
