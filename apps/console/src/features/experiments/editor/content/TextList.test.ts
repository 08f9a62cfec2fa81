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
const found = (part: Partial<Parameters<typeof filterTexts>[1]>) =>
  filterTexts(FIELDS, { search: "", changed, isChangedOnly: false, ...part }).map(({ pointer }) => pointer);

describe("filterTexts", () => {
  it("matches every word in the name, the published or the changed text", () => {
    expect(found({})).toEqual(FIELDS.map(({ pointer }) => pointer));
    expect(found({ search: "TRELLIS work" })).toEqual(["/hero/title"]);
    expect(found({ search: "title" })).toEqual(["/hero/title", "/closing/title"]);
    expect(found({ search: "today" })).toEqual(["/closing/title"]);
    expect(found({ search: "today trellis" })).toEqual([]);
  });

  it("returns only the changed texts on request", () => {
    expect(found({ isChangedOnly: true })).toEqual(["/closing/title"]);
    expect(found({ isChangedOnly: true, changed: {} })).toEqual([]);
  });
});
