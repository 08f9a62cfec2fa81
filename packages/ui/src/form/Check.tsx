import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import type { Choices } from "./SelectField.tsx";

interface CheckProps extends Omit<ComponentProps<"input">, "type" | "onChange" | "children" | "className"> {
  label: ReactNode;
  hint?: ReactNode;
  onChange?: (isChecked: boolean) => void;
}

/** A checkbox with its label. */
export function Check({ label, hint, onChange, ...input }: CheckProps) {
  return (
    <label
      className={clsx("flex gap-2.5 has-disabled:opacity-60", hint ? "items-start" : "min-h-9 items-center")}
    >
      <input
        type="checkbox"
        onChange={({ target }) => onChange?.(target.checked)}
        className={clsx("size-4 shrink-0 accent-accent", hint && "mt-0.5")}
        {...input}
      />
      <span className="min-w-0">
        {label}
        {hint && <span className="block text-ink-muted text-xs">{hint}</span>}
      </span>
    </label>
  );
}

interface CheckGroupProps<Value extends string> {
  legend: ReactNode;
  hint?: ReactNode;
  choices: Choices<Value>;
  chosen: readonly Value[];
  /** Gets the chosen values in the order of `choices`, so that toggling twice changes nothing. */
  onChange: (chosen: Value[]) => void;
}

/** Checkboxes for a set of values. */
export function CheckGroup<Value extends string>(props: CheckGroupProps<Value>) {
  const { legend, hint, choices, chosen, onChange } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={hint ? id : undefined}>
      <legend className="font-medium">{legend}</legend>
      <div className="mt-1 flex flex-wrap gap-x-6">
        {choices.map(([value, name]) => (
          <Check
            key={value}
            label={name}
            checked={chosen.includes(value)}
            onChange={(isChecked) =>
              onChange(
                choices.flatMap(([each]) =>
                  (each === value ? isChecked : chosen.includes(each)) ? [each] : [],
                ),
              )
            }
          />
        ))}
      </div>
      {hint && (
        <p id={id} className="text-ink-muted text-xs">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
