import { departmentOf } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";

/** Storage entry of the visitor's department: an object with the field `department` (specification, section 3). */
export const DEPARTMENT_KEY = "department";

export interface DepartmentMemory {
  /** Keeps the department that a page is for, if it is for one; the last such page decides. Call only once consent is there. */
  visit(path: string): void;
  forget(): void;
}

export function createDepartmentMemory(store: LocalStore): DepartmentMemory {
  return {
    visit(path) {
      const department = departmentOf(path);
      if (department) store.set(DEPARTMENT_KEY, JSON.stringify({ department }));
    },
    forget: () => store.remove(DEPARTMENT_KEY),
  };
}
