import { createEmailHash } from "../identities/names.ts";
import { type ErasureList, repeatErasures } from "../privacy/erasureList.ts";
import { loadSigningKey } from "../storage/records/signingKeys.ts";
import { type StoresOptions, startStores } from "../storage/stores.ts";

/**
 * Brings restored stores up to date, and requests the deletions in them that were made after the backup: see {@link repeatErasures}.
 * @returns their number.
 */
export async function repeatInStores(options: StoresOptions, list: ErasureList): Promise<number> {
  const { eventStore, records, stop } = await startStores(options);
  try {
    const key = await loadSigningKey(records.db, "identities");
    return await repeatErasures({ eventStore, db: records.db, hashEmail: createEmailHash(() => key) }, list);
  } finally {
    await stop();
  }
}
