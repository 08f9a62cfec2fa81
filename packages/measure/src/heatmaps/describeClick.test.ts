import { expect, it } from "vitest";
import { createAddressFilter } from "../privacy/filterAddress.ts";
import { isStableAttribute } from "./describeClick.ts";

const RULES = [{ pattern: "https://a.example/invitations/*", replacement: "/invitations/any" }];
const filter = createAddressFilter(RULES, () => "https://a.example/invitations/");
const isStable = (name: string, value: string) => isStableAttribute(name, value, filter);

it("accepts only hrefs that the address filter leaves unchanged", () => {
  expect(isStable("href", "/pricing")).toBe(true);
  for (const address of [
    "/invitations/anna",
    "anna",
    "https://a.example/invitations/anna",
    "/pricing#&email=anna",
  ])
    expect(isStable("href", address)).toBe(false);
});

it("accepts names, but no values that may identify the visitor", () => {
  expect(isStable("name", "anna")).toBe(true);
  expect(isStable("name", "anna@a.example")).toBe(false);
  expect(isStable("href", "/pricing?plan=1")).toBe(false);
  expect(isStable("class", "anna")).toBe(false);
});
