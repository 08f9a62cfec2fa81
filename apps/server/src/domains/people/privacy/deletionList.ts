import { asc, inArray, or, sql } from "drizzle-orm";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { Stores } from "../../../platform/storage/stores.ts";
import { leads } from "../../leads/tables.ts";
import type { HashEmail } from "../identities/names.ts";
import { deletionRequests } from "../tables.ts";
import { findNames, type NamesByHash } from "./findNames.ts";
import { hashNames } from "./hashNames.ts";
import { readIdentities, visitorIdentities } from "./identities.ts";
import { VISITOR } from "./readAudit.ts";

/*
 * A list of all deletions, for a restored backup that contains data of people deleted later. It has no names, only keyed hashes, and the key is in the
 * backup. JSON, one line for each deletion, after a header.
 */
const HEADER = Type.Object({
  format: Type.Literal(1),
  madeAt: Type.String({ format: "date-time" }),
  /** Identifies the installation, because the keys of others differ. */
  installation: Type.String({ minLength: 1, maxLength: 64 }),
});
const Hashes = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100_000 });
const ENTRY = Type.Object({
  id: Type.String({ format: "uuid" }),
  requestedAt: Type.String({ format: "date-time" }),
  /** Whether a visitor withdrew consent. */
  isWithdrawal: Type.Boolean(),
  withLeads: Type.Boolean(),
  subject: Type.String({ minLength: 1, maxLength: 64 }),
  names: Type.Object({ ids: Hashes, anonymousIds: Hashes, browsers: Hashes, emails: Hashes, leads: Hashes }),
});
type ListedDeletion = Static<typeof ENTRY>;
const header = Compile(HEADER);
const entry = Compile(ENTRY);

export interface DeletionList {
  madeAt: string;
  installation: string;
  deletions: ListedDeletion[];
}

/** A list can't be used; the message is for the operator. */
export class DeletionListError extends Error {
  override name = "DeletionListError";
}

/** Requester of repeated staff requests in the log of privacy requests. */
const REPEATED_BY = "npm run restore";

const installationOf = (hashEmail: HashEmail) => hashEmail.ofId("deletions");

/** The list, in lines. */
export async function* listDeletions(db: RecordsDatabase, hashEmail: HashEmail): AsyncGenerator<string> {
  const lineOf = (value: object) => `${JSON.stringify(value)}\n`;
  yield lineOf({
    format: 1,
    madeAt: new Date().toISOString(),
    installation: installationOf(hashEmail),
  } satisfies Static<typeof HEADER>);
  const rows = await db.select().from(deletionRequests).orderBy(asc(deletionRequests.requestedAt));
  for (const row of rows) {
    const pending = row.identities ? readIdentities(row.identities) : visitorIdentities(row.visitorId);
    const names = row.names ?? hashNames(pending, hashEmail);
    yield lineOf({
      id: row.id,
      requestedAt: row.requestedAt.toISOString(),
      isWithdrawal: row.requestedBy === VISITOR,
      withLeads: row.withLeads,
      subject: row.subjectHash ?? hashEmail.ofId(row.visitorId),
      names,
    } satisfies ListedDeletion);
  }
}

/** @param file file name for errors. @throws {DeletionListError} if it is not a complete list. */
export function parseDeletionList(content: string, file: string): DeletionList {
  const lines = content.split("\n");
  if (lines.pop() !== "") throw new DeletionListError(`${file} is not complete. Make it again.`);
  const [first, ...rest] = lines.map((line, index) => {
    try {
      return JSON.parse(line) as unknown;
    } catch {
      throw new DeletionListError(
        `${file} is not a list of deletions: line ${index + 1} is not JSON. Make it with: npm run erase -- --list FILE`,
      );
    }
  });
  if (!header.Check(first))
    throw new DeletionListError(
      `${file} is not a list of deletions, or one of a newer version. Make it with: npm run erase -- --list FILE`,
    );
  const wrong = rest.findIndex((each) => !entry.Check(each));
  if (wrong >= 0) throw new DeletionListError(`${file}: line ${wrong + 2} is not a deletion. Make it again.`);
  const { madeAt, installation } = first;
  return { madeAt, installation, deletions: rest as ListedDeletion[] };
}

interface RepeatOptions extends Pick<Stores, "eventStore"> {
  db: RecordsDatabase;
  hashEmail: HashEmail;
}

/**
 * Repeats the listed deletions that are unknown to these stores because they are of an earlier state. The next start of the server carries them out. Leads
 * that were deleted with their person are deleted immediately. Idempotent.
 * @returns the number of requested deletions.
 * @throws {DeletionListError} if the list belongs to another installation.
 */
export async function repeatDeletions(
  { eventStore, db, hashEmail }: RepeatOptions,
  { installation, deletions }: DeletionList,
): Promise<number> {
  if (installation !== installationOf(hashEmail))
    throw new DeletionListError(
      "The list of deletions is from a different installation than the backup, so none were repeated. Use the list of the server that was backed up.",
    );
  const existingRequests = await db.select({ id: deletionRequests.id }).from(deletionRequests);
  const knownIds = new Set(existingRequests.map(({ id }) => id));
  const missing = deletions.filter(({ id }) => !knownIds.has(id));
  if (missing.length === 0) return 0;
  const wanted = new Set(missing.flatMap(({ names, subject }) => [subject, ...Object.values(names).flat()]));
  const namesByHash = await findNames({ eventStore, db, hashEmail }, wanted);
  for (const each of missing) await repeatOne(db, each, namesByHash);
  return missing.length;
}

async function repeatOne(
  db: RecordsDatabase,
  { id, requestedAt, isWithdrawal, withLeads, subject, names }: ListedDeletion,
  namesByHash: NamesByHash,
): Promise<void> {
  const plain = (hashes: readonly string[]) => hashes.flatMap((hash) => namesByHash.get(hash) ?? []);
  const leadIds = plain(names.leads);
  const emails = plain(names.emails);
  const [visitor = ""] = isWithdrawal ? plain(names.anonymousIds) : plain([subject]);
  // The backup has no data of this visitor.
  const isDone = isWithdrawal && visitor === "";
  await db.transaction(async (tx) => {
    await tx
      .insert(deletionRequests)
      .values({
        id,
        visitorId: visitor,
        subjectHash: subject,
        requestedBy: isWithdrawal ? VISITOR : REPEATED_BY,
        requestedAt: new Date(requestedAt),
        withLeads,
        ...(isDone && { completedAt: new Date(requestedAt), names }),
        ...(!isWithdrawal && {
          identities: {
            ids: plain(names.ids),
            anonymousIds: plain(names.anonymousIds),
            browsers: plain(names.browsers),
            emails,
            emailHashes: names.emails,
            leads: leadIds,
            isExact: true,
          },
        }),
      });
    if (withLeads)
      await tx
        .delete(leads)
        .where(or(inArray(sql`${leads.id}::text`, leadIds), inArray(sql`lower(${leads.email})`, emails)));
  });
}
