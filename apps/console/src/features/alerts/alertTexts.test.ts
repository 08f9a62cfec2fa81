import type { AlertDefinition, AlertPreviewResponse, AlertReading } from "@marquee/contract/schema";
import { expect, it } from "vitest";
import { conditionOf, NEW_ALERT, previewText, reachText } from "./alertTexts.ts";

const LEADS: AlertDefinition = { ...NEW_ALERT, kind: "leads", direction: "drop" };
const READING: AlertReading = {
  hours: 24,
  value: 3,
  of: null,
  expected: 4,
  low: 0,
  high: 13,
  smallestDrop: null,
};
const day = Date.UTC(2026, 10, 24, 12);

it.each<[Partial<AlertDefinition>, string | null]>([
  [{}, "leads in the last 24 hours are below their usual range"],
  [{ windowDays: 7, direction: "both" }, "leads in the last 7 days are outside their usual range"],
  [
    { windowDays: 7, rule: { type: "threshold", side: "below", limit: 10 } },
    "leads in the last 7 days are below 10",
  ],
  [
    { kind: "conversion", windowDays: 28, rule: { type: "threshold", side: "above", limit: 2.5 } },
    "the conversion rate in the last 28 days is above 2.5%",
  ],
  [
    { windowDays: 28, rule: { type: "change", percent: 30 } },
    "leads in the last 28 days are down more than 30% from the 28 days before",
  ],
  [
    { kind: "traffic", direction: "both", rule: { type: "change", percent: 50 } },
    "visits in the last 24 hours are up or down more than 50% from the same day a week earlier",
  ],
  [{ kind: "consent" }, "the consent rate in the last 24 hours is below its usual range"],
  [{ kind: "disk" }, null],
])("says when an alarm opens: %j", (change, text) => {
  expect(conditionOf({ ...LEADS, ...change })).toBe(text);
});

it("suggests a longer window or a threshold if it could find no drop, or only a large one", () => {
  expect(reachText(LEADS, [READING])).toEqual({
    text: "Too few to find any drop within a day. Choose a longer window or a threshold.",
    isWeak: true,
  });
  expect(reachText({ ...LEADS, windowDays: 28 }, [READING])?.text).toBe(
    "Too few to find any drop within 28 days. Choose a threshold.",
  );
  expect(reachText({ ...LEADS, windowDays: 7 }, [{ ...READING, smallestDrop: 0.6 }])?.text).toBe(
    "Only drops of 60% or more show within 7 days. Choose a longer window or a threshold.",
  );
  expect(reachText({ ...LEADS, windowDays: 7 }, [{ ...READING, smallestDrop: 0.25 }])).toEqual({
    text: "Finds drops of 25% within 7 days.",
    isWeak: false,
  });
  expect(reachText({ ...LEADS, direction: "rise" }, [READING])).toBeNull();
});

it("says what an alert would have done", () => {
  const status = { state: "ok" as const, text: "16 leads in the last 7 days (limit: 10).", readings: [] };
  const preview: AlertPreviewResponse = { days: 90, status, alarms: [] };
  expect(previewText(LEADS, preview)).toBe(
    "It would have opened no alarms in the past 90 days. 16 leads in the last 7 days (limit: 10).",
  );
  const alarm = { text: "Leads are below 10: 9 in the last 7 days.", openedAt: day, resolvedAt: null };
  expect(previewText(LEADS, { ...preview, alarms: [alarm] })).toMatch(
    /^It would have opened 1 alarm in the past 90 days, on .*Nov 24.*: Leads are below 10: 9 in the last 7 days\.$/,
  );
  expect(previewText(LEADS, { ...preview, alarms: [alarm, alarm] })).toContain(
    "2 alarms in the past 90 days, the latest on",
  );
  expect(previewText(LEADS, { ...preview, status: { ...status, readings: [READING] } })).toMatch(
    /Too few to find any drop within a day\. Choose a longer window or a threshold\.$/,
  );
  const learning = { state: "learning" as const, text: "Needs 7 days of history.", readings: [] };
  expect(previewText(LEADS, { ...preview, status: learning })).toBe("Needs 7 days of history.");
});
