import { DEFAULT_LOCALE, formatCount, formatCounted, LOCALES, type Locale } from "@marquee/contract";
import type { ContentItemSummary, ContentResponse } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { EVERYTHING } from "../../shared/address/scope.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { FilterSelect, FilterText } from "../../shared/filters/filters.tsx";
import { formatInstant } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { useQuestion } from "../../shared/query/useQuestion.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton, Warning } from "../../shared/ui/states.tsx";
import { itemName, LANGUAGE_CHOICES, languageName } from "./contentTexts.ts";
import { Drafts } from "./Drafts.tsx";
import { hrefOfItem } from "./PageEditor.tsx";

const NAMES = ["language", "text"] as const;
const ALL = "all";
const MAX_PATHS = 1000;

/** A page or text in one language, whether it exists or not. */
interface ContentRow {
  key: string;
  item: ContentItemSummary;
  locale: Locale | null;
  isMissing: boolean;
  /** ID of the latest draft that changes it, with the number of fields. */
  draft: { id: number; fields: number } | null;
  visitors: number | null;
}

/** Everything that the site says, by page and language: its state, its last change and its visitors. */
export function Pages({ title, account }: ScreenProps) {
  const [filters, setFilters] = useFilters(NAMES);
  const content = useQuery({ queryKey: ["content", "list"], queryFn: () => request("GET /content") });
  const visitors = useVisitors();
  const language = filters.language || DEFAULT_LOCALE;
  return (
    <>
      <ScreenHeader title={title}>
        <TextLink href="/publications">Publications</TextLink>
      </ScreenHeader>
      <p className="mt-1 max-w-prose text-ink-muted">
        What visitors read. Changes are kept in a draft until you publish it.
        {account.role === "viewer" && " You have view-only access. Ask an editor to make changes."}
      </p>
      <QueryView query={content} loading={<Skeleton className="mt-5 h-96" />}>
        {(data) => (
          <>
            <Drafts drafts={data.drafts} items={data.items} mayEdit={account.role !== "viewer"} />
            <Unused {...data} />
            <search className="mt-6 grid gap-3 sm:grid-cols-[1fr_14rem]">
              <FilterText
                label="Search all texts"
                placeholder="A word or sentence of the site"
                value={filters.text}
                onChange={(text) => setFilters({ text })}
              />
              <FilterSelect
                label="Language"
                all="English"
                value={filters.language}
                choices={[
                  ...LANGUAGE_CHOICES.filter(([locale]) => locale !== DEFAULT_LOCALE),
                  [ALL, "All languages"],
                ]}
                onChange={(next) => setFilters({ language: next })}
              />
            </search>
            {filters.text.length >= 2 ? (
              <Matches text={filters.text} />
            ) : (
              <div className="mt-5">
                <DataTable
                  caption="Pages"
                  columns={COLUMNS}
                  rows={rowsOf(data, language, visitors)}
                  keyOf={({ key }) => key}
                />
              </div>
            )}
          </>
        )}
      </QueryView>
    </>
  );
}

const COLUMNS: readonly Column<ContentRow>[] = [
  {
    id: "page",
    header: "Page",
    isMain: true,
    sortValue: ({ item }) => item.title,
    cell: ({ item, isMissing, draft }) => (
      <>
        {isMissing ? (
          <span className="text-ink-muted">{item.title}</span>
        ) : (
          <TextLink href={hrefOfItem(item.key, draft?.id ?? null)} className="font-medium">
            {item.title}
          </TextLink>
        )}
        <span className="wrap-anywhere block text-ink-muted text-xs">
          {item.isShared
            ? "Shared by several pages"
            : item.kind === "catalog"
              ? "Prices, features and add-ons"
              : item.path}
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
    width: "w-32",
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
        <span className="text-ink-muted">As in the files</span>
      ),
    folded: () => null,
  },
  {
    id: "visitors",
    header: "Visitors",
    hint: "Unique visitors of the page in the last 30 days.",
    isNumeric: true,
    from: MEDIUM,
    width: "w-24",
    sortValue: ({ visitors }) => visitors,
    cell: ({ visitors }) => (visitors === null ? "–" : formatCount(visitors)),
    folded: () => null,
  },
];

