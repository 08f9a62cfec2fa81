import type { DraftSummary } from "@marquee/contract/schema";
import { expect, test } from "vitest";
import { contentVersion } from "./useContentList.ts";

const draft = (id: number, updatedAt: number) => ({ id, updatedAt }) as DraftSummary;

test("a preview is rendered again after each publication and restoration, and each change of its draft", () => {
  const before = { head: 4, drafts: [draft(1, 100), draft(2, 200)] };
  expect(contentVersion({ ...before }, 1)).toBe(contentVersion(before, 1));
  for (const draftId of [null, 1])
    expect(contentVersion({ ...before, head: 5 }, draftId), "what was published was taken back").not.toBe(
      contentVersion(before, draftId),
    );
  const changed = { ...before, drafts: [draft(1, 101), draft(2, 200)] };
  expect(contentVersion(changed, 1)).not.toBe(contentVersion(before, 1));
  expect(contentVersion(changed, 2), "another draft").toBe(contentVersion(before, 2));
  expect(contentVersion(changed, null)).toBe(contentVersion(before, null));
});
