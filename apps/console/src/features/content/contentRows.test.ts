import type { ContentItemSummary, DraftSummary } from "@marquee/contract/schema";
import { expect, test } from "vitest";
import { rowsOf } from "./contentRows.ts";

const ME = "me@trellis.example";
const HOME: ContentItemSummary = {
  key: "copy:en:home",
  kind: "copy",
  locale: "en",
  id: "home",
  title: "Home",
  path: "/",
  isShared: false,
  isHidden: null,
  changed: 0,
  lastChange: null,
};

function draft(id: number, createdBy: string, change: Partial<DraftSummary> = {}): DraftSummary {
  const about = { name: `Draft ${id}`, createdAt: 0, updatedAt: 0, schedule: null, ready: null };
  return { id, createdBy, ...about, items: { [HOME.key]: 1 }, pages: [], ...change };
}

/** Where the row of a page leads, and which draft its status is about. */
function rowWith(...drafts: DraftSummary[]) {
  const [row] = rowsOf({ items: [HOME], drafts }, { language: "en", figures: null, account: ME });
  return { opensIn: row?.opensIn, draft: row?.draft?.id };
}

test("a page opens in the person's own draft, and in nobody else's", () => {
  expect(rowWith()).toEqual({ opensIn: null, draft: undefined });
  const [theirs, mine] = [draft(7, "ann@trellis.example"), draft(3, ME)];
  expect(rowWith(theirs)).toEqual({ opensIn: null, draft: 7 });
  expect(rowWith(theirs, mine)).toEqual({ opensIn: 3, draft: 3 });
});

test("a page that only someone else's draft has opens there", () => {
  const key = "page:en:trust";
  const page = { item: key, step: "added", title: "Trust", path: "/trust" } as const;
  const theirs = draft(7, "ann@trellis.example", { items: { [key]: 1 }, pages: [page] });
  const rows = rowsOf({ items: [HOME], drafts: [theirs] }, { language: "en", figures: null, account: ME });
  expect(rows.map(({ item, opensIn }) => [item.title, opensIn])).toEqual([
    ["Home", null],
    ["Trust", 7],
  ]);
});
