import type { ReceiptRow } from "@marquee/contract/schema";
import { formatPrecise } from "./format.ts";

const GROUPS: Record<ReceiptRow["groups"][number], string> = {
  C0001: "Necessary",
  C0002: "Analytics",
  C0003: "Functional",
  C0004: "Marketing",
};

/** Names of the groups that a decision grants. */
export function groupNames({ groups }: Pick<ReceiptRow, "groups">): string {
  return groups.map((group) => GROUPS[group]).join(", ");
}

/** Names of the groups that a decision grants, with the codes that consent platforms use. */
export function groupNamesAndCodes({ groups }: Pick<ReceiptRow, "groups">): string {
  return groups.map((group) => `${GROUPS[group]} (${group})`).join(", ");
}

/** Whether the decision allows measurement. */
export function isGranted({ groups }: Pick<ReceiptRow, "groups">): boolean {
  return groups.includes("C0002");
}

/** Progress of the deletion after a withdrawal, as a sentence. */
export function deletionText({ deletion }: Pick<ReceiptRow, "deletion">): string {
  if (!deletion) return "No data was stored under an ID, so there was nothing to delete.";
  if (deletion.completedAt === null)
    return `Deletion requested ${formatPrecise(deletion.requestedAt)}. This takes up to a minute.`;
  return `Data deleted ${formatPrecise(deletion.completedAt)}.`;
}
