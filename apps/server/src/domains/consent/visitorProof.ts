import { CONSENT_GROUPS, type ConsentReceipt, isProvenBy, ONE_YEAR, type Timestamp } from "@marquee/contract";
import { eq } from "drizzle-orm";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { HashEmail } from "../people/identities/names.ts";
import { receiptsOf } from "../people/identities/receiptsOf.ts";
import { queryMeasuredByRegion } from "./queries/measuredByRegion.ts";
import { consentReceipts, upgrades } from "./tables.ts";

interface ProofOptions {
  db: RecordsDatabase;
  hashEmail: HashEmail;
  eventStore: Pick<EventStore, "query">;
  now: () => Timestamp;
}

/** Anonymous IDs that browsers generated before IDs were derived from a secret: UUIDs with 122 random bits, which cannot be guessed. */
const RANDOM_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** How long browsers keep an anonymous ID. */
const ID_LIFETIME = ONE_YEAR;

/**
 * Whether the sender of a decision owns its anonymous ID; true if the decision has no ID. An ID is derived from a secret that only its browser has.
 * Older IDs have no secret. Those that cannot be guessed are accepted if this installation knew them before IDs had secrets:
 *
 *   no ID, or derived from the secret that was sent ───────────────────────────▶ proven
 *   else: random ID, and IDs have had secrets for less than a year
 *           ├─ receipt stored before then, decision is a withdrawal ────────────▶ proven
 *           ├─ receipt stored before then, proof is the ID of a stored consent ─▶ proven
 *           └─ no such receipt, but measured by region before then ─────────────▶ proven
 *   else ──────────────────────────────────────────────────────────────────────▶ not proven
 *
 * @throws if a store is unavailable.
 */
export async function isProven(options: ProofOptions, receipt: ConsentReceipt): Promise<boolean> {
  const { anonymousId, proof } = receipt;
  if (!anonymousId || isProvenBy(anonymousId, proof ?? "")) return true;
  // Before IDs had secrets, anyone could grant consent for any ID, so a receipt of a guessable ID proves nothing.
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
    .where(receiptsOf([anonymousId], options.hashEmail));
  if (receipts.some(({ receivedAt }) => receivedAt.getTime() < upgradedAt))
    // The receipt of a withdrawal proves nothing, because the random ID alone is enough to withdraw.
    return isWithdrawal(receipt) || receipts.some((stored) => stored.id === proof && !isWithdrawal(stored));
  return queryMeasuredByRegion(options.eventStore, anonymousId, upgradedAt);
}

/** Whether the decision denies C0002. */
export function isWithdrawal({ groups }: { groups: readonly string[] }): boolean {
  return !groups.includes(CONSENT_GROUPS.analytics);
}

/** When this installation started to require proofs; 0 if that is not recorded. */
async function readUpgrade(db: RecordsDatabase): Promise<Timestamp> {
  const [row] = await db.select().from(upgrades).where(eq(upgrades.name, "visitor proofs"));
  return row?.at.getTime() ?? 0;
}
