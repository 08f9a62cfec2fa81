import { WINDOW_SIZE_COOKIE } from "@marquee/contract";
import { expect, it } from "vitest";
import { createFakeCookies } from "../testing/fakes.ts";
import { rememberWindowSize } from "./windowSize.ts";

it("writes the size only when it changes, and no unknown size", () => {
  const cookies = createFakeCookies();
  for (const width of [390, 420, 0]) rememberWindowSize(cookies, width);
  expect([cookies.writes, cookies.jar.get(WINDOW_SIZE_COOKIE)]).toEqual([1, "phone"]);
  rememberWindowSize(cookies, 1440);
  expect([cookies.writes, cookies.jar.get(WINDOW_SIZE_COOKIE)]).toEqual([2, "desktop"]);
});
