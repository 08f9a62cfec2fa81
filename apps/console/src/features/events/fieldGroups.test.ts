import { describe, expect, it } from "vitest";
import { groupFields } from "./fieldGroups.ts";

describe("groupFields", () => {
  const fields = { type: "page", received_at: Date.UTC(2026, 5, 1, 12), session_id: "0", demo: 0 };
  const groups = groupFields(fields);
  const shownAs = (label: string) =>
    groups.flatMap((group) => group.fields).find(([name]) => name === label)?.[1];

  it("shows each field once, those that no group knows under their own names", () => {
    expect(groups.flatMap((group) => group.fields).map(([name]) => name)).toEqual([
      "Type",
      "Received",
      "Session start",
      "demo",
    ]);
    expect(groups.at(-1)).toEqual({ title: "More", fields: [["demo", "0"]] });
  });

  it("writes instants for people, and nothing where no session is named", () => {
    expect(shownAs("Received")).toContain("2026");
    expect(shownAs("Session start")).toBe("");
  });
});