function Status({ row }: { row: ContentRow }) {
  const state = stateOf(row);
  if (row.isMissing) return <span className="text-ink-muted">{state}</span>;
  return <Badge tone={row.draft ? "sun" : "leaf"}>{state}</Badge>;
}

function stateOf({ isMissing, draft }: ContentRow): string {
  if (isMissing) return "Missing";
  return draft ? formatCounted(draft.fields, "draft change") : "Published";
}

/** Visitors of the last 30 days by path. */
function useVisitors(): ReadonlyMap<string, number> {
  const { data } = useQuestion(
    toQuestion(EVERYTHING, Date.now(), {
      metrics: ["visitors"],
      dimensions: ["event:page"],
      pagination: { limit: MAX_PATHS },
    }),
  );
  return useMemo(
    () => new Map(data?.results.map(({ dimensions, metrics }) => [String(dimensions[0]), metrics[0] ?? 0])),
    [data],
  );
}

/** One row for each page and language; pages and texts that a language lacks are missing there. */
function rowsOf(
  { items, drafts }: Pick<ContentResponse, "items" | "drafts">,
  language: string,
  visitors: ReadonlyMap<string, number>,
): ContentRow[] {
  const draftOf = (key: string) => {
    const found = drafts.find((draft) => draft.items[key] !== undefined);
    return found ? { id: found.id, fields: found.items[key] ?? 0 } : null;
  };
  const rowOf = (item: ContentItemSummary, locale: Locale | null, isMissing = false): ContentRow => ({
    key: isMissing ? `${item.key} ${locale}` : item.key,
    item,
    locale,
    isMissing,
    draft: isMissing ? null : draftOf(item.key),
    visitors: isMissing || item.isShared || !item.path ? null : (visitors.get(item.path) ?? 0),
  });
  const locales = LOCALES.filter((locale) => language === ALL || locale === language);
  const originals = items.filter(
    ({ kind, locale }) => kind !== "redirects" && (locale === null || locale === DEFAULT_LOCALE),
  );
  return originals.flatMap((original) => {
    if (original.locale === null) return [rowOf(original, null)];
    return locales.map((locale) => {
      const item = items.find(
        ({ kind, id, locale: own }) => kind === original.kind && id === original.id && own === locale,
      );
      return rowOf(item ?? original, locale, !item);
    });
  });
}

/** Published changes that the site does not use. */
function Unused({ unused, items }: Pick<ContentResponse, "unused" | "items">) {
  if (unused.length === 0) return null;
  return (
    <Warning className="mt-4">
      <p className="font-medium">
        {formatCounted(unused.length, "published change")} not used, because the files have changed
      </p>
      <ul className="mt-1 list-disc pl-5">
        {unused.map(({ item, pointer, problem }) => {
          const found = items.find(({ key }) => key === item);
          return (
            <li key={item + pointer}>
              {found ? itemName(found) : item}, {pointer}: {problem}
            </li>
          );
        })}
      </ul>
    </Warning>
  );
}

function Matches({ text }: { text: string }) {
  const search = useQuery({
    queryKey: ["content search", text],
    queryFn: ({ signal }) => request("GET /content/search", { query: { text }, signal }),
  });
  return (
    <QueryView
      query={search}
      loading={<Skeleton className="mt-5 h-64" />}
      empty={({ matches }) =>
        matches.length === 0 && (
          <EmptyState title="No text contains this">
            Check the spelling, or search for fewer words.
          </EmptyState>
        )
      }
    >
      {({ matches, hasMore }) => (
        <ul className="mt-5 border-hairline border-t">
          {matches.map((match) => (
            <li key={`${match.item}${match.pointer}`} className="border-hairline border-b py-2.5">
              <TextLink
                href={`${hrefOfItem(match.item, null)}?field=${encodeURIComponent(match.pointer)}`}
                className="font-medium"
              >
                {itemName(match)}
              </TextLink>{" "}
              <span className="text-ink-muted">{match.label}</span>
              <p className="wrap-anywhere">{match.text}</p>
            </li>
          ))}
          {hasMore && <li className="py-2.5 text-ink-muted">There are more. Search for more words.</li>}
        </ul>
      )}
    </QueryView>
  );
}
