import { Input } from "@marquee/ui";
import { type ComponentProps, useId } from "react";
import type { InputAttributes } from "./inputAttributes.ts";

interface SuggestingInputProps {
  common: InputAttributes;
  className: string;
  inputMode?: ComponentProps<"input">["inputMode"];
  value: string;
  /** Values with their names. */
  suggestions: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}

/** A line of text, for which the browser suggests values. */
export function SuggestingInput({ common, suggestions, onChange, ...input }: SuggestingInputProps) {
  const list = useId();
  return (
    <>
      <Input
        {...common}
        {...input}
        list={list}
        autoComplete="off"
        autoCapitalize={input.inputMode === "url" ? "none" : undefined}
        spellCheck={input.inputMode !== "url"}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {suggestions.map(([value, name]) => (
          <option key={value} value={value}>
            {name === value ? undefined : name}
          </option>
        ))}
      </datalist>
    </>
  );
}
