import type { ContentField } from "@marquee/contract/schema";
import { describe, expect, it } from "vitest";
import { filterTexts } from "./TextList.tsx";

const field = (pointer: string, section: string, label: string, value: string): ContentField => ({
  pointer,
  section,
  label,
  value,
  kind: "text",
});
const FIELDS = [
  field("/hero/title", "Hero", "Title", "Give your work a trellis"),
  field("/facts/views/text", "Facts", "Views: Text", "for ever"),
  field("/closing/title", "Closing", "Title", "Start"),
];
const changed = { "/closing/title": "Begin today" };
const matchingPointers = (part: Partial<Parameters<typeof filterTexts>[1]>) =>
  filterTexts(FIELDS, { search: "", changed, isChangedOnly: false, ...part }).map(({ pointer }) => pointer);

describe("filterTexts", () => {
  it("matches every word in the name, the published or the changed text", () => {
    expect(matchingPointers({})).toEqual(FIELDS.map(({ pointer }) => pointer));
    expect(matchingPointers({ search: "TRELLIS work" })).toEqual(["/hero/title"]);
    expect(matchingPointers({ search: "title" })).toEqual(["/hero/title", "/closing/title"]);
    expect(matchingPointers({ search: "today" })).toEqual(["/closing/title"]);
    expect(matchingPointers({ search: "today trellis" })).toEqual([]);
  });

  it("returns only the changed texts on request", () => {
    expect(matchingPointers({ isChangedOnly: true })).toEqual(["/closing/title"]);
    expect(matchingPointers({ isChangedOnly: true, changed: {} })).toEqual([]);
  });
});
