import { departmentOf } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";
import { LATE_KEYS } from "./lateKeys.ts";

/** Keeps the department that a page is for, if it is for one; the last such page decides. Call only once consent is there. */
export function rememberDepartment(store: LocalStore, path: string): void {
  const department = departmentOf(path);
  if (department) store.set(LATE_KEYS.department, JSON.stringify({ department }));
}
