import clsx from "clsx";

interface RadioSegmentsProps<Value extends string> {
  /** Name of the radio group; one of its own on the page. */
  name: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Takes the whole width in equal parts, in two rows on a phone. */
  isWide?: boolean;
}

/** A segmented control made of radio buttons. Use it in a fieldset with a legend. */
export function RadioSegments<Value extends string>(props: RadioSegmentsProps<Value>) {
  const { name, options, value: chosen, onChange, isWide = false } = props;
  return (
    <div
      className={clsx(
        "rounded-md border border-hairline bg-surface p-1",
        isWide ? "grid grid-cols-2 sm:grid-cols-4" : "inline-flex",
      )}
    >
      {options.map(({ value, label }) => (
        <label key={value} className="relative grid cursor-pointer items-center text-center">
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChange(value)}
            autoComplete="off"
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-sm checked:bg-ink focus-visible:outline-2 focus-visible:outline-accent focus-visible:outline-offset-2"
          />
          <span
            className={clsx(
              "pointer-events-none relative py-2 font-medium text-ink-muted transition-colors peer-checked:text-background",
              isWide ? "px-2 text-sm" : "px-5",
            )}
          >
            {label}
          </span>
        </label>
      ))}
    </div>
  );
}
