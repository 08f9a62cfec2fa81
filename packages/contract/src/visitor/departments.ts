/** Entry of local storage with the visitor's department, an object with the field `department` (specification, section 3). */
export const DEPARTMENT_KEY = "department";

/** Departments that a page's path can indicate (specification, section 2). */
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

/**
 * The visitor's department; undefined without one, or if other code wrote the entry.
 * @param read returns the entry {@link DEPARTMENT_KEY}. It may throw, as in browsers that block storage.
 */
export function readDepartment(read: () => string | null): string | undefined {
  try {
    const { department } = JSON.parse(read() ?? "{}");
    return typeof department === "string" ? department : undefined;
  } catch {
    return undefined;
  }
}
