import { CONSENT_GROUPS, type ConsentReceipt, isProvenBy, ONE_YEAR, type Timestamp } from "@marquee/contract";
import { eq } from "drizzle-orm";
import type { EventStore } from "../storage/events/eventStore.ts";
import { queryMeasuredByRegion } from "../storage/events/queries/measuredByRegion.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { consentReceipts, upgrades } from "../storage/records/schema.ts";

interface ProofOptions {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "query">;
  now: () => Timestamp;
}

/** Anonymous IDs from before browsers derived them from a secret: 122 random bits, which cannot be guessed. */
const RANDOM_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Time for which browsers keep an anonymous ID. */
const ID_LIFETIME = ONE_YEAR;

/**
 * Whether the sender of a decision owns the anonymous ID in it. An ID is derived from a secret that only its browser has. Older random IDs
 * cannot be guessed, so knowing one is the proof if this installation stored it at that time:
 *
 *   made from the secret that came along ──────────────────────────────────────▶ proven
 *   else: random, and agreed or measured by region before ids had secrets, less than a year ago
 *           ├─ a withdrawal, or never asked ────────────────────────────────────▶ proven
 *           └─ an agreement, with the receipt of the one before ────────────────▶ proven
 *   else ──────────────────────────────────────────────────────────────────────▶ not proven
 *
 * @throws when a store is away.
 */
export async function isProven(options: ProofOptions, receipt: ConsentReceipt): Promise<boolean> {
  const { anonymousId, proof } = receipt;
  if (!anonymousId || isProvenBy(anonymousId, proof ?? "")) return true;
  // Earlier, anyone could grant consent for any ID, so a receipt of a guessable ID proves nothing.
  if (!RANDOM_ID.test(anonymousId)) return false;
  const upgradedAt = await readUpgrade(options.db);
  if (options.now() - upgradedAt > ID_LIFETIME) return false;
  const receipts = await options.db
    .select({
      id: consentReceipts.id,
      groups: consentReceipts.groups,
      receivedAt: consentReceipts.receivedAt,
    })
    .from(consentReceipts)
    .where(eq(consentReceipts.visitorId, anonymousId));
  if (receipts.some(({ receivedAt }) => receivedAt.getTime() < upgradedAt))
    // A withdrawal's own receipt proves nothing, because a random ID was enough for it.
    return isWithdrawal(receipt) || receipts.some((kept) => kept.id === proof && !isWithdrawal(kept));
  return queryMeasuredByRegion(options.eventStore, anonymousId, upgradedAt);
}

/** A decision against C0002. */
export function isWithdrawal({ groups }: { groups: readonly string[] }): boolean {
  return !groups.includes(CONSENT_GROUPS.analytics);
}

/** Time at which this installation began to require proofs. */
async function readUpgrade(db: RecordsDatabase): Promise<Timestamp> {
  const [row] = await db.select().from(upgrades).where(eq(upgrades.name, "visitor proofs"));
  return row?.at.getTime() ?? 0;
}
