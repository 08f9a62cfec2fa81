import { expect, it } from "vitest";
import { toAuditQuery } from "./Audit.tsx";

it.each([
  [{}, { by: "staff" }],
  [{ by: "visitors", action: "export" }, { by: "visitors" }],
  [
    { by: "nobody", action: "export" },
    { by: "staff", action: "export" },
  ],
  [
    { action: "nothing", text: " eve " },
    { by: "staff", text: "eve" },
  ],
])("builds the query for %j", (filters, expected) => {
  expect(toAuditQuery({ by: "", action: "", text: "", ...filters })).toEqual(expected);
});
