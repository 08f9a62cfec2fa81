import { randomBytes } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { recoveryCodes } from "../../../platform/storage/records/schema.ts";
import { digestOf } from "../../../platform/storage/tokens.ts";
import type { Transaction } from "./factors.ts";

const MANY = 10;
/** Characters of 5 bits: 120 bits, so that the stored digests, which have no salt, cannot be brute-forced. */
const LENGTH = 24;
/** Crockford's base32, which has no easily confused characters. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Replaces an account's recovery codes and returns the new ones. Only their digests are stored. */
export async function createRecoveryCodes(tx: Transaction, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: MANY }, createCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ accountId, digest: digestOf(normalize(code)) })));
  return codes;
}

/** Creates recovery codes when the first factor is added; null if the account already has some. */
export async function ensureRecoveryCodes(tx: Transaction, accountId: string): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, accountId)) > 0 ? null : createRecoveryCodes(tx, accountId);
}

/** Deletes a matching recovery code and returns whether there was one. */
export async function takeRecoveryCode(tx: Transaction, accountId: string, code: string): Promise<boolean> {
  const isThis = and(
    eq(recoveryCodes.accountId, accountId),
    eq(recoveryCodes.digest, digestOf(normalize(code))),
  );
  return (await tx.delete(recoveryCodes).where(isThis).returning()).length > 0;
}

export async function countRecoveryCodes(
  db: Pick<RecordsDatabase, "select">,
  accountId: string,
): Promise<number> {
  const [row] = await db
    .select({ value: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.accountId, accountId));
  return row?.value ?? 0;
}

function createCode(): string {
  // 256 is a multiple of 32, so every character is equally likely.
  const characters = [...randomBytes(LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
  return (characters.match(/.{4}/g) ?? []).join("-");
}

/** Decodes as Crockford's base32 specifies: case-insensitive, O as 0, I and L as 1; ignores separators. */
function normalize(code: string): string {
  return code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
}
