import { expect, it } from "vitest";
import { createToken, linkWith } from "../../platform/storage/tokens.ts";

it("puts the token in the URL fragment, which servers and proxies do not receive", () => {
  const token = createToken();
  for (const screen of ["setup", "join"] as const) {
    const { origin, pathname, search, hash } = new URL(linkWith(token, "https://trellis.example", screen));
    expect([origin, pathname, search]).toEqual(["https://trellis.example", `/console/${screen}`, ""]);
    expect(new URLSearchParams(hash.slice(1)).get("token")).toBe(token);
  }
});
