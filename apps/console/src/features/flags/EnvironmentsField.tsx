import { ENVIRONMENTS, type Environment } from "@marquee/contract";

interface EnvironmentsFieldProps {
  label: string;
  hint: string;
  environments: readonly Environment[];
  onChange: (environments: Environment[]) => void;
}

/** Checkboxes for the environments. The result keeps a fixed order, so toggling twice is no change. */
export function EnvironmentsField({ label, hint, environments, onChange }: EnvironmentsFieldProps) {
  const toggle = (name: Environment) =>
    onChange(ENVIRONMENTS.filter((each) => (each === name) !== environments.includes(each)));
  return (
    <fieldset>
      <legend className="font-medium">{label}</legend>
      <div className="mt-1 flex flex-wrap gap-x-6">
        {ENVIRONMENTS.map((name) => (
          <label key={name} className="flex min-h-9 items-center gap-2.5">
            <input
              type="checkbox"
              checked={environments.includes(name)}
              onChange={() => toggle(name)}
              className="size-4 accent-[var(--accent)]"
            />
            {name}
          </label>
        ))}
      </div>
      <p className="text-ink-muted text-xs">{hint}</p>
    </fieldset>
  );
}
