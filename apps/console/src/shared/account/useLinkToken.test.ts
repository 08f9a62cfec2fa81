import { expect, it } from "vitest";
import { readLinkToken } from "./useLinkToken.ts";

it.each([
  ["#token=a_b-1", "a_b-1"],
  ["?token=a_b-1", "a_b-1"],
  ["?token=old#token=new", "new"],
  ["?token=", null],
  ["#token", null],
  ["#overview", null],
  ["", null],
])("reads the token of /console/join%s", (end, token) => {
  expect(readLinkToken(`https://trellis.example/console/join${end}`)).toBe(token);
});
