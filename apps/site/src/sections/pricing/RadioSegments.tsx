import clsx from "clsx";

interface RadioSegmentsProps<Value extends string> {
  /** Name of the radio group; one of its own on the page. */
  name: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** One of a few, side by side: radio buttons that look like one switch. Stands in a fieldset that names it. */
export function RadioSegments<Value extends string>(props: RadioSegmentsProps<Value>) {
  const { name, options, value: chosen, onChange, className } = props;
  return (
    <div className={clsx("rounded-md border border-hairline bg-surface p-1", className ?? "inline-flex")}>
      {options.map(({ value, label }) => (
        <label key={value} className="relative cursor-pointer text-center">
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChange(value)}
            autoComplete="off"
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-sm checked:bg-ink focus-visible:outline-2 focus-visible:outline-accent focus-visible:outline-offset-2"
          />
          <span className="pointer-events-none relative block px-5 py-2 font-medium text-ink-muted transition-colors peer-checked:text-background">
            {label}
          </span>
        </label>
      ))}
    </div>
  );
}
