import { expect, it } from "vitest";
import { usableSelectors } from "./usableSelectors.ts";

it("leaves out what is no selector, and nothing else", () => {
  const test = (selector: string) => {
    if (selector.startsWith("!")) throw new SyntaxError(`'${selector}' is not a valid selector.`);
  };
  expect(usableSelectors([".bill", "!", "#card", "!x"], test)).toEqual([".bill", "#card"]);
});
