import { describe, expect, it } from "vitest";
import { createFakeStore } from "../testing/fakes.ts";
import { createDepartmentMemory, DEPARTMENT_KEY } from "./department.ts";

describe("createDepartmentMemory", () => {
  it("keeps the department of the last page that is for one, and forgets on demand", () => {
    const store = createFakeStore();
    const memory = createDepartmentMemory(store);
    memory.visit("/pricing");
    expect(store.entries.size).toBe(0);
    memory.visit("/lp/teams/project-management");
    memory.visit("/pricing");
    expect(store.get(DEPARTMENT_KEY)).toBe('{"department":"PMO - Project Management"}');
    memory.visit("/teams/design");
    expect(store.get(DEPARTMENT_KEY)).toBe('{"department":"Creative & Design"}');
    memory.forget();
    expect(store.entries.size).toBe(0);
  });
});
