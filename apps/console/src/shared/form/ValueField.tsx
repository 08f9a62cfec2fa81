import type { Json, ValueType } from "@marquee/contract";
import { useState } from "react";
import { changedFields } from "../changes/changedFields.ts";
import { Field } from "./Field.tsx";
import { parseJson } from "./parseJson.ts";
import { Switch } from "./Switch.tsx";
import { TextAreaField } from "./TextAreaField.tsx";

interface ValueFieldProps {
  label: string;
  type: ValueType;
  value: Json;
  onChange: (value: Json) => void;
}

/** A value of a flag's type. What is no such value stays in the field, is told in words, and changes nothing. */
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
  const [text, setText] = useState(String(value));
  // Another value has come here; what is no number yet stays.
  if (text !== "" && Number(text) !== value) setText(String(value));
  return (
    <Field
      label={label}
      type="number"
      step="any"
      required
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        if (target.value !== "" && Number.isFinite(target.valueAsNumber)) onChange(target.valueAsNumber);
      }}
    />
  );
}

const MOST_ROWS = 18;

function JsonField({ label, value, onChange }: ValueFieldProps) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const parsed = parseJson(text);
  // Another value has come here; what is no JSON yet stays.
  if ("value" in parsed && changedFields(parsed.value, value).length > 0) {
    setText(JSON.stringify(value, null, 2));
  }
  return (
    <TextAreaField
      label={label}
      isCode
      spellCheck={false}
      rows={Math.min(MOST_ROWS, Math.max(3, text.split("\n").length + 1))}
      value={text}
      problem={"problem" in parsed ? parsed.problem : undefined}
      hint="JSON: text in double quotes, no comma after the last entry."
      onChange={({ target }) => {
        setText(target.value);
        const read = parseJson(target.value);
        if ("value" in read) onChange(read.value);
      }}
    />
  );
}
