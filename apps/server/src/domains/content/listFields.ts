import {
  ENTRY_FIELDS,
  type EntryField,
  isLink,
  type Json,
  parseItemKey,
  parsePointer,
} from "@marquee/contract";
import { CatalogSchema, type ContentField } from "@marquee/contract/schema";
import { bannerFieldTitle, bannerSchemaOf } from "./banner.ts";
import { fieldName } from "./fieldNames.ts";
import { eachField } from "./overlay.ts";

/** Longer texts get more than a line to write them in. */
const LINE = 64;

/** What is changed of a page as a whole: it is renamed or hidden, which is more than a text. */
const PAGE_STEPS = new Set(["/path", "/hidden"]);

/** The parts of a JSON schema that forms need. */
interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  type?: string;
  description?: string;
}

/** The fields of an item in the order of its file, as its form shows them. */
export function listFields(key: string, item: Json): ContentField[] {
  const banner = bannerSchemaOf(key);
  const shape = parseItemKey(key)?.kind === "catalog" ? CatalogSchema : (banner ?? undefined);
  const fields: ContentField[] = [];
  let passages = 0;
  eachField(key, item, (pointer, value) => {
    const tokens = parsePointer(pointer) ?? [];
    const isRichText = tokens[0] === "document";
    if ((isRichText && value === "") || PAGE_STEPS.has(pointer)) return;
    const schema = shape && schemaAt(shape as Schema, tokens);
    const choices = choicesOf(schema?.items ?? schema);
    passages += isRichText ? 1 : 0;
    fields.push({
      pointer,
      ...(banner
        ? { section: "Banner", label: bannerFieldTitle(banner, pointer.slice(1)) }
        : fieldName(pointer)),
      ...(isRichText && { section: "Text", label: `Passage ${passages}` }),
      kind:
        pageFieldKind(key, pointer) ??
        kindOf(tokens, value ?? emptyOf(schema), {
          hasChoices: choices.length > 0,
          isBanner: banner !== null,
        }),
      value,
      ...(schema?.description && { hint: schema.description }),
      ...(choices.length > 0 && { choices }),
      ...(schema?.anyOf?.some(({ type }) => type === "null") && { isOptional: true }),
    });
  });
  return fields;
}

/** What null stands in for: no text, or no number. */
function emptyOf(schema: Schema | undefined): Json {
  return schema?.anyOf?.some(({ type }) => type === "string") ? "" : null;
}

interface KindFacts {
  hasChoices: boolean;
  /** Its link has a rule of its own. */
  isBanner: boolean;
}

function kindOf(
  tokens: readonly string[],
  value: Json,
  { hasChoices, isBanner }: KindFacts,
): ContentField["kind"] {
  if (Array.isArray(value)) return "list";
  if (typeof value === "boolean") return "boolean";
  if (typeof value !== "string") return "number";
  if (tokens[0] === "markdown") return "markdown";
  if (hasChoices) return "choice";
  if (!isBanner && isLink(value)) return "link";
  return value.length > LINE || value.includes("\n") ? "longText" : "text";
}

/** Fields of pages that no form can tell by their value, because it may be empty. */
function pageFieldKind(key: string, pointer: string): ContentField["kind"] | undefined {
  if (parseItemKey(key)?.kind !== "page") return undefined;
  const name = pointer.slice(1);
  if (name === "updated") return "date";
  return Object.hasOwn(ENTRY_FIELDS, name) ? ENTRY_FIELDS[name as EntryField].kind : undefined;
}

function schemaAt(schema: Schema, tokens: readonly string[]): Schema | undefined {
  return tokens.reduce<Schema | undefined>((found, token) => found?.properties?.[token], schema);
}

function choicesOf(schema: Schema | undefined): string[] {
  return (schema?.enum ?? []).filter((each) => typeof each === "string");
}
