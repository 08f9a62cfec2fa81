import { LOCALES } from "@marquee/contract";
import { expect, test } from "vitest";
import { testCopy } from "../../site/testing/testSite.ts";
import { COLUMN_COUNT, moveCard, SAMPLE_CARDS, TEAM_CARDS } from "./boardState.ts";
import { createBoardWords } from "./boardWords.ts";

test("positionText names the card, its column and its position", async () => {
  const { positionText } = createBoardWords((await testCopy.load("samples", "en")).board);
  const moved = moveCard(SAMPLE_CARDS, "copy", 1);
  expect(positionText(moved, "copy")).toBe("Rewrite the sign-up page: In progress, 3 of 3");
  expect(positionText(moved, "unknown")).toBe("");
});

test.each(LOCALES)("every column and every card has texts in %s", async (locale) => {
  const { board } = await testCopy.load("samples", locale);
  expect(board.columns).toHaveLength(COLUMN_COUNT);
  const { textsOf } = createBoardWords(board);
  for (const { id } of [...SAMPLE_CARDS, ...TEAM_CARDS]) expect(textsOf(id).tag, id).not.toBe("");
});
