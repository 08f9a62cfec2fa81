import { eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import type { RecordsDatabase, Transaction } from "../../../platform/storage/records/records.ts";
import { consentReceipts } from "../../consent/tables.ts";
import { type HashEmail, hashSubject } from "../identities/names.ts";
import { dataExports, deletionRequests, type HashedNames } from "../tables.ts";
import { type PersonIdentities, readIdentities, visitorIdentities } from "./identities.ts";

/** The hashed names kept after someone's data was deleted. */
export function hashNames(identities: PersonIdentities, hashEmail: HashEmail): HashedNames {
  const { ids, anonymousIds, browsers, emails, emailHashes, leads } = identities;
  const hashAll = (list: readonly string[]) => list.map((id) => hashEmail.ofId(id));
  return {
    ids: hashAll(ids),
    anonymousIds: hashAll(anonymousIds),
    browsers: hashAll(browsers),
    emails: [...new Set([...emails.map((email) => hashEmail(email)), ...emailHashes])],
    leads: hashAll(leads),
  };
}

/** Completes a deletion: replaces names in its record and in the log of exports by keyed hashes. */
export async function completeDeletion(
  tx: Pick<Transaction, "update" | "select">,
  { id, identities, completedAt }: { id: string; identities: PersonIdentities; completedAt: Date },
  hashEmail: HashEmail,
): Promise<void> {
  const [request] = await tx
    .select({ visitorId: deletionRequests.visitorId, subjectHash: deletionRequests.subjectHash })
    .from(deletionRequests)
    .where(eq(deletionRequests.id, id));
  if (!request) return;
  await tx
    .update(deletionRequests)
    .set({
      completedAt,
      sessionsId: null,
      identities: null,
      visitorId: "",
      subjectHash: request.subjectHash ?? hashSubject(request.visitorId, hashEmail),
      names: hashNames(identities, hashEmail),
    })
    .where(eq(deletionRequests.id, id));
  const { ids, anonymousIds, browsers, emails } = identities;
  // Subjects are empty for repeated requests without data, and for exports that are already hashed.
  const subjects = [request.visitorId, ...ids, ...anonymousIds, ...browsers, ...emails].filter(Boolean);
  const exported = await tx
    .select({ id: dataExports.id, subject: dataExports.subject })
    .from(dataExports)
    .where(
      inArray(sql`lower(${dataExports.subject})`, [...new Set(subjects.map((each) => each.toLowerCase()))]),
    );
  for (const each of exported) {
    const subjectHash = hashSubject(each.subject, hashEmail);
    await tx.update(dataExports).set({ subject: "", subjectHash }).where(eq(dataExports.id, each.id));
  }
}

/** Rows per statement. */
const AT_ONCE = 1000;

/**
 * Hashes data that earlier versions stored in plain text: anonymous IDs of receipts, and the names of completed
 * deletions.
 */
export async function hashEarlierNames(
  { db, hashEmail }: { db: RecordsDatabase; hashEmail: HashEmail },
  signal?: AbortSignal,
): Promise<void> {
  while (await hashReceipts(db, hashEmail)) signal?.throwIfAborted();
  const completed = await db
    .select()
    .from(deletionRequests)
    .where(sql`${isNotNull(deletionRequests.completedAt)} and ${ne(deletionRequests.visitorId, "")}`);
  for (const { id, visitorId, requestedBy, completedAt } of completed) {
    if (completedAt === null) continue;
    signal?.throwIfAborted();
    const identities =
      requestedBy === "visitor" ? visitorIdentities(visitorId) : subjectIdentities(visitorId);
    await db.transaction((tx) => completeDeletion(tx, { id, identities, completedAt }, hashEmail));
  }
}

/** The identities of a completed staff request of an earlier version. */
function subjectIdentities(subject: string): PersonIdentities {
  const email = subject.trim().toLowerCase();
  return readIdentities({ ids: [subject], emails: email.includes("@") ? [email] : [], leads: [subject] });
}

/** @returns whether there may be more. */
async function hashReceipts(db: RecordsDatabase, hashEmail: HashEmail): Promise<boolean> {
  const { id, visitorId } = consentReceipts;
  const rows = await db
    .select({ id, visitorId })
    .from(consentReceipts)
    .where(isNotNull(visitorId))
    .limit(AT_ONCE);
  if (rows.length === 0) return false;
  const hashed = JSON.stringify(
    rows.map((row) => ({ id: row.id, hash: hashEmail.ofId(row.visitorId ?? "") })),
  );
  await db.execute(sql`
    update ${consentReceipts} set visitor_id = null, visitor_hash = hashed.hash
    from jsonb_to_recordset(${hashed}::jsonb) as hashed(id uuid, hash text) where ${id} = hashed.id`);
  return rows.length === AT_ONCE;
}
