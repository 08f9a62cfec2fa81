import { useEffect, useId, useRef } from "react";

interface FilterSelectProps {
  label: string;
  /** "" for no selection. */
  value: string;
  /** Label of the empty option. */
  all: string;
  choices: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}

/** A select that filters a list. */
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

interface FilterTextProps {
  label: string;
  value: string;
  placeholder?: string;
  /** Called with the text after a typing pause, or once the field is left. */
  onChange: (value: string) => void;
}

const REST = 350;

/** A text field that filters a list. */
export function FilterText({ label, value, placeholder, onChange }: FilterTextProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The URL's value applies unless the field has the focus.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const apply = () => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    onChange(input.current?.value.trim() ?? "");
  };

  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block text-ink-muted text-xs">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        defaultValue={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(apply, REST);
        }}
        // Later, it would change an address that a click has led to.
        onBlur={apply}
        className="mt-1 h-9 w-full rounded-sm border border-control bg-surface px-2.5 placeholder:text-ink-muted"
      />
    </div>
  );
}
