import { shortenText } from "@marquee/contract";
import type { CampaignLinkDefinition } from "@marquee/contract/schema";
import { and, desc, eq, ne } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { Reader } from "../../platform/versioned/statements.ts";
import { versionedRecord } from "../../platform/versioned/versionedRecord.ts";
import type { Author, Writing } from "../../platform/versioned/versionedRecord.types.ts";
import { campaignLinks } from "./tables.ts";

type Row = typeof campaignLinks.$inferSelect;

/** Where links may lead. */
export interface Destinations {
  /** Origin of the site. */
  origin: string;
  /** Paths of its pages. */
  paths: readonly string[];
  /** Other hosts that the installation measures; their pages are unknown. */
  hosts: readonly string[];
}

interface LinkAuthor extends Author {
  destinations: () => Promise<Destinations>;
}

const MAX_LINKS = 1000;

/** Campaign links, newest first. Visits through a deleted one are still counted. */
export const campaignLinkStore = versionedRecord({
  entity: "campaign-link",
  noun: "this link",
  table: campaignLinks,
  key: "id",
  columnsOf,
  definitionOf: ({ destination, source, medium, campaign, content, term, isDeleted }) => ({
    destination,
    source,
    medium,
    campaign,
    content,
    term,
    isDeleted,
  }),
  end: { action: "deleted", flag: "isDeleted", isEnded: campaignLinks.isDeleted },
  order: [desc(campaignLinks.id)],
  limit: MAX_LINKS,
});

/** @throws {ApiError} bad_request for a destination outside the site, conflict if the link exists. */
async function columnsOf(
  { isDeleted, destination, ...names }: CampaignLinkDefinition,
  { tx, before, author }: Writing<Row, LinkAuthor>,
): Promise<Partial<Row>> {
  // A stored link keeps its destination even if the page no longer exists.
  const isStored = before?.destination === destination;
  const link = {
    ...checkNames(names),
    destination: isStored ? destination : checkDestination(destination, await author.destinations()),
  };
  if (!isDeleted) await checkUnique(tx, link, before);
  return { ...link, isDeleted };
}

async function checkUnique(db: Reader, link: Link, before: Row | null): Promise<void> {
  const isSame = Object.entries(link).map(([name, value]) => eq(campaignLinks[name as keyof Link], value));
  const isOther = and(ne(campaignLinks.id, before?.id ?? 0), eq(campaignLinks.isDeleted, false));
  const [same] = await db
    .select()
    .from(campaignLinks)
    .where(and(...isSame, isOther));
  if (same)
    throw new ApiError("conflict", `${same.createdBy} already created this link. It's in the list below.`);
  const existingLinks = await db.select({ id: campaignLinks.id }).from(campaignLinks).where(isOther);
  if (existingLinks.length >= MAX_LINKS)
    throw new ApiError("conflict", `There are ${MAX_LINKS} links. Delete one before you add another.`);
}

type Link = Omit<CampaignLinkDefinition, "isDeleted">;
type Names = Omit<Link, "destination">;

function checkNames(parameters: Names): Names {
  const names = Object.entries(parameters).map(([field, text]) => [field, text.trim()] as const);
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
