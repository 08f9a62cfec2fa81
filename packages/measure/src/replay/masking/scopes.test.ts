import { expect, it } from "vitest";
import { createScopes } from "./scopes.ts";

/** An element that matches only one part of a selector list. */
const foundBy = (part: string) =>
  ({ nodeType: 1, matches: (selector: string) => selector.split(",").includes(part) }) as unknown as Element;

it("treats elements that visitors type or choose in, and selectedcontent, as entries", () => {
  const scopes = createScopes(null, () => false, new WeakSet());
  for (const role of ["textbox", "searchbox", "combobox", "spinbutton", "slider"])
    expect(scopes.isEntry(foundBy(`[role="${role}" i]`))).toBe(true);
  expect(scopes.isEntry(foundBy("selectedcontent"))).toBe(true);
  expect(scopes.isEntry(foundBy('[role="tab" i]'))).toBe(false);
});
