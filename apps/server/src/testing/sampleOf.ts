/** The parts of a JSON schema that samples need. */
export interface Schema {
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  type?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  patternProperties?: Record<string, Schema>;
  items?: Schema | readonly Schema[];
  minItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  pattern?: string;
  minLength?: number;
}

/** The first one that a pattern matches is used. */
const TEXTS = [
  "sample",
  "/sample",
  "2026-11-01",
  "none",
  "leads",
  "0".repeat(64),
  "0b9e3a52-4c1d-4f6e-8a7b-2d3c4e5f6071",
];

/**
 * A value that a schema accepts, with all its optional members.
 * @param variant which alternative of unions to take: 0 for the first one of each.
 */
export function sampleOf(schema: Schema, variant = 0): unknown {
  const { anyOf, items } = schema;
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[variant % schema.enum.length];
  if (anyOf) return sampleOf(anyOf[variant % anyOf.length] ?? {}, variant);
  switch (schema.type) {
    case "object": {
      const named = Object.entries(schema.patternProperties ?? {}).map(
        ([pattern, each]) => [textFor({ pattern }), each] as const,
      );
      const all = [...Object.entries(schema.properties ?? {}), ...named];
      return Object.fromEntries(all.map(([name, each]) => [name, sampleOf(each, variant)]));
    }
    case "array": {
      if (Array.isArray(items)) return items.map((each) => sampleOf(each, variant));
      const member = sampleOf((items ?? {}) as Schema, variant);
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => member);
    }
    case "integer":
    case "number":
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return textFor(schema);
  }
}

function textFor({ pattern = "", minLength = 0 }: Schema): string {
  const isRight = (text: string) => new RegExp(pattern, "u").test(text);
  return (TEXTS.find(isRight) ?? "sample").padEnd(minLength, "x");
}

/** The texts in a JSON value, by JSON pointer: each as a function that returns a copy of the value with another text there. */
export function textsIn(value: unknown): [pointer: string, replace: (text: string) => unknown][] {
  if (typeof value === "string") return [["", (text) => text]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    textsIn(member).map(([pointer, replace]): [string, (text: string) => unknown] => [
      `/${name}${pointer}`,
      (text) =>
        Array.isArray(value) ? value.with(Number(name), replace(text)) : { ...value, [name]: replace(text) },
    ]),
  );
}
