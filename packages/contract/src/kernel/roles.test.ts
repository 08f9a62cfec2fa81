import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Access, AREAS, may, mayOpen, PERMISSIONS, type Permission, ROLES } from "./roles.ts";

const DOCS = join(import.meta.dirname, "../../../../docs/accounts.md");

it("docs/accounts.md lists the permissions of each role", () => {
  const rows = [...readFileSync(DOCS, "utf8").matchAll(/^\| `(\w+)` \|[^|]+\|((?:[^|]*\|){4})$/gm)];
  const documented = rows.map(([, permission, cells = ""]) => [
    permission,
    cells
      .split("|")
      .slice(0, -1)
      .map((cell) => cell.trim() === "yes"),
  ]);
  const permissions = Object.keys(PERMISSIONS) as Permission[];
  expect(documented).toEqual(
    permissions.map((permission) => [permission, ROLES.map((role) => may(role, permission))]),
  );
});

it("gives each person their areas, and owners all areas", () => {
  const editor: Access = { role: "editor", areas: ["privacy"] };
  expect([...AREAS, null].filter((area) => mayOpen(editor, area))).toEqual(["privacy", null]);
  expect(AREAS.every((area) => mayOpen({ ...editor, role: "owner" }, area))).toBe(true);
  expect(AREAS.every((area) => mayOpen({ ...editor, areas: null }, area))).toBe(true);
});
