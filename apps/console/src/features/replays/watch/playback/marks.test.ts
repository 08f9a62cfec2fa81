import { expect, it } from "vitest";
import { findMark, type Mark, type MarkKind, mergeMarks } from "./marks.ts";

const digest = (clicks: { at: number; kind: "click" | "rage" | "dead" }[], href?: string) => ({
  activity: [],
  clicks,
  messages: [],
  pages: href ? [{ at: 0, href }] : [],
});

it("sorts events and clicks by time and merges rage clicks in quick succession", () => {
  const events = [
    { id: "a", kind: "page" as const, at: 0, text: "/" },
    { id: "b", kind: "error" as const, at: 2500, text: "lost" },
  ];
  const clicks = [
    { at: 2000, kind: "rage" as const },
    { at: 2300, kind: "rage" as const },
    { at: 2600, kind: "rage" as const },
    { at: 9000, kind: "rage" as const },
    { at: 9100, kind: "click" as const },
    { at: 9200, kind: "click" as const },
  ];
  const digests = [digest(clicks.slice(3)), digest(clicks.slice(0, 3), "https://a.example/")];
  const marks = mergeMarks(events, digests, true);
  expect(marks.map(({ kind, at, text }) => [kind, at, text])).toEqual([
    ["page", 0, "/"],
    ["rage", 2000, "Rage click, 3 times"],
    ["error", 2500, "lost"],
    ["rage", 9000, "Rage click"],
    ["click", 9100, "Click"],
    ["click", 9200, "Click"],
  ]);
});

it("takes pages from the recording if there are no page events", () => {
  expect(mergeMarks([], [digest([], "https://a.example/pricing?x=1")], true)).toEqual([
    { id: 0, kind: "page", at: 0, text: "/pricing", times: 1 },
  ]);
});

it("excludes events of another tab at the same time", () => {
  const events = [
    { id: "own", kind: "event" as const, at: 1000, text: "Own" },
    { id: "other", kind: "page" as const, at: 2000, text: "/other" },
  ];
  const recorded = { ...digest([], "https://a.example/pricing"), messages: ["own"] };
  expect(mergeMarks(events, [recorded], false).map(({ text }) => text)).toEqual(["/pricing", "Own"]);
});

it("finds the mark that a link to a moment refers to", () => {
  const mark = (id: number, kind: MarkKind, at: number): Mark => ({ id, kind, at, text: "", times: 1 });
  const marks = [
    mark(0, "page", 1000),
    mark(1, "event", 5000),
    mark(2, "error", 5000),
    mark(3, "click", 5100),
    mark(4, "event", 5200),
    mark(5, "rage", 6000),
    mark(6, "page", 6500),
  ];
  const markIdAt = (at: number) => findMark(marks, at)?.id;
  expect(markIdAt(5000), "of two at this time, the error").toBe(2);
  expect(markIdAt(5200), "the exact event, not an error nearby").toBe(4);
  expect(markIdAt(6400), "the nearest issue, not a nearer page").toBe(5);
  expect(markIdAt(1500)).toBe(0);
  expect(markIdAt(20_000)).toBeUndefined();
});
