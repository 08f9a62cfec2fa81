import { pathOf } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";
import { DEPARTMENT_KEY } from "./visitKeys.ts";

/** The visitor's department, derived from a page's path (specification, section 2). */
export const DEPARTMENTS = [
  "Creative & Design",
  "Support",
  "Engineering & Product",
  "Finance & Accounting",
  "HR & Recruiting",
  "Remote Work",
  "Marketing",
  "Operations",
  "PMO - Project Management",
  "Sales & CRM",
  "Personal Use",
  "Other",
] as const;
export type Department = (typeof DEPARTMENTS)[number];

/** In the order of the specification; the first one whose text is part of the path decides. */
const DEPARTMENT_RULES: readonly (readonly [Department, readonly string[]])[] = [
  ["Creative & Design", ["/teams/design"]],
  ["Support", ["customer-service"]],
  ["Engineering & Product", ["agile", "product", "website-management", "startup"]],
  ["Finance & Accounting", ["accounting", "finance"]],
  ["HR & Recruiting", ["human-resources"]],
  ["Remote Work", ["remote-work"]],
  ["Marketing", ["marketing", "media"]],
  ["Operations", ["real-estate", "operations", "resource-management", "construction"]],
  ["PMO - Project Management", ["project-management"]],
  ["Sales & CRM", ["sales", "crm"]],
  ["Personal Use", ["getting-started", "personal"]],
  ["Other", ["education", "events", "health", "law", "non-profit", "student"]],
];

/**
 * The department that a page is for, or null when its path names none.
 * @param url the page's path or absolute address. Only the path decides: neither host, query string nor fragment.
 */
export function departmentOf(url: string): Department | null {
  const path = pathOf(url);
  const rule = DEPARTMENT_RULES.find(([, parts]) => parts.some((part) => path.includes(part)));
  return rule ? rule[0] : null;
}

/** Keeps the department that a page is for, if it is for one; the last such page decides. Call only once consent is there. */
export function rememberDepartment(store: LocalStore, path: string): void {
  const department = departmentOf(path);
  if (department) store.set(DEPARTMENT_KEY, JSON.stringify({ department }));
}
