import { useId } from "react";

interface FilterSelectProps {
  label: string;
  /** Empty for no choice. */
  value: string;
  /** Label of the empty option. */
  all: string;
  choices: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}

/** One choice of a few that narrows a list. */
export function FilterSelect({ label, value, all, choices, onChange }: FilterSelectProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block text-ink-muted text-xs">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="mt-1 h-9 w-full rounded-sm border border-control bg-surface px-2"
      >
        <option value="">{all}</option>
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
