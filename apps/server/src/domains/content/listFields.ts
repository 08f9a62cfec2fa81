import { isLink, type Json, parsePointer } from "@marquee/contract";
import type { ContentField } from "@marquee/contract/schema";
import { fieldName } from "./fieldName.ts";
import { kindOf } from "./kinds/index.ts";
import type { FieldSchema } from "./kinds/kindDeclaration.types.ts";
import { eachField } from "./overlay.ts";

/** Longer texts get a multi-line field. */
const LINE = 64;

/** Pointers of fields that affect a page as a whole: renaming and hiding. */
const PAGE_STEPS = new Set(["/path", "/hidden"]);

/** The fields of an item in the order of its file, as shown in its form. */
export function listFields(key: string, item: Json): ContentField[] {
  const kind = kindOf(key);
  const fields: ContentField[] = [];
  let passages = 0;
  eachField(key, item, (pointer, value) => {
    const tokens = parsePointer(pointer) ?? [];
    const isRichText = tokens[0] === "document";
    if ((isRichText && value === "") || PAGE_STEPS.has(pointer)) return;
    const schema = kind?.schema && schemaAt(kind.schema, tokens);
    const choices = choicesOf(schema?.items ?? schema);
    passages += isRichText ? 1 : 0;
    fields.push({
      pointer,
      ...(kind?.section ? { section: kind.section, label: kind.fieldTitle(pointer) } : fieldName(pointer)),
      ...(isRichText && { section: "Text", label: `Passage ${passages}` }),
      kind:
        kind?.fieldKind?.(pointer) ??
        kindOfField(tokens, value ?? emptyOf(schema), {
          hasChoices: choices.length > 0,
          hasOwnCheck: kind?.checkField !== undefined,
        }),
      value,
      ...(schema?.description && { hint: schema.description }),
      ...(choices.length > 0 && { choices }),
      ...(schema?.anyOf?.some(({ type }) => type === "null") && { isOptional: true }),
    });
  });
  return fields;
}

/** The empty value for a field that may be null. */
function emptyOf(schema: FieldSchema | undefined): Json {
  return schema?.anyOf?.some(({ type }) => type === "string") ? "" : null;
}

interface FieldFacts {
  hasChoices: boolean;
  /** Whether its links, if any, have their own check. */
  hasOwnCheck: boolean;
}

function kindOfField(
  tokens: readonly string[],
  value: Json,
  { hasChoices, hasOwnCheck }: FieldFacts,
): ContentField["kind"] {
  if (Array.isArray(value)) return "list";
  if (typeof value === "boolean") return "boolean";
  if (typeof value !== "string") return "number";
  if (tokens[0] === "markdown") return "markdown";
  if (hasChoices) return "choice";
  if (!hasOwnCheck && isLink(value)) return "link";
  return value.length > LINE || value.includes("\n") ? "longText" : "text";
}

function schemaAt(schema: FieldSchema, tokens: readonly string[]): FieldSchema | undefined {
  return tokens.reduce<FieldSchema | undefined>((parent, token) => parent?.properties?.[token], schema);
}

function choicesOf(schema: FieldSchema | undefined): string[] {
  return (schema?.enum ?? []).filter((each) => typeof each === "string");
}
