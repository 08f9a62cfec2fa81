import { DEFAULT_LOCALE, DEFAULT_RANGE, formatCounted, type Locale } from "@marquee/contract";
import { type ContentResponse, may } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMemo, useState } from "react";
import { EVERYTHING } from "../../shared/address/scope.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import { useFilters } from "../../shared/address/useFilters.ts";
import { FilterSelect, FilterText } from "../../shared/filters/filters.tsx";
import { rangeText } from "../../shared/filters/RangeMenu.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { useQuestion } from "../../shared/query/useQuestion.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { Warning } from "../../shared/ui/states.tsx";
import { ALL_LANGUAGES, type PageFigures, rowsOf } from "./contentRows.ts";
import { itemName, LANGUAGE_CHOICES } from "./contentTexts.ts";
import { Drafts } from "./Drafts.tsx";
import { NewPage } from "./NewPage.tsx";
import { actionsColumn, COLUMNS } from "./pageColumns.tsx";
import { TextMatches } from "./TextMatches.tsx";
import { useContentList } from "./useContentList.ts";

const NAMES = ["language", "text"] as const;
const MAX_PATHS = 1000;

/** All pages and texts of the site by language, with their state, last change and visitors. */
export function Pages({ title, account }: ScreenProps) {
  const [filters, setFilters] = useFilters(NAMES);
  const content = useContentList();
  const figures = useFigures();
  // Key of the page that is copied; empty for a page from a template.
  const [copied, setCopied] = useState<string | null>(null);
  const [done, setDone] = useState("");
  const language = filters.language || DEFAULT_LOCALE;
  const mayEdit = may(account.role, "draft");
  return (
    <>
      <ScreenHeader title={title}>
        <div className="flex flex-wrap gap-4">
          <TextLink href="/redirects">Redirects</TextLink>
          <TextLink href="/images">Images</TextLink>
          <TextLink href="/languages">Languages</TextLink>
          <TextLink href="/publications">Publications</TextLink>
          <TextLink href="/preview">Preview</TextLink>
        </div>
        {mayEdit && (
          <Button size="sm" className="sm:ml-auto" onClick={() => setCopied("")}>
            New page
          </Button>
        )}
      </ScreenHeader>
      <About mayEdit={mayEdit}>
        What visitors read. Changes stay in a draft until you publish it. Figures cover{" "}
        {rangeText(DEFAULT_RANGE)}.
      </About>
      <p role="status" className="sr-only">
        {done}
      </p>
      <QueryView query={content}>
        {(data) => (
          <>
            <Drafts
              drafts={data.drafts}
              items={data.items}
              mayEdit={mayEdit}
              mayPublish={may(account.role, "publish")}
            />
            <Unused {...data} />
            <search className="mt-6 grid gap-3 sm:grid-cols-[1fr_14rem]">
              <FilterText
                label="Search all texts"
                placeholder="A word or sentence on the site"
                value={filters.text}
                onChange={(text) => setFilters({ text })}
              />
              <FilterSelect
                label="Language"
                all="English"
                value={filters.language}
                choices={[
                  ...LANGUAGE_CHOICES.filter(([locale]) => locale !== DEFAULT_LOCALE),
                  [ALL_LANGUAGES, "All languages"],
                ]}
                onChange={(next) => setFilters({ language: next })}
              />
            </search>
            {filters.text.length >= 2 ? (
              <TextMatches text={filters.text} language={language} />
            ) : (
              <div className="mt-5">
                <DataTable
                  caption="Pages"
                  columns={[
                    ...COLUMNS,
                    ...(mayEdit
                      ? [
                          actionsColumn(data.drafts, setCopied, (name, step) =>
                            setDone(`${name}: ${step} is in the draft.`),
                          ),
                        ]
                      : []),
                  ]}
                  rows={rowsOf(data, { language, figures, account: account.email })}
                  keyOf={({ key }) => key}
                />
              </div>
            )}
            {copied !== null && (
              <NewPage
                items={data.items}
                drafts={data.drafts}
                copied={copied}
                locale={language === ALL_LANGUAGES ? DEFAULT_LOCALE : (language as Locale)}
                onDismiss={() => setCopied(null)}
              />
            )}
          </>
        )}
      </QueryView>
    </>
  );
}

/** Visitors and lead rate of the default range by path. */
function useFigures(): ReadonlyMap<string, PageFigures> | null {
  const { data } = useQuestion({
    ...toQuestion(EVERYTHING, Date.now(), {
      metrics: ["visitors", "lead_rate"],
      dimensions: ["event:page"],
      pagination: { limit: MAX_PATHS },
    }),
  });
  return useMemo(
    () =>
      data
        ? new Map(
            data.results.map(({ dimensions, metrics: [visitors, leadRate] }) => [
              String(dimensions[0]),
              { visitors: visitors ?? 0, leadRate: leadRate ?? null },
            ]),
          )
        : null,
    [data],
  );
}

/** Published changes that no longer apply to the site. */
function Unused({ unused, items }: Pick<ContentResponse, "unused" | "items">) {
  if (unused.length === 0) return null;
  return (
    <Warning className="mt-4">
      <p className="font-medium">
        {formatCounted(unused.length, "published change")} not used, because the files have changed
      </p>
      <ul className="mt-1 list-disc pl-5">
        {unused.map(({ item, pointer, problem }) => {
          const summary = items.find(({ key }) => key === item);
          return (
            <li key={item + pointer}>
              {summary ? itemName(summary) : item}, {pointer}: {problem}
            </li>
          );
        })}
      </ul>
    </Warning>
  );
}
