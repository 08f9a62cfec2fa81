/** Kinds of records that can expire: leads, consent receipts, and the console's change history. */
export const RECORD_KINDS = ["leads", "receipts", "changes"] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** How many days records of each kind are kept; null means forever. */
export type RecordRetention = Record<RecordKind, number | null>;

/** The variable that sets each. */
export const RECORD_VARIABLES = {
  leads: "LEAD_RETENTION_DAYS",
  receipts: "RECEIPT_RETENTION_DAYS",
  changes: "CHANGE_RETENTION_DAYS",
} as const satisfies Record<RecordKind, string>;

/** How long a consent lasts. */
const CONSENT_DAYS = 365;

/** A receipt proves the consent to events that came up to a year after it, so it has to stay as long as those. @returns what is wrong; null if nothing is. */
export function checkReceiptRetention(receipts: number | null, retentionDays: number | null): string | null {
  if (receipts === null) return null;
  const name = RECORD_VARIABLES.receipts;
  if (retentionDays === null)
    return `${name}: use 0, because RETENTION_DAYS=0 keeps all events, and receipts prove the consent to them.`;
  const shortest = retentionDays + CONSENT_DAYS;
  if (receipts >= shortest) return null;
  return `${name}: use at least ${shortest} days (RETENTION_DAYS and a year), or 0 to keep all. Receipts prove the consent to events that are still stored.`;
}
