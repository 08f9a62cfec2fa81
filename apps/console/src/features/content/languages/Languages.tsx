import { formatCount, type Locale } from "@marquee/contract";
import {
  EXPORTED_TEXTS,
  type ExportedTexts,
  type LanguageSummary,
  may,
  type TranslatedItem,
} from "@marquee/contract/schema";
import { Badge, Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useFilters, useHrefWith } from "../../../shared/address/useFilters.ts";
import { request, requestBytes } from "../../../shared/api/request.ts";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { FilterSelect } from "../../../shared/filters/filters.tsx";
import { languageName } from "../../../shared/format/languageName.ts";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import type { Column } from "../../../shared/table/columns.ts";
import { DataTable } from "../../../shared/table/DataTable.tsx";
import { download } from "../../../shared/ui/download.ts";
import { TextLink } from "../../../shared/ui/links.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../../shared/ui/screen.tsx";
import { EmptyState, InlineError } from "../../../shared/ui/states.tsx";
import { ensureDraft } from "../DraftField.tsx";
import { DraftBar, useDraftParam, usePublishing } from "../usePublishing.tsx";
import { countColumns } from "./countColumns.tsx";
import { hrefOfTranslation, openText, type ShownTexts } from "./languageTexts.ts";
import { XliffImport } from "./XliffImport.tsx";

const NAMES = ["language"] as const;

/** Translation progress by language, and by page within a language. */
export function Languages({ title, account }: ScreenProps) {
  const [filters] = useFilters(NAMES);
  const { draft, open } = useDraftParam();
  const languages = useRoute(
    "GET /content/languages",
    { query: draft ? { draft } : {} },
    { placeholderData: (last) => last },
  );
  const [isImporting, setImporting] = useState(false);
  const mayEdit = may(account.role, "draft");
  const publishing = usePublishing({ draft, open, account });
  return (
    <>
      <ScreenHeader title={title}>
        <div className="flex flex-wrap gap-4">
          <TextLink href="/pages">Pages</TextLink>
          <TextLink href="/publications">Publications</TextLink>
        </div>
        <DraftBar draft={draft} drafts={languages.data?.drafts} onChange={open}>
          {mayEdit && (
            <>
              <Button size="sm" variant="secondary" onClick={() => setImporting(true)}>
                Import
              </Button>
              {publishing.button}
            </>
          )}
        </DraftBar>
      </ScreenHeader>
      <About mayEdit={mayEdit}>
        The site's texts in each language, compared with English. Changes stay in a draft until you publish
        it.
      </About>
      {publishing.notice}
      <QueryView query={languages}>
        {(data) => {
          const chosen =
            data.languages.find(({ locale }) => locale === filters.language) ?? data.languages[0];
          if (!chosen)
            return (
              <EmptyState title="The site has one language">
                To translate the site, add another language. See the documentation.
              </EmptyState>
            );
          return (
            <>
              <Summary languages={data.languages} />
              <div className="mt-5">
                <DataTable
                  caption="Languages"
                  columns={LANGUAGE_COLUMNS}
                  rows={data.languages}
                  keyOf={({ locale }) => locale}
                  csv={null}
                  sort={{ param: "languages-sort" }}
                  rowClassName={({ locale }) => (locale === chosen.locale ? "bg-accent-soft" : "")}
                />
              </div>
              <Language key={chosen.locale} language={chosen} draft={draft} open={open} mayEdit={mayEdit} />
              {isImporting && (
                <XliffImport
                  drafts={data.drafts}
                  draft={draft}
                  onImported={(id) => {
                    setImporting(false);
                    open(id);
                  }}
                  onDismiss={() => setImporting(false)}
                />
              )}
            </>
          );
        }}
      </QueryView>
      {publishing.dialog}
    </>
  );
}

function Summary({ languages }: { languages: readonly LanguageSummary[] }) {
  const sum = (state: "missing" | "outdated") => languages.reduce((total, each) => total + each[state], 0);
  const [missing, outdated] = [sum("missing"), sum("outdated")];
  return (
    <p className="mt-6 text-balance font-display text-title">
      {missing + outdated === 0 ? "Everything is translated." : `${openText({ missing, outdated })}.`}
    </p>
  );
}

const LANGUAGE_COLUMNS: readonly Column<LanguageSummary>[] = [
  {
    id: "language",
    header: "Language",
    isMain: true,
    sortValue: ({ locale }) => languageName(locale),
    cell: ({ locale, isHidden }) => (
      <span className="flex flex-wrap items-center gap-x-3">
        <LanguageLink locale={locale} />
        {isHidden && <Badge>Hidden</Badge>}
      </span>
    ),
    text: ({ locale }) => languageName(locale),
  },
  ...countColumns<LanguageSummary>((row, show) =>
    row[show] === 0 ? <span className="text-ink-muted">0</span> : formatCount(row[show]),
  ),
];

