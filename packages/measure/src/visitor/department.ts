import { departmentOf } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";
import { DEPARTMENT_KEY } from "./visitKeys.ts";

/** Keeps the department that a page is for, if it is for one; the last such page decides. Call only once consent is there. */
export function rememberDepartment(store: LocalStore, path: string): void {
  const department = departmentOf(path);
  if (department) store.set(DEPARTMENT_KEY, JSON.stringify({ department }));
}
