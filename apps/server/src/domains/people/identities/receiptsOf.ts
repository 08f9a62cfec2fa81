import { inArray, or, type SQL } from "drizzle-orm";
import { consentReceipts } from "../../consent/tables.ts";
import type { HashEmail } from "./names.ts";

const { visitorId, visitorHash } = consentReceipts;

/**
 * Matches the consent receipts of these anonymous IDs, including those stored with the ID itself by an earlier version.
 */
export function receiptsOf(ids: readonly string[], hashEmail: HashEmail): SQL | undefined {
  return or(
    inArray(
      visitorHash,
      ids.map((id) => hashEmail.ofId(id)),
    ),
    inArray(visitorId, [...ids]),
  );
}

/** The hash of a receipt's anonymous ID; null if it has none. */
export function visitorOf(
  receipt: Pick<typeof consentReceipts.$inferSelect, "visitorId" | "visitorHash">,
  hashEmail: HashEmail,
): string | null {
  return receipt.visitorHash ?? (receipt.visitorId === null ? null : hashEmail.ofId(receipt.visitorId));
}