function LanguageLink({ locale }: { locale: Locale }) {
  const hrefWith = useHrefWith();
  return (
    <TextLink href={hrefWith({ language: locale })} className="font-medium">
      {languageName(locale)}
    </TextLink>
  );
}

interface LanguageProps {
  language: LanguageSummary;
  draft: number | null;
  open: (draft: number) => void;
  mayEdit: boolean;
}

/** The pages and texts of one language. */
function Language({ language, draft, open, mayEdit }: LanguageProps) {
  const { locale, items } = language;
  const hrefOf = ({ key }: TranslatedItem, show?: ShownTexts) =>
    hrefOfTranslation({ key, locale, draft, ...(show && { show }) });
  const columns: Column<TranslatedItem>[] = [
    {
      id: "page",
      header: "Texts",
      isMain: true,
      sortValue: ({ title }) => title,
      cell: (item) => (
        <>
          <TextLink href={hrefOf(item)} className="font-medium">
            {item.title}
          </TextLink>
          <span className="wrap-anywhere block text-ink-muted text-xs">
            {item.isAbsent ? "This page is not in this language yet" : (item.path ?? "Alternative texts")}
          </span>
        </>
      ),
      text: ({ title }) => title,
    },
    ...countColumns<TranslatedItem>((item, show) =>
      item[show] === 0 ? (
        <span className="text-ink-muted">0</span>
      ) : (
        <TextLink href={hrefOf(item, show)}>
          {formatCount(item[show])}
          <span className="sr-only">
            {" "}
            of {item.title}: {show}
          </span>
        </TextLink>
      ),
    ),
  ];
  return (
    <section aria-labelledby="language" className="mt-10">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <h2 id="language" className="font-display font-semibold text-lead">
          {languageName(locale)}
        </h2>
        {mayEdit && <Visibility language={language} draft={draft} open={open} />}
        {mayEdit && <Export language={language} draft={draft} />}
      </div>
      <div className="mt-3">
        <DataTable
          caption={`Texts in ${languageName(locale)}`}
          columns={columns}
          rows={items}
          keyOf={({ key }) => key}
        />
      </div>
    </section>
  );
}

/** Hides a language from visitors or shows it to them, in a draft. */
function Visibility({ language: { locale, isHidden }, draft, open }: Omit<LanguageProps, "mayEdit">) {
  const change = useMutation({
    mutationFn: async () => {
      const name = `${isHidden ? "Show" : "Hide"} ${languageName(locale)}`;
      const into = await ensureDraft(draft, name);
      const body = { step: isHidden ? "show" : "hide", item: `copy:${locale}:shell` } as const;
      await request("POST /content/drafts/:id/page", { params: { id: String(into) }, body });
      return into;
    },
    onSuccess: open,
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <span className="text-ink-muted">{isHidden ? "Hidden from visitors" : "Shown to visitors"}</span>
      <Button size="sm" variant="tertiary" disabled={change.isPending} onClick={() => change.mutate()}>
        {isHidden ? "Show in draft" : "Hide in draft"}
        <span className="sr-only">: {languageName(locale)}</span>
      </Button>
      <InlineError error={change.error} />
    </div>
  );
}

const EXPORT_NAMES: Readonly<Record<ExportedTexts, string>> = {
  all: "All texts",
  open: "Missing and outdated",
  missing: "Missing",
  outdated: "Outdated",
};

/** Downloads texts for a translator. */
function Export({ language, draft }: Pick<LanguageProps, "language" | "draft">) {
  const { locale } = language;
  const [texts, setTexts] = useState<ExportedTexts>("all");
  const save = useMutation({
    mutationFn: async () => {
      const query = { locale, texts, ...(draft !== null && { draft }) };
      const bytes = await requestBytes("GET /content/translations/export", { query });
      download(new Blob([bytes], { type: "application/xliff+xml" }), `${locale}.xlf`);
    },
  });
  return (
    <div className="flex flex-wrap items-end gap-3 sm:ml-auto">
      <div className="w-52">
        <FilterSelect
          label="Texts"
          all={EXPORT_NAMES.all}
          value={texts === "all" ? "" : texts}
          choices={EXPORTED_TEXTS.filter((each) => each !== "all").map((each) => [each, EXPORT_NAMES[each]])}
          onChange={(value) => setTexts((value || "all") as ExportedTexts)}
        />
      </div>
      <Button size="sm" variant="secondary" disabled={save.isPending} onClick={() => save.mutate()}>
        Export XLIFF
      </Button>
      <InlineError error={save.error} />
    </div>
  );
}
