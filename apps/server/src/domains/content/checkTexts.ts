import { DEFAULT_LOCALE, type Locale } from "@marquee/contract";
import { fileError } from "./readJsonFile.ts";

interface Texts {
  locale: Locale;
  name: string;
  text: unknown;
  /** The same part of the English file, which the site's code is written for. */
  english: unknown;
}

/** @throws {ContentError} at the first place where the keys differ from the English file, or a text is empty. */
export function checkTexts({ locale, name, text, english }: Texts): void {
  const fail = (place: string, problem: string, example: unknown) => {
    const keys = `the keys of content/copy/${DEFAULT_LOCALE}/${name}.json`;
    const file = { name: `copy/${locale}/${name}.json`, example: JSON.stringify(example) ?? keys };
    return fileError(file, place, problem);
  };
  const check = (value: unknown, original: unknown, place: string): void => {
    if (original === undefined) throw fail(place, "The English file has nothing here. Remove it.", undefined);
    if (value === undefined) throw fail(place, "This is missing.", original);
    if (value === "") throw fail(place, "This text is empty.", original);
    if (kindOf(value) !== kindOf(original))
      throw fail(place, `This is ${kindOf(value)} instead of ${kindOf(original)}.`, original);
    if (place.endsWith(".id") && value !== original)
      throw fail(place, "An item of a list has the same ID in every language.", original);
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) checkIds(value, place);
    const [parts, originals] = [value, original] as Record<string, unknown>[];
    for (const key of new Set([...Object.keys(parts ?? {}), ...Object.keys(originals ?? {})]))
      check(parts?.[key], originals?.[key], place ? `${place}.${key}` : key);
  };
  const checkIds = (items: unknown[], place: string) => {
    const ids = items.flatMap((item) => (item as { id?: unknown } | null)?.id ?? []);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined)
      throw fail(place, `Two items have the ID ${JSON.stringify(twice)}. Each needs its own.`, "another-id");
  };
  check(text, english, "");
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (value === null) return "null";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
