import type { Json, ValueType } from "@marquee/contract";
import { Field, Switch, TextAreaField } from "@marquee/ui";
import { useState } from "react";
import { changedFields } from "../changes/changedFields.ts";

/** The parsed JSON, or an error message. */
type ParsedJson = { value: Json } | { problem: string };

interface ValueFieldProps {
  label: string;
  type: ValueType;
  value: Json;
  onChange: (value: Json) => void;
}

/** Input for a value of the flag's type. Invalid text stays in the field, shows an error and changes nothing. */
export function ValueField(props: ValueFieldProps) {
  const { label, type, value, onChange } = props;
  if (type === "boolean") {
    return (
      <div>
        <p aria-hidden="true" className="font-medium">
          {label}
        </p>
        <div className="mt-1.5 flex items-center gap-2.5">
          <Switch label={label} isLabelHidden isOn={value === true} onChange={onChange} />
          <span aria-hidden="true">{value === true ? "on" : "off"}</span>
        </div>
      </div>
    );
  }
  if (type === "string") {
    return (
      <TextAreaField
        label={label}
        rows={2}
        value={typeof value === "string" ? value : ""}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return type === "number" ? <NumberField {...props} /> : <JsonField {...props} />;
}

function NumberField({ label, value, onChange }: ValueFieldProps) {
  const [typed, setTyped] = useState(String(value));
  // If the value was changed from outside, the typed text is outdated. An empty field is left alone.
  const text = typed === "" || Number(typed) === value ? typed : String(value);
  return (
    <Field
      label={label}
      type="number"
      step="any"
      required
      value={text}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value !== "" && Number.isFinite(target.valueAsNumber)) onChange(target.valueAsNumber);
      }}
    />
  );
}

const MAX_ROWS = 18;

function JsonField({ label, value, onChange }: ValueFieldProps) {
  const [typed, setTyped] = useState(() => JSON.stringify(value, null, 2));
  const parsed = parseJson(typed);
  // If the value was changed from outside, the typed text is outdated. Invalid JSON is left alone.
  const isOutdated = "value" in parsed && changedFields(parsed.value, value).length > 0;
  const text = isOutdated ? JSON.stringify(value, null, 2) : typed;
  return (
    <TextAreaField
      label={label}
      isCode
      spellCheck={false}
      rows={Math.min(MAX_ROWS, Math.max(3, text.split("\n").length + 1))}
      value={text}
      problem={"problem" in parsed ? parsed.problem : undefined}
      hint="JSON: double quotes around text, no trailing comma."
      onChange={({ target }) => {
        setTyped(target.value);
        const read = parseJson(target.value);
        if ("value" in read) onChange(read.value);
      }}
    />
  );
}

/** Parses JSON. The error message names the line and column, both from 1. */
export function parseJson(text: string): ParsedJson {
  if (text.trim() === "") return { problem: 'Enter a value, such as {"text": "Hello"} or null.' };
  try {
    return { value: JSON.parse(text) as Json };
  } catch (error) {
    return { problem: describe(text, (error as Error).message) };
  }
}

/** Formats a browser's error message. Depending on the browser, it names a position, a line and column, or nothing if the text ends too early. */
function describe(text: string, message: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  const reason = message
    .replace(/^JSON\.parse: /, "")
    .replace(/,? (?:in JSON )?at (?:position|line) .*$/s, "")
    .replace(/, "?\.*".*is not valid JSON$/s, "");
  if (line && column) return `Line ${line}, column ${column}: ${reason}.`;
  if (position) return `${placeOf(text, Number(position))}: ${reason}.`;
  if (/end of/.test(message))
    return `${placeOf(text, text.trimEnd().length)}: unexpected end. Close all brackets and quotes.`;
  return `${reason}.`;
}

function placeOf(text: string, position: number): string {
  const lines = text.slice(0, position).split("\n");
  return `Line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}
