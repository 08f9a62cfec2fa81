import { capitalize, formatCount, formatCounted, METRICS, readablePath } from "@marquee/contract";
import type { DraftPage, DraftSummary } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { formatInstant } from "../../shared/format/format.ts";
import { languageName } from "../../shared/format/languageName.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import type { ContentRow } from "./contentRows.ts";
import { itemName } from "./contentTexts.ts";
import { hrefOfItem } from "./hrefOfItem.ts";
import { PageActions } from "./PageActions.tsx";
import { actionPageOf } from "./PageEditor.tsx";

/** What can be done with a page as a whole. */
export function actionsColumn(
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

/** A page or text: its language, state, last change and visitors. */
export const COLUMNS: readonly Column<ContentRow>[] = [
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
