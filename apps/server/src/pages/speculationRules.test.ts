import { expect, test } from "vitest";
import { speculationRules } from "./speculationRules.ts";

const PAGES = [
  { path: "/", alternates: [] },
  { path: "/pricing", alternates: [] },
  { path: "/de/pricing", alternates: [] },
];

test("an interactive page prerenders only documents: not pages of its own language, files or APIs", () => {
  const text = JSON.stringify(speculationRules("en", PAGES));
  expect(text).toContain('{"not":{"href_matches":["/","/pricing"]}}');
  expect(JSON.stringify(speculationRules("de", PAGES))).toContain('{"not":{"href_matches":["/de/pricing"]}}');
  for (const path of ["/console/*", "/v1/*", "/leads/*", "/sub/*", "/api/*"])
    expect(text).toContain(`"${path}"`);
});
