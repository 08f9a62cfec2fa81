import { expect, test } from "vitest";
import { quizLink, readQuizAddress } from "./quizAddress.ts";

const ANSWERS = {
  team: "small",
  planning: "timelines",
  time: "none",
  signIn: "two-factor",
  oversight: "guests",
} as const;

test("builds a link to the page with the answers and nothing else", () => {
  const link = quizLink("https://trellis.example/de/pricing?utm_source=a&seats=7#compare", ANSWERS);
  expect(link).toBe("https://trellis.example/de/pricing?plan-quiz=small.timelines.none.two-factor.guests");
  expect(readQuizAddress(new URL(link).search)).toEqual(ANSWERS);
});

test.each(["", "?plan-quiz", "?plan-quiz=zzz", "?plan-quiz=me.boards.none.password", "?plan-quiz=%00"])(
  "returns null for %j",
  (search) => expect(readQuizAddress(search)).toBeNull(),
);
