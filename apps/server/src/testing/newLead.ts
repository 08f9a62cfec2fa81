import { randomUUID } from "node:crypto";
import type { leads } from "../platform/storage/records/schema.ts";

/** A lead with this email address, as stored. */
export function newLead(email: string): typeof leads.$inferInsert {
  return {
    submissionId: randomUUID(),
    kind: "sales",
    email,
    message: "",
    name: "",
    locale: "en",
    pagePath: "/",
    location: "nav",
    attribution: {},
    isSpam: false,
    createdAt: new Date(Date.UTC(2026, 5, 1, 12)),
  };
}
