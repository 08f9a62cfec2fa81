import type { Json } from "@marquee/contract";
import { useId, useState } from "react";
import { readPatch, withText } from "../contentPatch.ts";

/** A text of a page: its key and its original wording. */
interface WrittenText {
  address: string;
  written: string;
}

interface TextFilter {
  search: string;
  /** Value of the variation. */
  value: Json;
  locale: string;
  isChangedOnly: boolean;
}

interface TextRowProps extends WrittenText {
  /** The changed text, or "" for none. */
  text: string;
  lang: string;
  onChange: (text: string) => void;
}

/** Approximate number of characters per line of the field. */
const LINE = 52;

const MOST_ROWS = 6;

interface TextListProps {
  locale: string;
  /** Name of the variation. */
  name: string;
  texts: readonly WrittenText[];
  value: Json;
  onChange: (value: Json) => void;
}

/** The texts of a page in one language, each with a field for a changed wording. */
export function TextList({ locale, name, texts, value, onChange }: TextListProps) {
  const changed = readPatch(value).copy[locale] ?? {};
  if (texts.length === 0) {
    return (
      <p className="border-hairline border-y py-3 text-ink-muted">
        No matching text. Shorten your search or try another language.
      </p>
    );
  }
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard.
      tabIndex={0}
      aria-label={`Texts of ${name}`}
      className="max-h-112 overflow-y-auto overscroll-contain border-hairline border-y"
    >
      {texts.map(({ address, written }) => (
        <TextRow
          key={address}
          address={address}
          written={written}
          text={changed[address] ?? ""}
          lang={locale}
          onChange={(text) => onChange(withText(value, { locale, address, text, written }))}
        />
      ))}
    </ul>
  );
}

/** One text: a field for the changed wording, and the original. An empty field keeps the original. */
function TextRow({ address, written, text, lang, onChange }: TextRowProps) {
  const id = useId();
  // A text equal to the original is not stored as a change, but must stay in the field while typing.
  const [typed, setTyped] = useState(text);
  const isChanged = text !== "";
  const rows = Math.min(MOST_ROWS, Math.ceil((typed || written).length / LINE) || 1);
  return (
    <li className="grid gap-x-4 gap-y-1 border-hairline border-b py-2.5 last:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <label htmlFor={id} className="wrap-anywhere text-ink-muted text-xs sm:pt-2">
        {placeName(address)}
        {isChanged && <span className="mt-0.5 block font-medium text-accent-strong">changed</span>}
      </label>
      <div className="min-w-0 pr-1">
        <textarea
          id={id}
          lang={lang}
          rows={rows}
          maxLength={5000}
          placeholder={written}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(target.value);
          }}
          className="block w-full rounded-sm border border-control bg-surface px-3 py-2 placeholder:text-ink-muted"
        />
        {isChanged && (
          <p lang={lang} className="mt-1 text-ink-muted text-xs">
            <span lang="en">Original: </span>
            {written}
          </p>
        )}
      </div>
    </li>
  );
}

/** The texts whose key, original or changed wording contains every word of the search. */
export function filterTexts(
  copy: Readonly<Record<string, string>>,
  { search, value, locale, isChangedOnly }: TextFilter,
): WrittenText[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const changed = readPatch(value).copy[locale] ?? {};
  return Object.entries(copy)
    .filter(([address, written]) => {
      const text = `${address} ${placeName(address)} ${written} ${changed[address] ?? ""}`.toLowerCase();
      return (!isChangedOnly || address in changed) && words.every((word) => text.includes(word));
    })
    .map(([address, written]) => ({ address, written }));
}

/** A key in readable form: `views.0.title` is "views › 1 › title". */
export function placeName(address: string): string {
  return address
    .split(".")
    .map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : step))
    .join(" › ");
}
