import { eq } from "drizzle-orm";
import { createToken } from "../tokens.ts";
import type { RecordsDatabase } from "./records.ts";
import { signingKeys } from "./schema.ts";

/** The signing key with this name. Created on first use, then the same across restarts and instances. */
export async function loadSigningKey(
  db: Pick<RecordsDatabase, "select" | "insert">,
  name: string,
): Promise<string> {
  await db.insert(signingKeys).values({ name, key: createToken() }).onConflictDoNothing();
  const [row] = await db.select().from(signingKeys).where(eq(signingKeys.name, name));
  if (!row) throw new Error(`The signing key ${name} was stored but can't be found.`);
  return row.key;
}
