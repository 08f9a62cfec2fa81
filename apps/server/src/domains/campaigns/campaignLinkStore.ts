import { shortenText } from "@marquee/contract";
import type { CampaignLink, CampaignLinkDefinition } from "@marquee/contract/schema";
import { and, desc, eq } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { campaignLinks } from "../../platform/storage/records/schema.ts";
import type { Author } from "../../platform/versioned/versionedRecord.types.ts";

type Row = typeof campaignLinks.$inferSelect;

/** Where links may lead. */
export interface Destinations {
  /** Origin of the site. */
  origin: string;
  /** Paths of its pages. */
  paths: readonly string[];
  /** Other hosts that the installation measures; their pages are not known. */
  hosts: readonly string[];
}

const MAX_LINKS = 1000;

/** Links newest first, without deleted ones. */
export async function listCampaignLinks(db: Pick<RecordsDatabase, "select">): Promise<CampaignLink[]> {
  const rows = await db
    .select()
    .from(campaignLinks)
    .where(eq(campaignLinks.isDeleted, false))
    .orderBy(desc(campaignLinks.id))
    .limit(MAX_LINKS);
  return rows.map(linkOf);
}

/** @throws {ApiError} bad_request for a destination outside the site, conflict if the link exists. */
export async function createCampaignLink(
  db: RecordsDatabase,
  given: CampaignLinkDefinition,
  { actor, now, destinations }: Author & { destinations: Destinations },
): Promise<CampaignLink> {
  const { destination, ...names } = given;
  const link = { ...checkNames(names), destination: checkDestination(destination, destinations) };
  return db.transaction(async (tx) => {
    const isSame = Object.entries(link).map(([name, value]) =>
      eq(campaignLinks[name as keyof CampaignLinkDefinition], value),
    );
    const [known] = await tx
      .select()
      .from(campaignLinks)
      .where(and(...isSame, eq(campaignLinks.isDeleted, false)));
    if (known)
      throw new ApiError("conflict", `${known.createdBy} made this link already. It is in the list below.`);
    const all = await tx.$count(campaignLinks, eq(campaignLinks.isDeleted, false));
    if (all >= MAX_LINKS)
      throw new ApiError("conflict", `There are ${MAX_LINKS} links. Delete one before you add another.`);
    const [row] = await tx
      .insert(campaignLinks)
      .values({ ...link, createdAt: new Date(now), createdBy: actor })
      .returning();
    if (!row) throw new Error("The link was not stored.");
    return linkOf(row);
  });
}

/** Deletes a link, or brings it back. Visits through it are still counted. @throws {ApiError} not_found */
export async function changeCampaignLink(
  db: RecordsDatabase,
  id: number,
  change: Pick<Row, "isDeleted">,
): Promise<CampaignLink> {
  const [row] = await db.update(campaignLinks).set(change).where(eq(campaignLinks.id, id)).returning();
  if (!row) throw new ApiError("not_found", "This link does not exist.");
  return linkOf(row);
}

type Names = Omit<CampaignLinkDefinition, "destination">;

function checkNames(given: Names): Names {
  const names = Object.entries(given).map(([field, text]) => [field, text.trim()] as const);
  for (const [field, text] of names) {
    if (/\p{Cc}/u.test(text))
      throw bad(`The ${field} has a line break or another control character. Remove it.`);
    if (text.includes("@"))
      throw bad(
        `The ${field} has an “@”. Links must not contain email addresses, because everyone can read them.`,
      );
  }
  return Object.fromEntries(names) as Names;
}

/** The URL of a page of the site, without campaign parameters. */
function checkDestination(text: string, { origin, paths, hosts }: Destinations): string {
  const url = URL.parse(text.trim(), `${origin}/`);
  if (!url || !["https:", "http:"].includes(url.protocol) || url.username !== "" || url.password !== "")
    throw bad("The destination is not a page. Write a path, such as /pricing.");
  for (const name of [...url.searchParams.keys()]) if (name.startsWith("utm_")) url.searchParams.delete(name);
  if (url.origin !== new URL(origin).origin) {
    if (hosts.includes(url.host)) return url.href;
    throw bad(
      `${url.host} is not a host of this site. Choose one of its pages, or add the host in Site settings.`,
    );
  }
  if (!paths.includes(url.pathname.replace(/(.)\/$/, "$1")))
    throw bad(`The site has no page ${shortenText(url.pathname, 100)}. Choose one from the list.`);
  return url.href;
}

const bad = (message: string) => new ApiError("bad_request", message);

function linkOf({ isDeleted: _, createdAt, ...row }: Row): CampaignLink {
  return { ...row, createdAt: createdAt.getTime() };
}
