import { loadSigningKey } from "../../platform/storage/records/signingKeys.ts";
import { type StoresOptions, startStores } from "../../platform/storage/stores.ts";
import { createEmailHash } from "../people/identities/names.ts";
import { type DeletionList, repeatDeletions } from "../people/privacy/deletionList.ts";

/**
 * Brings restored stores up to date, and requests the deletions in them that were requested after the backup: see {@link
 * repeatDeletions}.
 * @returns their number.
 */
export async function repeatInStores(options: StoresOptions, list: DeletionList): Promise<number> {
  const { eventStore, records, stop } = await startStores(options);
  try {
    const key = await loadSigningKey(records.db, "identities");
    return await repeatDeletions({ eventStore, db: records.db, hashEmail: createEmailHash(() => key) }, list);
  } finally {
    await stop();
  }
}
