import { DEPARTMENT_KEY, type Department, pathOf } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";

/** Rules in the order of the specification. The first rule with a text that the path contains decides. */
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
 * The department of a page, or null if no rule matches its path.
 * @param url the page's path or absolute URL. Host, query string and fragment are ignored: they name
 * companies, campaigns and places, not what the page is about.
 */
export function departmentOf(url: string): Department | null {
  const path = pathOf(url);
  const rule = DEPARTMENT_RULES.find(([, parts]) => parts.some((part) => path.includes(part)));
  return rule ? rule[0] : null;
}

/** Stores the page's department, if it has one, as the visitor's; the last such page decides. Call only with consent. */
export function rememberDepartment(store: LocalStore, path: string): void {
  const department = departmentOf(path);
  if (department) store.set(DEPARTMENT_KEY, JSON.stringify({ department }));
}
