import {
  DEFAULT_LOCALE,
  formatCounted,
  itemKey,
  type Json,
  LOCALES,
  type Locale,
  SECTIONS_ITEM,
  type Variation,
} from "@marquee/contract";
import { Check, Field, SelectField } from "@marquee/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { contentItem } from "../../../../shared/api/contentItem.ts";
import { languageName } from "../../../../shared/format/languageName.ts";
import { QueryView } from "../../../../shared/query/QueryView.tsx";
import { Skeleton } from "../../../../shared/ui/states.tsx";
import { countTexts, readChanges } from "../contentChanges.ts";
import { SectionOrder } from "./SectionOrder.tsx";
import { filterTexts, TextList } from "./TextList.tsx";

interface ContentEditorProps {
  /** Name of the page. */
  page: string;
  variation: Variation;
  onChange: (value: Json) => void;
}

/**
 * Edits the texts of a page by language, and its sections: the same fields as the page's editor, filled with the published values.
 */
export function ContentEditor({ page, variation, onChange }: ContentEditorProps) {
  const { name, value } = variation;
  const [locale, setLocale] = useState<Locale>(DEFAULT_LOCALE);
  const [search, setSearch] = useState("");
  const [isChangedOnly, setChangedOnly] = useState(false);
  const keyIn = (each: Locale) => itemKey({ kind: "copy", locale: each, id: page });
  const english = useQuery(contentItem(keyIn(DEFAULT_LOCALE)));
  const item = useQuery(contentItem(keyIn(locale)));
  const sections = useQuery(contentItem(SECTIONS_ITEM));
  const translatedLocales = english.data?.translations.map((each) => each.locale) ?? [DEFAULT_LOCALE];
  const languages = LOCALES.filter((each) => translatedLocales.includes(each)).map(
    (each) => [each, languageText(each, countTexts(value, keyIn(each)))] as const,
  );
  const changed = readChanges(value)[keyIn(locale)] ?? {};
  return (
    <div className="mt-4 grid gap-4">
      <div className="grid items-end gap-3 sm:grid-cols-[13rem_minmax(0,1fr)_auto]">
        <SelectField
          label={`Language of ${name}`}
          choices={languages}
          value={locale}
          onChange={({ target }) =>
            setLocale(LOCALES.find((each) => each === target.value) ?? DEFAULT_LOCALE)
          }
        />
        <Field
          label={`Search the text of ${name}`}
          type="search"
          placeholder="Text or name of a field"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Check label="Changed only" checked={isChangedOnly} onChange={setChangedOnly} />
      </div>
      <QueryView query={item} loading={<Skeleton className="h-112" />}>
        {({ fields }) => (
          <TextList
            key={locale}
            item={keyIn(locale)}
            locale={locale}
            name={name}
            fields={filterTexts(fields, { search, changed, isChangedOnly })}
            value={value}
            onChange={onChange}
          />
        )}
      </QueryView>
      <p className="text-ink-muted text-xs">
        {formatCounted(countTexts(value), "text")} changed across all languages. Languages without changes
        show what is published.
      </p>
      {sections.data && (
        <SectionOrder
          page={page}
          name={name}
          fields={sections.data.fields}
          value={value}
          onChange={onChange}
        />
      )}
    </div>
  );
}

function languageText(locale: Locale, changed: number): string {
  return changed === 0 ? languageName(locale) : `${languageName(locale)}, ${changed} changed`;
}
