import { describe, expect, it } from "vitest";
import { createFakeStore } from "../testing/fakes.ts";
import { rememberDepartment } from "./department.ts";

describe("rememberDepartment", () => {
  it("keeps the department of the last page that is for one", () => {
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
