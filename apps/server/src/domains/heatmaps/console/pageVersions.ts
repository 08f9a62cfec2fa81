import { parseUrl, readablePath } from "@marquee/contract";
import { UNKNOWN_VERSION } from "@marquee/contract/schema";
import { desc, inArray } from "drizzle-orm";
import type { Records } from "../../../platform/storage/records/records.ts";
import { pageVersions } from "../../archive/tables.ts";
import type { KnownVersion } from "../queries/versionCounts.ts";

/** An archived document of a page. */
export interface ArchivedVersion extends KnownVersion {
  variant: string;
  /** Milliseconds since the epoch. */
  firstServedAt: number;
}

const MAX_VERSIONS = 2000;

/** Parts of a variant key that do not affect the layout, or only an edge of it. */
const LAID_OUT_ALIKE = ["banner-hidden", "privacy-restricted"];

/** Value of the `shown` query parameter for a variant. */
export const shownOf = (variant: string) => `variant:${variant}`;

const layoutOf = (variant: string) =>
  variant
    .split(" ")
    .filter((word) => !LAID_OUT_ALIKE.includes(word))
    .join(" ");

/** The archive stores paths as browsers send them, the console uses readable ones. */
const spellingsOf = (path: string) => [
  readablePath(path),
  parseUrl(path, "https://archive.invalid")?.pathname ?? path,
];

/** Archived documents of a page, latest first. */
export async function readArchivedVersions(db: Records["db"], path: string): Promise<ArchivedVersion[]> {
  const { version, variant, firstServedAt } = pageVersions;
  const rows = await db
    .select({ version, variant, firstServedAt })
    .from(pageVersions)
    .where(inArray(pageVersions.path, spellingsOf(path)))
    .orderBy(desc(firstServedAt), version)
    .limit(MAX_VERSIONS);
  return rows.map((row) => {
    const layout = layoutOf(row.variant);
    return {
      version: row.version,
      variant: layout,
      group: shownOf(layout),
      firstServedAt: row.firstServedAt.getTime(),
    };
  });
}

/** The chosen page versions: those in `list` ("of"), or every other version ("not of"). */
export interface Choice {
  shown: string;
  versions: { are: "of" | "not of"; list: string[] };
}

/** @param requested version or variant from the query. If it names nothing archived, `usual` is used instead. */
export function chooseVersions(
  archived: readonly ArchivedVersion[],
  requested: string | undefined,
  usual: string,
): Choice {
  const listOf = (name: string | undefined) =>
    archived.filter(({ version, group }) => version === name || group === name).map(({ version }) => version);
  const chosen = requested === UNKNOWN_VERSION || listOf(requested).length > 0 ? requested : usual;
  const list = listOf(chosen);
  if (chosen && list.length > 0) return { shown: chosen, versions: { are: "of", list } };
  return {
    shown: UNKNOWN_VERSION,
    versions: { are: "not of", list: archived.map(({ version }) => version) },
  };
}
