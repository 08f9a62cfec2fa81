import {
  type Milliseconds,
  ONE_HOUR,
  type PreviewFact,
  shortenText,
  type Timestamp,
} from "@marquee/contract";
import { type Access, may, type PreviewLink } from "@marquee/contract/schema";
import { and, desc, eq, gt, lte, type SQL } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import { recordChange } from "../../platform/storage/records/changeLog.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { Account } from "../accounts/accounts.ts";
import { accounts } from "../accounts/tables.ts";
import { previewLinks } from "./tables.ts";

type Reader = Pick<RecordsDatabase, "select">;

/** Maximum number of active links per account. */
const MAX_LINKS = 100;
/** Precision of the last opening time. */
const PRECISION: Milliseconds = ONE_HOUR;
/** Maximum length of a value, and of the description of what a link shows. */
const [MAX_VALUE, MAX_SHOWN] = [100, 500];

/** Active links that an account can revoke, newest first: its own, or everyone's if it may publish. */
export function listPreviewLinks(db: Reader, person: Account, now: Timestamp): Promise<PreviewLink[]> {
  return read(db, and(gt(previewLinks.expiresAt, new Date(now)), isRevocableBy(person)));
}

interface NewLink {
  /** Part of its signed address. */
  id: string;
  page: string;
  /** What it shows. */
  facts: readonly PreviewFact[];
  expiresAt: Timestamp;
}

/**
 * Stores a link, and deletes expired ones.
 * @throws {ApiError} conflict if the account has too many.
 */
export async function createPreviewLink(
  db: RecordsDatabase,
  { facts, expiresAt, ...link }: NewLink,
  { person, now }: { person: Account; now: Timestamp },
): Promise<PreviewLink> {
  const shows = facts.map(({ name, value }) => `${name}: ${shortenText(value, MAX_VALUE)}`).join(", ");
  return db.transaction(async (tx) => {
    await tx.delete(previewLinks).where(lte(previewLinks.expiresAt, new Date(now)));
    const open = await tx
      .select({ id: previewLinks.id })
      .from(previewLinks)
      .where(eq(previewLinks.accountId, person.id));
    if (open.length >= MAX_LINKS)
      throw new ApiError(
        "conflict",
        `You have ${MAX_LINKS} links already. Revoke one that's no longer needed.`,
      );
    const [row] = await tx
      .insert(previewLinks)
      .values({
        ...link,
        accountId: person.id,
        shows: shortenText(shows, MAX_SHOWN),
        createdAt: new Date(now),
        expiresAt: new Date(expiresAt),
      })
      .returning();
    if (!row) throw new Error("The link was not stored.");
    const stored = describe(row, person.email);
    await recordChange(tx, {
      ...changeOf(stored, person, now),
      action: "created",
      before: null,
      after: named(stored),
    });
    return stored;
  });
}

/**
 * Revokes a link immediately.
 * @throws {ApiError} not_found, including for links of others if the account may not publish.
 */
export async function revokePreviewLink(
  db: RecordsDatabase,
  id: string,
  { person, now }: { person: Account; now: Timestamp },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [link] = /^[0-9a-f-]{36}$/.test(id)
      ? await read(tx, and(eq(previewLinks.id, id), isRevocableBy(person)))
      : [];
    if (!link)
      throw new ApiError(
        "not_found",
        "This link doesn't exist. It may have expired or been revoked. Reload the page.",
      );
    await tx.delete(previewLinks).where(eq(previewLinks.id, id));
    await recordChange(tx, {
      ...changeOf(link, person, now),
      action: "revoked",
      before: named(link),
      after: null,
    });
  });
}

/** The creator and expiry of an active link; null if it has expired or was revoked, or the account was removed. Records that it was opened. */
export async function openPreviewLink(
  db: RecordsDatabase,
  id: string,
  now: Timestamp,
): Promise<{ madeBy: Access & { email: string }; expiresAt: Timestamp } | null> {
  const [row] = await db
    .select()
    .from(previewLinks)
    .innerJoin(accounts, eq(accounts.id, previewLinks.accountId))
    .where(and(eq(previewLinks.id, id), gt(previewLinks.expiresAt, new Date(now))));
  if (!row) return null;
  const { expiresAt, lastOpenedAt } = row.preview_links;
  if (!lastOpenedAt || now - lastOpenedAt.getTime() >= PRECISION)
    await db
      .update(previewLinks)
      .set({ lastOpenedAt: new Date(Math.floor(now / PRECISION) * PRECISION) })
      .where(eq(previewLinks.id, id));
  const { email, role, areas } = row.accounts;
  return { madeBy: { email, role, areas }, expiresAt: expiresAt.getTime() };
}

function isRevocableBy({ id, role }: Account): SQL | undefined {
  return may(role, "publish") ? undefined : eq(previewLinks.accountId, id);
}

async function read(db: Reader, condition: SQL | undefined): Promise<PreviewLink[]> {
  const rows = await db
    .select({ link: previewLinks, createdBy: accounts.email })
    .from(previewLinks)
    .innerJoin(accounts, eq(accounts.id, previewLinks.accountId))
    .where(condition)
    .orderBy(desc(previewLinks.createdAt), previewLinks.id);
  return rows.map(({ link, createdBy }) => describe(link, createdBy));
}

function describe(row: typeof previewLinks.$inferSelect, createdBy: string): PreviewLink {
  const { id, shows, page, createdAt, expiresAt, lastOpenedAt } = row;
  return {
    id,
    shows,
    page,
    createdBy,
    createdAt: createdAt.getTime(),
    expiresAt: expiresAt.getTime(),
    lastOpenedAt: lastOpenedAt?.getTime() ?? null,
  };
}

function changeOf({ id }: PreviewLink, { email }: Account, at: Timestamp) {
  return { at, actor: email, entity: "preview-link", key: id } as const;
}

function named({ page, shows, expiresAt, createdBy }: PreviewLink) {
  return { name: page, shows, until: expiresAt, by: createdBy };
}
