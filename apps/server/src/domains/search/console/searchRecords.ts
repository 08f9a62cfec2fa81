import { capitalize } from "@marquee/contract";
import { SEARCH_LIMIT, type SearchResult } from "@marquee/contract/schema";
import { type AnyColumn, asc, desc, or, type SQL, sql } from "drizzle-orm";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { accounts } from "../../accounts/tables.ts";
import { leads } from "../../leads/tables.ts";

/**
 * Leads whose name or email address contains the search text: matches at the start first, spam last, then the newest.
 */
export async function searchLeads(db: RecordsDatabase, typed: string): Promise<SearchResult[]> {
  const { id, name, email, isSpam, createdAt } = leads;
  const rows = await db
    .select({ id, name, email, isSpam })
    .from(leads)
    .where(or(contains(name, typed), contains(email, typed)))
    .orderBy(
      asc(isSpam),
      desc(sql`${startsWith(name, typed)} OR ${startsWith(email, typed)}`),
      desc(createdAt),
    )
    .limit(SEARCH_LIMIT);
  return rows.map((lead) => ({
    kind: "lead",
    title: lead.name || lead.email,
    detail: [lead.name && lead.email, lead.isSpam && "Spam"].filter(Boolean).join(" · "),
    href: `/leads/${lead.id}`,
  }));
}

/**
 * People with access to the console whose email address contains the search text, matches at the start first.
 */
export async function searchAccounts(db: RecordsDatabase, typed: string): Promise<SearchResult[]> {
  const { email, role } = accounts;
  const rows = await db
    .select({ email, role })
    .from(accounts)
    .where(contains(email, typed))
    .orderBy(desc(startsWith(email, typed)), asc(email))
    .limit(SEARCH_LIMIT);
  return rows.map((account) => ({
    kind: "account",
    title: account.email,
    detail: capitalize(account.role),
    href: "/team",
  }));
}

/** Ignores case. Unlike `ILIKE`, `typed` has no pattern characters. */
function contains(column: AnyColumn, typed: string): SQL {
  return sql`strpos(lower(${column}), lower(${typed})) > 0`;
}

function startsWith(column: AnyColumn, typed: string): SQL {
  return sql`starts_with(lower(${column}), lower(${typed}))`;
}
