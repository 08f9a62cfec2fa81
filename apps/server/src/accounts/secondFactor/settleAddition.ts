import { endSessions } from "../accountSessions.ts";
import { hasSecondFactor, type Transaction } from "./factors.ts";

/**
 * To be called before a factor is added, in the same transaction. The first one ends the account's other sessions, which proved none.
 * @param keep id of the session that goes on.
 */
export async function settleAddition(
  tx: Transaction,
  accountId: string,
  { keep }: { keep: string | null },
): Promise<void> {
  if (!(await hasSecondFactor(tx, accountId))) await endSessions(tx, accountId, { keep });
}
