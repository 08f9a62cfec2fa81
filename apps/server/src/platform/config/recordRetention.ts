/** Kinds of records that can expire: leads, consent receipts, and the console's change history. */
export const RECORD_KINDS = ["leads", "receipts", "changes"] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** How many days records of each kind are kept; null means forever. */
export type RecordRetention = Record<RecordKind, number | null>;

/** The variable for each kind. */
export const RECORD_VARIABLES = {
  leads: "LEAD_RETENTION_DAYS",
  receipts: "RECEIPT_RETENTION_DAYS",
  changes: "CHANGE_RETENTION_DAYS",
} as const satisfies Record<RecordKind, string>;

/** How long a consent lasts. */
const CONSENT_DAYS = 365;

/**
 * A receipt proves the consent to events that came up to a year after it, so it must be kept as long as those. @returns the problem; null if there is none.
 */
export function checkReceiptRetention(receipts: number | null, retentionDays: number | null): string | null {
  if (receipts === null) return null;
  const name = RECORD_VARIABLES.receipts;
  if (retentionDays === null)
    return `${name}: use 0, because RETENTION_DAYS=0 keeps all events, and receipts prove the consent to them.`;
  const shortest = retentionDays + CONSENT_DAYS;
  if (receipts >= shortest) return null;
  return `${name}: use at least ${shortest} days (RETENTION_DAYS and a year), or 0 to keep all. Receipts prove the consent to events that are still stored.`;
}

/** Confirmed numbers of days by kind. */
export type ConfirmedRecords = Record<RecordKind, readonly number[]>;

interface Confirmed {
  /** Days of events and recordings. */
  confirmedRetention: number[];
  confirmedRecords: ConfirmedRecords;
}

export const NOTHING_CONFIRMED: Confirmed = {
  confirmedRetention: [],
  confirmedRecords: { leads: [], receipts: [], changes: [] },
};

/** Parses `RETENTION_CONFIRM`: days of events and recordings, and of kinds of records by name, such as `365,14,leads:90`. */
export function parseConfirmed(value: string): Confirmed {
  const confirmed: Record<RecordKind | "", number[]> = { "": [], leads: [], receipts: [], changes: [] };
  for (const part of value.split(",").map((each) => each.trim())) {
    if (part === "") continue;
    const [kind = "", days = ""] = part.includes(":") ? part.split(":", 2) : ["", part];
    const list = Object.hasOwn(confirmed, kind) ? confirmed[kind as RecordKind | ""] : null;
    if (!list || !/^[1-9]\d{0,4}$/.test(days))
      throw new Error(
        `use numbers of days, and of records with their kind, such as 365,14,leads:90 (${RECORD_KINDS.join(", ")}).`,
      );
    list.push(Number(days));
  }
  const { "": confirmedRetention, ...confirmedRecords } = confirmed;
  return { confirmedRetention, confirmedRecords };
}
