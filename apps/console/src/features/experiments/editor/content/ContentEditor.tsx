import type { Json, PageText, Variation } from "@marquee/contract";
import { useState } from "react";
import { SelectField } from "../../../../shared/form/SelectField.tsx";
import { formatCounted } from "../../../../shared/format/format.ts";
import { countTexts } from "../contentPatch.ts";
import { SectionOrder } from "./SectionOrder.tsx";
import { TextList } from "./TextList.tsx";
import { filterTexts } from "./textFilter.ts";

interface ContentEditorProps {
  page: PageText;
  variation: Variation;
  onChange: (value: Json) => void;
}

const LANGUAGES = new Intl.DisplayNames("en", { type: "language" });

/** Another wording of a page, language by language, and another order of its sections. */
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
            Find a text of {name}
            <input
              type="search"
              placeholder="Words of it, or its place"
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
        {formatCounted(countTexts(value), "text")} changed in all languages. Who reads a language without
        changes sees what is written.
      </p>
      {page.sections.length > 1 && <SectionOrder page={page} name={name} value={value} onChange={onChange} />}
    </div>
  );
}

function languageText(locale: string, changed: number): string {
  const language = LANGUAGES.of(locale) ?? locale;
  return changed === 0 ? language : `${language}, ${changed} changed`;
}
