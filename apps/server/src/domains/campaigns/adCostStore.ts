import type {
  AdCost,
  AdCostsResponse,
  CostFile,
  CostImport,
  CostImportDefinition,
  CostPreview,
} from "@marquee/contract/schema";
import { desc, isNotNull, sql } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { rowsOf } from "../../platform/storage/records/rowsOf.ts";
import { versionedRecord } from "../../platform/versioned/versionedRecord.ts";
import type { Author, Writing } from "../../platform/versioned/versionedRecord.types.ts";
import { type DailyCost, readCostFile } from "./readCostFile.ts";
import { adCostImports, adCosts } from "./tables.ts";

type Database = Pick<RecordsDatabase, "select" | "execute">;

const MAX_SHOWN_PROBLEMS = 20;
const MAX_SHOWN_IMPORTS = 100;
/** Statements have a limited number of parameters. */
const ROWS_AT_ONCE = 2000;

interface CostAuthor extends Author {
  /** Totals of the file, for a new import. */
  totals?: Totals;
}
type Totals = ReturnType<typeof totalsOf>;
type Row = typeof adCostImports.$inferSelect;

/**
 * Files with costs, newest first. Costs of a deleted import do not count; the costs that it replaced count
 * again.
 */
export const costImportStore = versionedRecord({
  entity: "cost-import",
  noun: "this import",
  table: adCostImports,
  key: "id",
  columnsOf: (
    { name, isDeleted }: CostImportDefinition,
    { before, author: { actor, now, totals } }: Writing<Row, CostAuthor>,
  ) => ({
    name,
    undoneAt: isDeleted ? new Date(now) : null,
    undoneBy: isDeleted ? actor : null,
    ...(!before && { ...totals, importedAt: new Date(now), importedBy: actor }),
  }),
  definitionOf: ({ name, undoneAt }) => ({ name, isDeleted: undoneAt !== null }),
  stateOf: ({ rows, first, last, cents, importedAt, importedBy }, stored): CostImport => ({
    ...stored,
    rows,
    first,
    last,
    cents,
    importedAt: importedAt.getTime(),
    importedBy,
  }),
  end: { action: "deleted", flag: "isDeleted", isEnded: isNotNull(adCostImports.undoneAt) },
  order: [desc(adCostImports.id)],
  limit: MAX_SHOWN_IMPORTS,
});

/** Effective costs: for each day and campaign, those of the latest import that was not undone. */
const COUNTED = sql`
  SELECT DISTINCT ON (cost.day, cost.source, cost.medium, cost.campaign) cost.*
  FROM ad_costs AS cost JOIN ad_cost_imports AS import ON import.id = cost.import_id AND import.undone_at IS NULL
  ORDER BY cost.day, cost.source, cost.medium, cost.campaign, cost.import_id DESC`;

/** Costs of campaigns in a range of days, both ends included, and every import. */
export async function readAdCosts(
  db: Database,
  { first = "0000-01-01", last = "9999-12-31" }: { first?: string; last?: string },
): Promise<AdCostsResponse> {
  const result = await db.execute(sql`
    SELECT source, medium, campaign, sum(cents)::float8 AS cents FROM (${COUNTED}) AS counted
    WHERE day BETWEEN ${first} AND ${last} GROUP BY source, medium, campaign ORDER BY cents DESC, campaign`);
  const { states: imports } = await costImportStore.list(db);
  return { costs: rowsOf<AdCost>(result), imports };
}

/** Previews {@link importCosts}. */
export async function previewCosts(db: Database, { text }: Pick<CostFile, "text">): Promise<CostPreview> {
  const { costs, problems } = readCostFile(text);
  const totals = totalsOf(costs);
  const stored =
    costs.length > 0
      ? await db.execute(
          sql`SELECT * FROM (${COUNTED}) AS counted WHERE day BETWEEN ${totals.first} AND ${totals.last}`,
        )
      : null;
  const storedKeys = new Set((stored ? rowsOf<DailyCost>(stored) : []).map(keyOf));
  return {
    problems: problems.slice(0, MAX_SHOWN_PROBLEMS),
    problemCount: problems.length,
    campaigns: new Set(costs.map(({ campaign }) => campaign)).size,
    ...totals,
    replaced: costs.filter((cost) => storedKeys.has(keyOf(cost))).length,
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
    const author = { actor, now, totals: totalsOf(costs) };
    const created = await costImportStore.insert(tx, { name, isDeleted: false }, author);
    for (let from = 0; from < costs.length; from += ROWS_AT_ONCE) {
      const part = costs.slice(from, from + ROWS_AT_ONCE);
      await tx.insert(adCosts).values(part.map((cost) => ({ ...cost, importId: created.id })));
    }
    return costImportStore.stateOf(created);
  });
}

const keyOf = ({ day, source, medium, campaign }: DailyCost) =>
  JSON.stringify([day, source, medium, campaign]);

function totalsOf(costs: readonly DailyCost[]) {
  const days = costs.map(({ day }) => day).sort();
  return {
    rows: costs.length,
    first: days[0] ?? "",
    last: days.at(-1) ?? "",
    cents: costs.reduce((sum, { cents }) => sum + cents, 0),
  };
}
