import { expect, it } from "vitest";
import { mergeMarks } from "./marks.ts";

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
  const own = { ...digest([], "https://a.example/pricing"), messages: ["own"] };
  expect(mergeMarks(events, [own], false).map(({ text }) => text)).toEqual(["/pricing", "Own"]);
});
