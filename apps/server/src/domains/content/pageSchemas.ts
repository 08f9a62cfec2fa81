import { ENTRY_FIELDS, type EntryField, MAX_PATH_LENGTH } from "@marquee/contract";
import { type Static, type TOptional, type TString, Type } from "typebox";

const DAY = "^\\d{4}-\\d{2}-\\d{2}$";

/** Additional fields of collection entries. Their meaning is checked with the page. */
const ENTRY = Object.fromEntries(
  Object.entries(ENTRY_FIELDS).map(([name, { kind, maxLength }]) => [
    name,
    Type.Optional(Type.String({ maxLength, ...(kind === "date" && { pattern: DAY }) })),
  ]),
) as Record<EntryField, TOptional<TString>>;

/** Letters of any script, or percent-encoded bytes. */
const PATH = "^(/(?:[\\p{L}\\p{M}\\p{N}._~-]|%[0-9A-Fa-f]{2})+)+$";

const Line = (maxLength: number) => Type.String({ minLength: 1, maxLength });

/** Front matter of a content page. Paths have no locale: `/privacy` also covers `/de/privacy`. */
const HEAD = {
  title: Line(120),
  description: Line(300),
  path: Type.Optional(Type.String({ pattern: PATH, maxLength: MAX_PATH_LENGTH })),
  pageId: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9_-]+$", maxLength: 100 })),
  updated: Type.Optional(Type.String({ pattern: DAY })),
  hidden: Type.Optional(Type.Boolean()),
  ...ENTRY,
};

/** The front matter of a markdown file. */
export const FrontMatterSchema = Type.Object(HEAD, { additionalProperties: false });
export type FrontMatter = Static<typeof FrontMatterSchema>;

/** A rich-text file: the same fields as front matter, and the document, which `checkRichText` validates. */
export const RichTextFileSchema = Type.Object(
  { ...HEAD, document: Type.Unknown() },
  { additionalProperties: false },
);
