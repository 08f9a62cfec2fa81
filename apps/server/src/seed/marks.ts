import { createHash } from "node:crypto";

/*
 * Marks by which demo data is recognized, so that only it is removed. Clients can't create them: rows of `events` have a column that only the seed
 * sets; the server generates the IDs of leads and interactions itself. A browser chooses the ID of its receipt, and could only make its own look like
 * the demo's.
 */

/** Start of the demo's visitor IDs. Browsers generate others. */
export const DEMO_VISITOR = "demo-";

/** Start of the demo's UUIDs. Their version is 8, while random ones have version 4. */
export const DEMO_UUID = "de300000-0000-8000-8000-";

/** Start of the keys of the demo's experiments. */
export { DEMO_EXPERIMENT } from "../domains/experiments/queries/exposures.ts";

/** Start of the demo's releases. Real ones are hexadecimal. */
export const DEMO_RELEASE = "demo-";

/** Author of the demo's experiments in the change history. */
export const DEMO_ACTOR = "Demo data";

/** A demo ID, the same for the same kind and name. */
export function demoId(kind: "lead" | "submission" | "receipt", name: string): string {
  return DEMO_UUID + createHash("sha256").update(`${kind} ${name}`).digest("hex").slice(0, 12);
}
