import { type ComponentProps, useId } from "react";

interface SelectFieldProps extends Omit<ComponentProps<"select">, "id" | "children"> {
  label: string;
  hint?: string;
  choices: readonly (readonly [value: string, name: string])[];
}

export function SelectField({ label, hint, choices, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      <select
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-1.5 h-10 w-full rounded-sm border border-control bg-surface px-2.5 disabled:opacity-60"
        {...select}
      >
        {choices.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-ink-muted text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}
