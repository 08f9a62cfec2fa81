import type { Json } from "@marquee/contract";
import type { ConnectionField } from "@marquee/contract/schema";
import { Field, LinesField, SelectField, Switch } from "@marquee/ui";
import { formatDay } from "../../shared/format/format.ts";
import type { ConnectionEdit } from "./useConnectionDraft.ts";

/** A field for each setting and secret. The server checks them. */
export function ConnectionFields({ edit }: { edit: ConnectionEdit }) {
  const { edited, secrets, setSecret } = edit;
  const connection = edited.base;
  return connection.fields.map((field) =>
    field.type === "secret" ? (
      <SecretInput
        key={field.name}
        field={field}
        setAt={connection.secrets[field.name] ?? null}
        value={secrets[field.name] ?? ""}
        onChange={(secret) => setSecret(field.name, secret)}
      />
    ) : (
      <SettingInput
        key={`${edited.beginning} ${field.name}`}
        field={field}
        value={edited.draft[field.name] ?? ""}
        onChange={(value) => edited.set({ [field.name]: value })}
      />
    ),
  );
}

interface SettingInputProps {
  field: ConnectionField;
  value: Json;
  onChange: (value: Json) => void;
}

function SettingInput({ field, value, onChange }: SettingInputProps) {
  const { type, label, hint, example, choices } = field;
  if (type === "choice")
    return (
      <SelectField
        label={label}
        hint={hint}
        choices={choices}
        value={String(value)}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  if (type === "switch")
    return (
      <div>
        <Switch label={label} isOn={value === true} onChange={onChange} />
        {hint && <p className="mt-1 text-ink-muted text-xs">{hint}</p>}
      </div>
    );
  if (type === "list")
    return (
      <LinesField
        label={label}
        hint={hint}
        lines={Array.isArray(value) ? value.map(String) : []}
        onChange={onChange}
      />
    );
  const isNumber = type === "number";
  return (
    <Field
      label={label}
      hint={hint}
      placeholder={example}
      inputMode={isNumber ? "numeric" : type === "url" ? "url" : "text"}
      spellCheck={false}
      autoComplete="off"
      value={String(value)}
      onChange={({ target }) =>
        onChange(isNumber && /^\d+$/.test(target.value) ? Number(target.value) : target.value)
      }
    />
  );
}

interface SecretInputProps {
  field: ConnectionField;
  /** When the stored secret was entered, in milliseconds since the epoch; null if there is none. */
  setAt: number | null;
  value: string;
  onChange: (secret: string) => void;
}

function SecretInput({ field: { label, hint, example }, setAt, value, onChange }: SecretInputProps) {
  const stored = setAt === null ? "" : `Set on ${formatDay(setAt)}. Leave empty to keep it.`;
  return (
    <Field
      label={label}
      hint={[stored, hint].filter(Boolean).join(" ")}
      placeholder={setAt === null ? example : "••••••••"}
      type="password"
      autoComplete="new-password"
      spellCheck={false}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
