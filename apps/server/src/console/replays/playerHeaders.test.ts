import { expect, it } from "vitest";
import { playerHeaders } from "./playerHeaders.ts";

it("lets a recording load from this origin or from itself, and from nowhere else", () => {
  const policy: Record<string, string[]> = {};
  for (const directive of playerHeaders["content-security-policy"].split("; ")) {
    const [name = "", ...sources] = directive.split(" ");
    policy[name] = sources;
  }
  expect(policy["default-src"]).toEqual(["'none'"]);
  const allowed = new Set(["'self'", "'none'", "'unsafe-inline'", "data:"]);
  for (const [name, sources] of Object.entries(policy)) {
    if (name.endsWith("-src")) for (const source of sources) expect(allowed, name).toContain(source);
  }
  expect(policy["script-src"]).toEqual(["'self'"]);
  // Data could be a style sheet that names further addresses.
  expect(policy["style-src"]).not.toContain("data:");
  expect(policy.sandbox).toEqual(["allow-scripts", "allow-same-origin"]);
  expect(playerHeaders["x-dns-prefetch-control"]).toBe("off");
});
