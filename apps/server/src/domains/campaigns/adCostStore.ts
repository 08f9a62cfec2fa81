import type { AdCost, AdCostsResponse, CostFile, CostImport, CostPreview } from "@marquee/contract/schema";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { rowsOf } from "../../platform/storage/records/rowsOf.ts";
import { adCostImports, adCosts } from "../../platform/storage/records/schema.ts";
import type { Author } from "../../platform/versioned/versionedRecord.types.ts";
import { type DailyCost, readCostFile } from "./readCostFile.ts";

type Database = Pick<RecordsDatabase, "select" | "execute">;

const MAX_SHOWN_PROBLEMS = 20;
const MAX_SHOWN_IMPORTS = 100;
/** Statements have a limited number of parameters. */
const ROWS_AT_ONCE = 2000;

/** Costs that count: of each day and campaign, those of the latest import that was not undone. */
const COUNTED = sql`
  SELECT DISTINCT ON (cost.day, cost.source, cost.medium, cost.campaign) cost.*
  FROM ad_costs AS cost JOIN ad_cost_imports AS import ON import.id = cost.import_id AND import.undone_at IS NULL
  ORDER BY cost.day, cost.source, cost.medium, cost.campaign, cost.import_id DESC`;

/** Costs of campaigns in days, both included, and every import. */
export async function readAdCosts(
  db: Database,
  { first = "0000-01-01", last = "9999-12-31" }: { first?: string; last?: string },
): Promise<AdCostsResponse> {
  const found = await db.execute(sql`
    SELECT source, medium, campaign, sum(cents)::float8 AS cents FROM (${COUNTED}) AS counted
    WHERE day BETWEEN ${first} AND ${last} GROUP BY source, medium, campaign ORDER BY cents DESC, campaign`);
  const imports = await db
    .select()
    .from(adCostImports)
    .where(isNull(adCostImports.undoneAt))
    .orderBy(desc(adCostImports.id))
    .limit(MAX_SHOWN_IMPORTS);
  return { costs: rowsOf<AdCost>(found), imports: imports.map(importOf) };
}

/** What {@link importCosts} would do. */
export async function previewCosts(db: Database, { text }: Pick<CostFile, "text">): Promise<CostPreview> {
  const { costs, problems } = readCostFile(text);
  const { first, last, cents } = totalsOf(costs);
  const stored =
    costs.length > 0
      ? await db.execute(sql`SELECT * FROM (${COUNTED}) AS counted WHERE day BETWEEN ${first} AND ${last}`)
      : null;
  const known = new Set((stored ? rowsOf<DailyCost>(stored) : []).map(keyOf));
  return {
    problems: problems.slice(0, MAX_SHOWN_PROBLEMS),
    problemCount: problems.length,
    rows: costs.length,
    campaigns: new Set(costs.map(({ campaign }) => campaign)).size,
    first,
    last,
    cents,
    replaced: costs.filter((cost) => known.has(keyOf(cost))).length,
  };
}

/** Imports a file. Costs of the same days and campaigns are replaced, so importing it again changes nothing. @throws {ApiError} bad_request for a file with problems. */
export async function importCosts(
  db: RecordsDatabase,
  { name, text }: CostFile,
  { actor, now }: Author,
): Promise<CostImport> {
  const { costs, problems } = readCostFile(text);
  const [problem] = problems;
  if (problem) throw new ApiError("bad_request", `Line ${problem.line}: ${problem.message}`);
  return db.transaction(async (tx) => {
    const values = {
      name,
      rows: costs.length,
      ...totalsOf(costs),
      importedAt: new Date(now),
      importedBy: actor,
    };
    const [created] = await tx.insert(adCostImports).values(values).returning();
    if (!created) throw new Error("The import was not stored.");
    for (let from = 0; from < costs.length; from += ROWS_AT_ONCE) {
      const part = costs.slice(from, from + ROWS_AT_ONCE);
      await tx.insert(adCosts).values(part.map((cost) => ({ ...cost, importId: created.id })));
    }
    return importOf(created);
  });
}

/** Takes an import back; costs that it replaced count again. @throws {ApiError} not_found */
export async function undoImport(db: RecordsDatabase, id: number, { actor, now }: Author): Promise<void> {
  const [undone] = await db
    .update(adCostImports)
    .set({ undoneAt: new Date(now), undoneBy: actor })
    .where(and(eq(adCostImports.id, id), isNull(adCostImports.undoneAt)))
    .returning({ id: adCostImports.id });
  if (!undone) throw new ApiError("not_found", "This import does not exist, or was undone already.");
}

const keyOf = ({ day, source, medium, campaign }: DailyCost) =>
  JSON.stringify([day, source, medium, campaign]);

function totalsOf(costs: readonly DailyCost[]) {
  const days = costs.map(({ day }) => day).sort();
  return {
    first: days[0] ?? "",
    last: days.at(-1) ?? "",
    cents: costs.reduce((sum, { cents }) => sum + cents, 0),
  };
}

function importOf({
  undoneAt: _,
  undoneBy: __,
  importedAt,
  ...row
}: typeof adCostImports.$inferSelect): CostImport {
  return { ...row, importedAt: importedAt.getTime() };
}
