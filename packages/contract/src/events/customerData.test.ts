import { expect, it } from "vitest";
import { customerDataWarning } from "./customerData.ts";

it("warns above 3 KiB, or 16 KiB in compressed requests", () => {
  expect([3072, 16_384].map((bytes) => customerDataWarning(bytes, bytes > 3072))).toEqual([null, null]);
  expect(customerDataWarning(3073, false)).toContain(
    "3.0 KiB. Every RUM event repeats it; keep it below 3 KiB.",
  );
  expect(customerDataWarning(3073, true)).toBeNull();
  expect(customerDataWarning(20_480, true)).toContain(
    "20.0 KiB. Every RUM event repeats it; keep it below 16 KiB.",
  );
});
