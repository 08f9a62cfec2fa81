import type { ReceiptRow } from "@marquee/contract/schema";
import { formatPrecise } from "./format.ts";

const GROUPS: Record<ReceiptRow["groups"][number], string> = {
  C0001: "Necessary",
  C0002: "Analytics",
  C0003: "Functional",
  C0004: "Marketing",
};

/** The groups that a decision agrees to, by name. */
export function groupNames({ groups }: Pick<ReceiptRow, "groups">): string {
  return groups.map((group) => GROUPS[group]).join(", ");
}

/** The same with the codes by which consent platforms know them. */
export function groupNamesAndCodes({ groups }: Pick<ReceiptRow, "groups">): string {
  return groups.map((group) => `${GROUPS[group]} (${group})`).join(", ");
}

/** Whether a decision lets the visit be measured. */
export function isGranted({ groups }: Pick<ReceiptRow, "groups">): boolean {
  return groups.includes("C0002");
}

/** How far the deletion after a withdrawal has come, as a sentence. */
export function deletionText({ deletion }: Pick<ReceiptRow, "deletion">): string {
  if (!deletion) return "No data was stored under an ID, so there was nothing to delete.";
  if (deletion.completedAt === null)
    return `Deletion requested ${formatPrecise(deletion.requestedAt)}. This takes up to a minute.`;
  return `Data deleted ${formatPrecise(deletion.completedAt)}.`;
}
