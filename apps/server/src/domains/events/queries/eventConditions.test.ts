import { expect, it } from "vitest";
import { EVERYTHING } from "../../questions/queries/selection.ts";
import { eventConditions } from "./eventConditions.ts";

it("uses only known filters of a request", () => {
  const sent = { type: "track", kind: "bots", zzz: "1", toString: "2" } as const;
  const { where, params } = eventConditions({
    from: 0,
    to: 1,
    selection: EVERYTHING,
    seesPeople: true,
    filter: sent,
  });
  expect(where).toMatch(/ AND \(type = \{type:String\}\) AND \(bot != ''\)$/);
  expect(Object.keys(params)).not.toContain("zzz");
  expect(params).toMatchObject({ type: "track" });
});
