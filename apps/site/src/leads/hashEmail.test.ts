import { afterEach, expect, it, vi } from "vitest";
import { hashEmail } from "./hashEmail.ts";

afterEach(() => vi.unstubAllGlobals());

it("is the SHA-256 of the address in its usual spelling", async () => {
  const hash = "973dfe463ec85785f5f95af5ba3906eedb2d931c24e69824a89ea65dba4e813b";
  expect(await hashEmail("test@example.com")).toBe(hash);
  expect(await hashEmail(" Test@Example.com ")).toBe(hash);
});

it("is null without Web Crypto", async () => {
  vi.stubGlobal("crypto", {});
  expect(await hashEmail("test@example.com")).toBeNull();
});
