import { AREAS, type Area, accessTo, CONSOLE_API } from "@marquee/contract/schema";
import { expect, it } from "vitest";
import { maySee, SCREENS } from "./screens.ts";

/** Screens about the signed-in account, and those that everyone has. */
const OF_EVERYBODY = ["/team", "/changes", "/do-not-count", "/account"];

it("every screen belongs to an area, or is for everyone", () => {
  expect(SCREENS.filter(({ area }) => area === undefined).map(({ path }) => path)).toEqual(OF_EVERYBODY);
});

it("shows the screens of a person's areas, whose routes the server answers", () => {
  for (const area of AREAS) {
    const person = { role: "editor", areas: [area] } as const;
    const seen = new Set(SCREENS.filter((screen) => maySee(person, screen)).map(({ area }) => area));
    expect([...seen].sort()).toEqual([area, undefined].sort());
  }
  const rows = Object.values(CONSOLE_API);
  const areas = new Set(rows.map((row) => accessTo(row)?.area).filter((area): area is Area => !!area));
  expect([...areas].sort()).toEqual([...AREAS].sort());
});
