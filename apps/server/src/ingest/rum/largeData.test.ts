import { ONE_HOUR } from "@marquee/contract";
import { expect, it, vi } from "vitest";
import { textRules } from "../textRules.ts";
import { createCustomerDataCheck } from "./largeData.ts";
import { readLines } from "./readLines.ts";

const line = (bytes: number) =>
  readLines(
    "rum",
    JSON.stringify({
      type: "view",
      date: 1,
      application: { id: "shop" },
      session: { id: "s" },
      view: { id: "v", url: "https://shop.example/" },
      service: "shop",
      usr: { id: "u" },
      context: { cart: "x".repeat(bytes) },
    }),
    textRules([], new Set()).monitoring,
  ).lines;

it("warns once an hour about more than 3 KiB, or 16 KiB in compressed requests", () => {
  const log = { warn: vi.fn() };
  let now = 1_800_000_000_000;
  const check = createCustomerDataCheck({ log, now: () => now });
  check(line(2900), false);
  check(line(4000), true);
  expect(log.warn).not.toHaveBeenCalled();
  check(line(4000), false);
  check(line(20_000), true);
  expect(log.warn.mock.calls).toEqual([
    [{ service: "shop" }, expect.stringContaining("keep it below 3 KiB")],
  ]);
  now += ONE_HOUR;
  check(line(20_000), true);
  expect(log.warn).toHaveBeenLastCalledWith(
    { service: "shop" },
    expect.stringContaining("keep it below 16 KiB"),
  );
});
