import type { Json, Locale } from "@marquee/contract";
import type { ContentField } from "@marquee/contract/schema";
import { Button, Input, TextArea } from "@marquee/ui";
import { useId, useState } from "react";
import { readChanges, withField } from "../contentChanges.ts";

interface TextFilter {
  search: string;
  /** What the variation changes of the item, by pointer. */
  changed: Readonly<Record<string, Json>>;
  isChangedOnly: boolean;
}

interface TextListProps {
  /** Key of the page's texts in this language. */
  item: string;
  locale: Locale;
  /** Name of the variation. */
  name: string;
  fields: readonly ContentField[];
  value: Json;
  onChange: (value: Json) => void;
}

interface FieldRowProps {
  field: ContentField;
  /** What the variation says; undefined if it changes nothing here. */
  changed: Json | undefined;
  lang: Locale;
  onChange: (value: Json) => void;
}

/** Approximate number of characters per line of the field. */
const LINE = 52;
const MOST_ROWS = 6;

/**
 * The fields of a page in one language by section, as in the page's editor, with the published value until the variation changes it.
 */
export function TextList({ item, locale, name, fields, value, onChange }: TextListProps) {
  const changed = readChanges(value)[item] ?? {};
  if (fields.length === 0) {
    return (
      <p className="border-hairline border-y py-3 text-ink-muted">
        No matching text. Shorten your search or try another language.
      </p>
    );
  }
  const sections = [...new Set(fields.map(({ section }) => section))];
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard.
      tabIndex={0}
      aria-label={`Texts of ${name}`}
      className="max-h-112 overflow-y-auto overscroll-contain border-hairline border-y"
    >
      {sections.map((section) => (
        <section key={section} aria-label={section}>
          <h3 className="sticky top-0 bg-surface pt-3 pb-1 font-medium">{section}</h3>
          <ul>
            {fields
              .filter((field) => field.section === section)
              .map((field) => (
                <FieldRow
                  key={field.pointer}
                  field={field}
                  changed={changed[field.pointer]}
                  lang={locale}
                  onChange={(next) =>
                    onChange(
                      withField(value, { item, pointer: field.pointer, value: next, published: field.value }),
                    )
                  }
                />
              ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** One field, with the published value until it is changed. */
function FieldRow(props: FieldRowProps) {
  const { field, changed, lang, onChange } = props;
  const id = useId();
  const published = String(field.value);
  // A text equal to the published one is not stored as a change, but must stay in the field while typing.
  const [typed, setTyped] = useState(String(changed ?? field.value));
  const isChanged = changed !== undefined;
  const type = (text: string) => {
    setTyped(text);
    onChange(readTyped(field, text));
  };
  return (
    <li className="grid gap-x-4 gap-y-1 border-hairline border-b py-2.5 last:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <label htmlFor={id} className="wrap-anywhere text-ink-muted text-xs sm:pt-2">
        {field.label}
        {isChanged && <span className="mt-0.5 block font-medium text-accent-strong">changed</span>}
      </label>
      <div className="min-w-0 pr-1">
        {field.kind === "boolean" ? (
          <input
            id={id}
            type="checkbox"
            checked={typed === "true"}
            onChange={({ target }) => type(String(target.checked))}
            className="my-2 size-4 accent-[var(--accent)]"
          />
        ) : field.kind === "number" ? (
          <Input
            id={id}
            type="number"
            step="any"
            value={typed}
            onChange={({ target }) => type(target.value)}
            className="w-40 tabular-nums"
          />
        ) : (
          <TextArea
            id={id}
            lang={lang}
            rows={Math.min(MOST_ROWS, Math.ceil((typed || published).length / LINE) || 1)}
            placeholder={published}
            value={typed}
            onChange={({ target }) => type(target.value)}
            className="field-sizing-content max-h-40 placeholder:text-ink-muted"
          />
        )}
        {isChanged && (
          <div className="mt-1 flex flex-wrap items-baseline gap-x-3">
            <p lang={lang} className="wrap-anywhere min-w-0 text-ink-muted text-xs">
              <span lang="en">Published: </span>
              {published}
            </p>
            <Button size="sm" variant="tertiary" className="-ml-3.5" onClick={() => type(published)}>
              Undo<span className="sr-only"> the change of {field.label}</span>
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

function readTyped({ kind }: ContentField, text: string): Json {
  if (kind === "boolean") return text === "true";
  if (kind === "number") return text === "" ? "" : Number(text);
  return text;
}

/** The fields whose name, published or changed text contains every word of the search. */
export function filterTexts(
  fields: readonly ContentField[],
  { search, changed, isChangedOnly }: TextFilter,
): ContentField[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return fields.filter(({ section, label, pointer, value }) => {
    const text = `${section} ${label} ${value} ${changed[pointer] ?? ""}`.toLowerCase();
    return (!isChangedOnly || pointer in changed) && words.every((word) => text.includes(word));
  });
}
