import { afterEach, expect, it } from "vitest";
import {
  dropDraftsOfOthers,
  forgetKeptDraft,
  hasKeptDrafts,
  keepDrafts,
  readKeptDraft,
  registerDraft,
} from "./keptDrafts.ts";

afterEach(() => dropDraftsOfOthers(null));

it("keeps the drafts on screen when the session ends, for the same account", () => {
  let draft = "first";
  const end = registerDraft("flag site-banner", () => ({ base: 1, draft }));
  registerDraft("flag closed", () => ({ base: 1, draft: "closed" }))();
  draft = "typed since";
  keepDrafts("ann@trellis.example");
  end();
  expect(hasKeptDrafts()).toBe(true);
  dropDraftsOfOthers("ann@trellis.example");
  expect(readKeptDraft("flag site-banner")).toEqual({ base: 1, draft: "typed since" });
  expect(readKeptDraft("flag closed")).toBeUndefined();
  forgetKeptDraft("flag site-banner");
  expect(hasKeptDrafts()).toBe(false);
});

it.each([["ben@trellis.example"], [null]])("drops them when %s signs in", (account) => {
  const end = registerDraft("flag site-banner", () => ({ base: 1, draft: "private" }));
  keepDrafts("ann@trellis.example");
  end();
  dropDraftsOfOthers(account);
  expect(readKeptDraft("flag site-banner")).toBeUndefined();
  dropDraftsOfOthers("ann@trellis.example");
  expect(hasKeptDrafts()).toBe(false);
});
