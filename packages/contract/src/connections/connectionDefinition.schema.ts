import Type, { type Static, type TObject, type TProperties, type TSchema } from "typebox";
import type { ConsentGroup } from "../consent/consent.ts";
import type { PolicySources } from "./policySources.ts";

/** A tool that an owner can connect in the console. Each kind has one file next to this one. */
export interface ConnectionDefinition<
  Settings extends TProperties = TProperties,
  Secrets extends TProperties = TProperties,
> {
  title: string;
  /** Purpose of the tool, as one sentence. */
  purpose: string;
  /** The data sent and its recipients, one sentence each. */
  dataFlow: readonly string[];
  /** The group that a visitor must have granted before their browser loads the tool or their data is sent; null if it needs none. */
  consent: ConsentGroup | null;
  /** Settings without secrets. The form in the console is built from this schema: see {@link FieldOptions}. */
  settings: TObject<Settings>;
  /** Secrets: text that is stored encrypted and never sent to the console. */
  secrets: TObject<Secrets>;
  /** Settings that decide where the secrets are sent. A change of one requires entering the secrets again. */
  destination?: readonly (keyof Settings & string)[];
  /** Why individually valid settings don't work together, as a sentence; null if they do. */
  problem?(settings: Static<TObject<Settings>>): string | null;
  /** The company that gets data of visitors, for the consent dialog. */
  recipient?(settings: Static<TObject<Settings>>): string;
  /**
   * Whether its code runs in documents of the site, where it has the same access as the site's own scripts.
   */
  runsScripts?: true;
  /** Sources that the Content-Security-Policy of documents allows while it is connected. None if missing. */
  sources?(settings: Static<TObject<Settings>>): PolicySources;
}

/** Options of a field's schema. `default` is the initial value of an empty form. */
interface FieldOptions {
  /** Label. */
  title: string;
  /** Hint below the field. */
  description?: string;
  /** Error message with the expected input: a sentence. */
  problem: string;
  /** Placeholder. */
  example?: string;
}

const MAX_TEXT = 500;

/** A line of text. @param pattern an unanchored regular expression for the whole value; it may allow an empty one. */
export const TextField = ({ pattern, ...options }: FieldOptions & { pattern: string; default?: string }) =>
  Type.String({ default: "", maxLength: MAX_TEXT, ...options, pattern: `^(?:${pattern})$` });

/** A URL over https (over http for addresses in the own network, if they are allowed). The server normalizes it. */
export const UrlField = (options: FieldOptions & { default?: string; isOptional?: boolean }) =>
  Type.String({
    default: "",
    ...options,
    minLength: options.isOptional ? 0 : 1,
    maxLength: 2000,
    isUrl: true,
  });

/** Several lines of text. @param pattern for each line. */
export const ListField = ({
  pattern,
  ...options
}: FieldOptions & { pattern: string; minItems?: number; maxItems: number }) =>
  Type.Array(Type.String({ maxLength: MAX_TEXT, pattern: `^(?:${pattern})$` }), {
    default: [],
    uniqueItems: true,
    ...options,
  });

/** One of several values. @param labels by value. The first is the default. */
export const ChoiceField = <Value extends string>(labels: Record<Value, string>, options: FieldOptions) => {
  const values = Object.keys(labels) as Value[];
  return Type.Unsafe<Value>({ type: "string", default: values[0], ...options, enum: values, labels });
};

/** Yes or no. */
export const SwitchField = (options: Omit<FieldOptions, "problem"> & { default?: boolean }) =>
  Type.Boolean({ default: false, problem: "Use true or false.", ...options });

/** A whole number. */
export const NumberField = (options: FieldOptions & { default: number; minimum: number; maximum: number }) =>
  Type.Integer({ ...options });

/** A secret; one that is a URL is an {@link UrlField}. Empty text is not a secret: the console sends none to keep the stored one. */
export const SecretField = ({ pattern = ".+", ...options }: FieldOptions & { pattern?: string }) =>
  Type.String({ maxLength: 4000, ...options, pattern: `^(?:${pattern})$` });

/** The secret that requests to a webhook are signed with. */
export const SigningSecretField = () =>
  SecretField({
    title: "Signing secret",
    description: "At least 16 characters. The receiver needs the same one.",
    pattern: ".{16,500}",
    problem: "Use at least 16 characters.",
  });

/** @returns the definition itself, with its exact type. */
export function defineConnection<Settings extends TProperties, Secrets extends TProperties>(
  definition: Omit<ConnectionDefinition<Settings, Secrets>, "settings" | "secrets"> & {
    settings: Settings;
    secrets: Secrets;
  },
): ConnectionDefinition<Settings, Secrets> {
  const strict = { additionalProperties: false };
  return {
    ...definition,
    settings: Type.Object(definition.settings, strict),
    secrets: Type.Object(definition.secrets, strict),
  };
}

/** A field of the form in the console. */
export interface ConnectionField {
  name: string;
  type: "text" | "url" | "list" | "choice" | "switch" | "number" | "secret";
  label: string;
  hint: string;
  example: string;
  /** Options of a choice: value and label. */
  choices: [value: string, label: string][];
}

/** The fields of a connection: settings, then secrets. */
export function fieldsOf({ settings, secrets }: ConnectionDefinition): ConnectionField[] {
  return [
    ...Object.entries(settings.properties).map(([name, schema]) => fieldOf(name, schema, typeOf(schema))),
    ...Object.entries(secrets.properties).map(([name, schema]) => fieldOf(name, schema, "secret")),
  ];
}

type Options = TSchema &
  Partial<FieldOptions> & { isUrl?: true; labels?: Record<string, string>; type?: string };

function typeOf(schema: Options): ConnectionField["type"] {
  if (schema.labels) return "choice";
  if (schema.isUrl) return "url";
  if (schema.type === "array") return "list";
  if (schema.type === "boolean") return "switch";
  return schema.type === "integer" ? "number" : "text";
}

function fieldOf(name: string, schema: Options, type: ConnectionField["type"]): ConnectionField {
  const { title = name, description = "", example = "", labels = {} } = schema;
  return { name, type, label: title, hint: description, example, choices: Object.entries(labels) };
}
