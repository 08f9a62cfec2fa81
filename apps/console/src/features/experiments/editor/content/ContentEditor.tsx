import { formatCounted, type Json, type PageText, type Variation } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { SelectField } from "../../../../shared/form/SelectField.tsx";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { moveItem } from "../../../../shared/ui/moveItem.ts";
import { countTexts, orderOf, readPatch, withOrder } from "../contentPatch.ts";
import { filterTexts, TextList } from "./TextList.tsx";

interface SectionOrderProps {
  page: PageText;
  /** Name of the variation. */
  name: string;
  value: Json;
  onChange: (value: Json) => void;
}

const STEPS: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

interface ContentEditorProps {
  page: PageText;
  variation: Variation;
  onChange: (value: Json) => void;
}

const LANGUAGES = new Intl.DisplayNames("en", { type: "language" });

/** Edits a page's texts by language, and the order of its sections. */
export function ContentEditor({ page, variation, onChange }: ContentEditorProps) {
  const { name, value } = variation;
  const locales = Object.keys(page.copy);
  const [locale, setLocale] = useState(locales[0] ?? "");
  const [search, setSearch] = useState("");
  const [isChangedOnly, setChangedOnly] = useState(false);
  const texts = filterTexts(page.copy[locale] ?? {}, { search, value, locale, isChangedOnly });
  const languages = locales.map((each) => [each, languageText(each, countTexts(value, each))] as const);
  return (
    <div className="mt-4 grid gap-4">
      <div className="grid items-end gap-3 sm:grid-cols-[13rem_minmax(0,1fr)_auto]">
        <SelectField
          label={`Language of ${name}`}
          choices={languages}
          value={locale}
          onChange={({ target }) => setLocale(target.value)}
        />
        <div>
          <label className="block font-medium">
            Search the text of {name}
            <input
              type="search"
              placeholder="Text or key"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              className="mt-1.5 h-10 w-full rounded-sm border border-control bg-surface px-3 font-normal"
            />
          </label>
        </div>
        <label className="flex h-10 items-center gap-2.5">
          <input
            type="checkbox"
            checked={isChangedOnly}
            onChange={({ target }) => setChangedOnly(target.checked)}
            className="size-4 accent-[var(--accent)]"
          />
          Changed only
        </label>
      </div>
      <TextList key={locale} locale={locale} name={name} texts={texts} value={value} onChange={onChange} />
      <p className="text-ink-muted text-xs">
        {formatCounted(countTexts(value), "text")} changed across all languages. Languages without changes
        show the original text.
      </p>
      {page.sections.length > 1 && <SectionOrder page={page} name={name} value={value} onChange={onChange} />}
    </div>
  );
}

function languageText(locale: string, changed: number): string {
  const language = LANGUAGES.of(locale) ?? locale;
  return changed === 0 ? language : `${language}, ${changed} changed`;
}

/** Edits the order of the page's sections, by buttons or with Alt and an arrow key on the focused one. */
function SectionOrder({ page, name, value, onChange }: SectionOrderProps) {
  const [said, setSaid] = useState("");
  const order = orderOf(value, page);
  const isOther = readPatch(value).order.length > 0;
  const move = (from: number, to: number) => {
    if (to < 0 || to >= order.length) return;
    onChange(withOrder(value, moveItem(order, from, to), page));
    setSaid(`${order[from]} moved to position ${to + 1} of ${order.length}.`);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = STEPS[event.key];
    if (!event.altKey || !step) return;
    event.preventDefault();
    move(index, index + step);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">Order of sections of {name}</legend>
      <p className="text-ink-muted text-xs">
        {isOther ? "Custom order." : "Original order."} Press Alt+↑ or Alt+↓ to move a section.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol className="mt-2 border-hairline border-t">
        {order.map((id, index) => (
          <li
            key={id}
            onKeyDown={(event) => onKeyDown(event, index)}
            className="flex items-center gap-2 border-hairline border-b"
          >
            <span className="w-6 text-right text-ink-muted tabular-nums">{index + 1}</span>
            <span className="min-w-0 flex-1 truncate">{id}</span>
            <IconButton
              label={`Move ${id} up`}
              Icon={ArrowUp}
              isDisabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <IconButton
              label={`Move ${id} down`}
              Icon={ArrowDown}
              isDisabled={index === order.length - 1}
              onClick={() => move(index, index + 1)}
            />
          </li>
        ))}
      </ol>
      {isOther && (
        <Button
          variant="tertiary"
          size="sm"
          className="-ml-3.5"
          onClick={() => onChange(withOrder(value, page.sections, page))}
        >
          Restore original order
        </Button>
      )}
    </fieldset>
  );
}
