import { type Choices, Field, SelectField } from "@marquee/ui";
import { useEffect, useRef } from "react";

interface FilterSelectProps {
  label: string;
  /** "" for no selection. */
  value: string;
  /** Label of the empty option. */
  all: string;
  choices: Choices;
  onChange: (value: string) => void;
}

/** A select that filters a list. */
export function FilterSelect({ all, choices, onChange, ...select }: FilterSelectProps) {
  return (
    <SelectField
      {...select}
      size="sm"
      choices={[["", all], ...choices]}
      onChange={({ target }) => onChange(target.value)}
    />
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
    <Field
      ref={input}
      label={label}
      size="sm"
      type="search"
      defaultValue={value}
      placeholder={placeholder}
      spellCheck={false}
      autoComplete="off"
      onChange={() => {
        clearTimeout(timer.current);
        timer.current = setTimeout(apply, REST);
      }}
      // If applied later, it would change the URL that a click has opened.
      onBlur={apply}
    />
  );
}
