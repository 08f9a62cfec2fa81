import { expect, it } from "vitest";
import type { ChangeReport, UnusualCount } from "../schema/console/changeReport.ts";
import { changeSentence as sentenceOf } from "./changeSentence.ts";

const change = (given: Partial<UnusualCount>): UnusualCount => ({
  ...{ metric: "leads", part: null, value: 16, median: 24, deviation: 1, low: 20, high: 28, earlier: [] },
  ...given,
});
/** Ranges of dates have thin spaces. */
const changeSentence = (given: ChangeReport) => {
  const sentence = sentenceOf(given);
  return { ...sentence, text: sentence.text.replaceAll("\u2009", " ") };
};
const newsletter = { dimension: "visit:source", value: "newsletter" } as const;
const report = (changes: UnusualCount[], given: Partial<ChangeReport> = {}): ChangeReport => ({
  period: { from: "2026-06-10", to: "2026-06-16" },
  shift: 7,
  periods: 8,
  changes,
  ...given,
});

it("says how much the whole changed, and which part changed most in that direction", () => {
  const up = change({ part: { dimension: "visit:country", value: "DE" }, value: 9, median: 3 });
  const down = change({ part: newsletter, value: 2, median: 14 });
  expect(changeSentence(report([change({}), up, down]))).toEqual({
    text: "Leads are down 33% (Jun 10 – 16, 2026): newsletter brought 2 instead of the usual 14.",
    direction: "down",
    isGood: false,
  });
});

it("names a part alone if the whole is usual", () => {
  expect(
    changeSentence(report([change({ part: newsletter, metric: "visits", value: 1, median: 9 })])).text,
  ).toBe("Newsletter brought 1 visit instead of the usual 9 (Jun 10 – 16, 2026).");
});

it("has no percentage of nothing", () => {
  expect(changeSentence(report([change({ value: 7, median: 0 })]))).toMatchObject({
    text: "Leads are up from none to 7 (Jun 10 – 16, 2026).",
    isGood: true,
  });
});

it("says when nothing is unusual, or nothing can be known", () => {
  expect(changeSentence(report([])).text).toBe("Nothing unusual (Jun 10 – 16, 2026).");
  expect(changeSentence(report([], { periods: 2 })).text).toBe("Too little history to know what is usual.");
  expect(changeSentence(report([], { period: null })).text).toBe("This range has not begun.");
});
