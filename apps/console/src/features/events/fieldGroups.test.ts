import { describe, expect, it } from "vitest";
import { groupFields } from "./fieldGroups.ts";

describe("groupFields", () => {
  const received_at = Date.UTC(2026, 5, 1, 12);
  const fields = { type: "page", received_at, session_id: "0", demo: 0, shard: "7", empty: "", none: "0" };
  const groups = groupFields(fields);
  const shownAs = (label: string) =>
    groups.flatMap((group) => group.fields).find(([name]) => name === label)?.[1];

  it("shows each field once, and unknown fields under their own names", () => {
    expect(groups.flatMap((group) => group.fields).map(([name]) => name)).toEqual([
      "Type",
      "Received",
      "Session start",
      "shard",
    ]);
    expect(groups.at(-1)).toEqual({ title: "More", fields: [["shard", "7"]] });
  });

  it("leaves out groups without fields, and mentions demo data only if the event is", () => {
    expect(groupFields({ type: "page", demo: 0 })).toEqual([{ title: "Event", fields: [["Type", "page"]] }]);
    expect(groupFields({ demo: 1 })).toEqual([{ title: "Event", fields: [["Demo data", "Yes"]] }]);
  });

  it("names the channel", () => {
    const attribution = (channel: string) => groupFields({ channel }).flatMap((group) => group.fields);
    expect(attribution("paid-search")).toEqual([["Channel", "Paid search"]]);
    expect(attribution("")).toEqual([["Channel", ""]]);
  });

  it("formats timestamps, and leaves the session empty if there is none", () => {
    expect(shownAs("Received")).toContain("2026");
    expect(shownAs("Session start")).toBe("");
  });
});
