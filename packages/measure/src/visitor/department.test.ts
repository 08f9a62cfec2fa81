import { DEPARTMENTS } from "@marquee/contract";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { createFakeStore } from "../testing/fakes.ts";
import { departmentOf, rememberDepartment } from "./department.ts";

const EVERY_RULE = [
  ["/teams/design", "Creative & Design"],
  ["/customer-service", "Support"],
  ["/agile", "Engineering & Product"],
  ["/product", "Engineering & Product"],
  ["/website-management", "Engineering & Product"],
  ["/startup", "Engineering & Product"],
  ["/accounting", "Finance & Accounting"],
  ["/finance", "Finance & Accounting"],
  ["/human-resources", "HR & Recruiting"],
  ["/remote-work", "Remote Work"],
  ["/marketing", "Marketing"],
  ["/media", "Marketing"],
  ["/real-estate", "Operations"],
  ["/operations", "Operations"],
  ["/resource-management", "Operations"],
  ["/construction", "Operations"],
  ["/project-management", "PMO - Project Management"],
  ["/sales", "Sales & CRM"],
  ["/crm", "Sales & CRM"],
  ["/getting-started", "Personal Use"],
  ["/personal", "Personal Use"],
  ["/education", "Other"],
  ["/events", "Other"],
  ["/health", "Other"],
  ["/law", "Other"],
  ["/non-profit", "Other"],
  ["/student", "Other"],
] as const;

test.each(EVERY_RULE)("maps %s to %s", (path, department) => {
  expect(departmentOf(path)).toBe(department);
});

test.each([
  ["/lp/teams/project-management", "PMO - Project Management"],
  ["/social-media-planner", "Marketing"],
  ["/productivity", "Engineering & Product"],
  ["https://trellis.example/fr-FR/crm?x=1", "Sales & CRM"],
  ["/", null],
  ["/design", null],
  ["/pricing", null],
  ["/?team=/teams/design", null],
  ["/pricing#sales", null],
  ["/pricing?next=/finance", null],
  ["https://crm.example/", null],
])("maps %s to %s", (url, department) => {
  expect(departmentOf(url)).toBe(department);
});

test("the first matching rule decides, regardless of the order in the path", () => {
  const rule = fc.nat({ max: EVERY_RULE.length - 1 });
  fc.assert(
    fc.property(rule, rule, fc.string(), (one, other, query) => {
      const [before, after] = [EVERY_RULE[one]?.[0], EVERY_RULE[other]?.[0]];
      expect(departmentOf(`/x${before}${after}?${query}`)).toBe(EVERY_RULE[Math.min(one, other)]?.[1]);
    }),
  );
});

test("every department has a rule, in list order", () => {
  expect([...new Set(EVERY_RULE.map(([, department]) => department))]).toEqual([...DEPARTMENTS]);
});

describe("rememberDepartment", () => {
  it("stores the department of the last page that has one", () => {
    const store = createFakeStore();
    rememberDepartment(store, "/pricing");
    expect(store.entries.size).toBe(0);
    rememberDepartment(store, "/lp/teams/project-management");
    rememberDepartment(store, "/pricing");
    expect(store.get("department")).toBe('{"department":"PMO - Project Management"}');
    rememberDepartment(store, "/teams/design");
    expect(store.get("department")).toBe('{"department":"Creative & Design"}');
  });
});
