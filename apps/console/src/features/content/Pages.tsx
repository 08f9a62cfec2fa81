import {
  capitalize,
  DEFAULT_LOCALE,
  DEFAULT_RANGE,
  formatCount,
  formatCounted,
  LOCALES,
  type Locale,
  METRICS,
  readablePath,
} from "@marquee/contract";
import { type ContentResponse, type DraftPage, type DraftSummary, may } from "@marquee/contract/schema";
import { Badge, Button } from "@marquee/ui";
import { useMemo, useState } from "react";
import { EVERYTHING } from "../../shared/address/scope.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import { useFilters, useHrefWith } from "../../shared/address/useFilters.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { FilterSelect, FilterText } from "../../shared/filters/filters.tsx";
import { rangeText } from "../../shared/filters/RangeMenu.tsx";
import { formatInstant } from "../../shared/format/format.ts";
import { languageName } from "../../shared/format/languageName.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { useQuestion } from "../../shared/query/useQuestion.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton, Warning } from "../../shared/ui/states.tsx";
import { ALL_LANGUAGES, type ContentRow, type PageFigures, rowsOf } from "./contentRows.ts";
import { itemName, LANGUAGE_CHOICES } from "./contentTexts.ts";
import { Drafts } from "./Drafts.tsx";
import { hrefOfItem } from "./hrefOfItem.ts";
import { NewPage } from "./NewPage.tsx";
import { PageActions } from "./PageActions.tsx";
import { actionPageOf } from "./PageEditor.tsx";
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
              <Matches text={filters.text} language={language} />
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

/** The column with actions on a page as a whole. */
function actionsColumn(
  drafts: readonly DraftSummary[],
  onCopy: (key: string) => void,
  onDone: (name: string, step: string) => void,
): Column<ContentRow> {
  return {
    id: "actions",
    header: "Actions",
    isHeaderHidden: true,
    width: "w-14",
    text: () => "",
    cell: ({ item, isMissing, draft, opensIn, locale }) =>
      !isMissing &&
      draft?.page?.step !== "removed" && (
        <PageActions
          page={actionPageOf(item, locale)}
          drafts={drafts}
          draft={opensIn}
          onCopy={() => onCopy(item.key)}
          onDone={(_draft, step) => onDone(itemName(item), step)}
        />
      ),
  };
}

const COLUMNS: readonly Column<ContentRow>[] = [
  {
    id: "page",
    header: "Page",
    isMain: true,
    sortValue: ({ item }) => item.title,
    cell: ({ item, isMissing, opensIn }) => (
      <>
        {isMissing ? (
          <span className="text-ink-muted">{item.title}</span>
        ) : (
          <TextLink href={hrefOfItem(item.key, opensIn)} className="font-medium">
            {item.title}
          </TextLink>
        )}
        <span className="wrap-anywhere block text-ink-muted text-xs">
          {item.isShared
            ? "Shared by several pages"
            : item.kind === "catalog"
              ? "Prices, features and add-ons"
              : item.path && readablePath(item.path)}
        </span>
      </>
    ),
    text: ({ item }) => item.title,
  },
  {
    id: "language",
    header: "Language",
    from: MEDIUM,
    width: "w-28",
    cell: ({ locale }) => (locale ? languageName(locale) : "All"),
  },
  {
    id: "status",
    header: "Status",
    width: "w-36",
    sortValue: (row) => stateOf(row),
    cell: (row) => <Status row={row} />,
    text: (row) => stateOf(row),
  },
  {
    id: "change",
    header: "Last published",
    from: WIDE,
    width: "w-56",
    sortValue: ({ item }) => item.lastChange?.at ?? null,
    cell: ({ item: { lastChange } }) =>
      lastChange ? (
        <>
          {formatInstant(lastChange.at)}
          <span className="wrap-anywhere block text-ink-muted text-xs">{lastChange.author}</span>
        </>
      ) : (
        <span className="text-ink-muted">Same as the files</span>
      ),
    folded: () => null,
  },
  {
    id: "visitors",
    header: "Visitors",
    hint: "The page's unique visitors in the 30 days before today.",
    isNumeric: true,
    from: MEDIUM,
    width: "w-24",
    sortValue: ({ figures }) => figures?.visitors ?? null,
    cell: ({ figures }) => (figures === null ? "–" : formatCount(figures.visitors)),
    folded: () => null,
  },
  {
    id: "lead rate",
    header: METRICS.lead_rate.title,
    hint: "Leads whose visit had this page, per visitor of the page, in the 30 days before today.",
    isNumeric: true,
    from: WIDE,
    width: "w-28",
    sortValue: ({ figures }) => figures?.leadRate ?? null,
    cell: ({ figures }) => (figures?.leadRate == null ? "–" : `${figures.leadRate.toFixed(1)}%`),
    folded: () => null,
  },
];

function Status({ row }: { row: ContentRow }) {
  const state = stateOf(row);
  const { item, draft, opensIn } = row;
  if (row.isMissing) return <span className="text-ink-muted">{state}</span>;
  if (!draft) return <Badge tone={item.isHidden ? "neutral" : "leaf"}>{state}</Badge>;
  if (draft.id === opensIn) return <Badge tone="sun">{state}</Badge>;
  return (
    <>
      <Badge tone="sun">{state}</Badge>
      <TextLink href={hrefOfItem(item.key, draft.id)} className="mt-0.5 block text-xs">
        Draft of {draft.author}
      </TextLink>
    </>
  );
}

function stateOf({ isMissing, draft, item }: ContentRow): string {
  if (isMissing) return "Missing";
  if (draft)
    return capitalize(STEPS[draft.page?.step ?? "changed"] ?? formatCounted(draft.fields, "draft change"));
  return item.isHidden ? "Hidden" : "Published";
}

const STEPS: Partial<Record<DraftPage["step"] | "changed", string>> = {
  added: "new in draft",
  removed: "deleted in draft",
  renamed: "renamed in draft",
  hidden: "hidden in draft",
  shown: "shown in draft",
};

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

function Matches({ text, language }: { text: string; language: string }) {
  const hrefWith = useHrefWith();
  const locale = LOCALES.find((each) => each === language);
  const search = useRoute("GET /content/search", { query: { text, ...(locale && { locale }) } });
  return (
    <QueryView
      query={search}
      loading={<Skeleton className="mt-5 h-64" />}
      empty={({ matches }) =>
        matches.length === 0 && (
          <EmptyState
            title={locale ? `No text in ${languageName(locale)} contains this` : "No text contains this"}
            action={
              locale && <TextLink href={hrefWith({ language: ALL_LANGUAGES })}>Search all languages</TextLink>
            }
          >
            Check the spelling, or search for fewer words.
          </EmptyState>
        )
      }
    >
      {({ matches, hasMore }) => (
        <ul className="mt-5 border-hairline border-t">
          {matches.map((match) => (
            <li key={`${match.item}${match.pointer}`} className="border-hairline border-b py-2.5">
              <TextLink href={hrefOfItem(match.item, null, match.pointer)} className="font-medium">
                {itemName(match)}
              </TextLink>{" "}
              <span className="text-ink-muted">{match.label}</span>
              <p className="wrap-anywhere">{match.text}</p>
            </li>
          ))}
          {hasMore && (
            <li className="py-2.5 text-ink-muted">There are more matches. Add words to narrow them down.</li>
          )}
        </ul>
      )}
    </QueryView>
  );
}
