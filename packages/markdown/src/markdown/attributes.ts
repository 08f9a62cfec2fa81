import { type ContentTag, cutText, decodeHtmlEntities } from "@marquee/contract";

const TEXT_MAX_LENGTH = 500;

type Value = string | number | boolean;
/**
 * Parses the decoded value of one attribute.
 * @returns undefined if the value is not allowed.
 */
type Reader = (value: string) => Value | undefined;

const text: Reader = (value) => cutText(value, TEXT_MAX_LENGTH);
const oneOf =
  (...values: string[]): Reader =>
  (value) =>
    values.includes(value) ? value : undefined;
const count =
  (most: number): Reader =>
  (value) =>
    /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= most ? Number(value) : undefined;

const EVERYWHERE: Record<string, Reader> = {
  title: text,
  lang: (value) => (/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(value) ? value : undefined),
  dir: oneOf("ltr", "rtl", "auto"),
};
const CELL: Record<string, Reader> = {
  colspan: count(50),
  rowspan: count(200),
  align: oneOf("left", "center", "right"),
};
const LIST: Record<string, Reader> = { "data-icon-list": oneOf("checklist") };

/** Allowed attributes of each element besides {@link EVERYWHERE}. URLs are validated in `addresses.ts`. Authors cannot set IDs. */
const OF_TAG: Partial<Record<ContentTag, Record<string, Reader>>> = {
  a: { href: (value) => value, "data-icon-link": oneOf("more", "card") },
  img: { src: (value) => value, alt: text, width: count(10_000), height: count(10_000) },
  ul: LIST,
  ol: { ...LIST, start: count(99_999) },
  div: LIST,
  td: CELL,
  th: { ...CELL, scope: oneOf("row", "col") },
  tt: {
    text,
    side: oneOf("top", "right", "bottom", "left"),
    theme: oneOf("dark", "light", "purple"),
    open: () => true,
  },
  time: { datetime: (value) => (/^[\d:TZ.+-]{1,40}$/.test(value) ? value : undefined) },
  details: { open: () => true },
};

/** The allowed attributes of an element, decoded and with valid values. Names become lower case. */
export function readAttributes(
  tag: ContentTag,
  written: Readonly<Record<string, unknown>> = {},
): Record<string, Value> {
  const readers = { ...EVERYWHERE, ...OF_TAG[tag] };
  const allowedAttributes = Object.entries(written).flatMap(([name, value]) => {
    const key = name.toLowerCase();
    const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
    const attribute = reader?.(typeof value === "string" ? decodeHtmlEntities(value) : "");
    return attribute === undefined ? [] : [[key, attribute] as const];
  });
  return Object.fromEntries(allowedAttributes);
}
