import type { ChangeEntity } from "@marquee/contract/schema";
import { and, eq, inArray, isNull, like, ne, or, sql } from "drizzle-orm";
import { releaseStarts } from "../domains/archive/tables.ts";
import { adCostImports, campaignLinks } from "../domains/campaigns/tables.ts";
import { consentReceipts } from "../domains/consent/tables.ts";
import { experiments } from "../domains/experiments/tables.ts";
import { goals } from "../domains/goals/tables.ts";
import { historyImports } from "../domains/imports/tables.ts";
import { leads, removedLeads } from "../domains/leads/tables.ts";
import { errorStatuses } from "../domains/monitoring/tables.ts";
import type { HashEmail } from "../domains/people/identities/names.ts";
import { identities } from "../domains/people/tables.ts";
import { contentDraftFields, contentDrafts } from "../domains/publishing/tables.ts";
import { reports } from "../domains/reports/tables.ts";
import type { EventStore } from "../platform/storage/events/eventStore.ts";
import { deleteImportedDays } from "../platform/storage/events/queries/importedDays.ts";
import type { RecordsDatabase, Transaction } from "../platform/storage/records/records.ts";
import { changes } from "../platform/storage/records/tables.ts";
import { DEMO_ACTOR, DEMO_EXPERIMENT, DEMO_RELEASE, DEMO_UUID, DEMO_VISITOR } from "./marks.ts";

/** The stores that hold demo data. Nothing else may write to them at the same time. */
export interface DemoStores {
  eventStore: Pick<EventStore, "insert" | "query" | "command">;
  db: RecordsDatabase;
  hashEmail: HashEmail;
}

/** Sessions of demo events. Rows of other tables belong to the demo if they have such a session. */
const DEMO_SESSIONS = "SELECT visitor_id, session_id FROM events WHERE demo = 1";

/** Removes all demo data from both stores, and nothing else. Repeating it after an interruption finishes it. */
export async function clearDemo({ eventStore, db }: Pick<DemoStores, "eventStore" | "db">): Promise<void> {
  const imports = await db
    .select({ id: historyImports.id })
    .from(historyImports)
    .where(eq(historyImports.importedBy, DEMO_ACTOR));
  // First, because their records list their days.
  await deleteImportedDays(
    eventStore,
    imports.map(({ id }) => id),
  );
  await clearRecords(db);
  const { command } = eventStore;
  await command(`DELETE FROM replay_segments WHERE (visitor_id, session_id) IN (${DEMO_SESSIONS})`);
  await command(`DELETE FROM interactions WHERE startsWith(message_id, '${DEMO_VISITOR}')`);
  await command(`DELETE FROM leads WHERE startsWith(toString(id), '${DEMO_UUID}')`);
  await command("DELETE FROM sessions WHERE demo = 1");
  // Last, because the marks of the others depend on it.
  await command("DELETE FROM events WHERE demo = 1");
}

async function clearRecords(db: DemoStores["db"]): Promise<void> {
  const isDemoLead = like(identities.value, `${DEMO_UUID}%`);
  await db.transaction(async (tx) => {
    const isDemoDraft = and(eq(contentDrafts.createdBy, DEMO_ACTOR), ne(contentDrafts.state, "published"));
    const drafts = tx.select({ id: contentDrafts.id }).from(contentDrafts).where(isDemoDraft);
    await tx.delete(contentDraftFields).where(inArray(contentDraftFields.draft, drafts));
    await tx.delete(contentDrafts).where(isDemoDraft);
    const people = tx
      .select({ person: identities.person })
      .from(identities)
      .where(and(eq(identities.kind, "lead"), isDemoLead));
    const isUsed = sql`exists (
      select 1 from identities other
      where other.person = ${identities.person}
        and (other.kind = 'user' or (other.kind = 'lead' and other.value not like ${`${DEMO_UUID}%`})))`;
    await tx
      .delete(identities)
      .where(
        and(
          inArray(identities.person, people),
          or(
            and(eq(identities.kind, "lead"), isDemoLead),
            and(eq(identities.kind, "anonymous"), like(identities.value, `${DEMO_VISITOR}%`)),
            and(eq(identities.kind, "email"), sql`not ${isUsed}`),
          ),
        ),
      );
    const isDemo = (column: typeof leads.id | typeof removedLeads.id | typeof consentReceipts.id) =>
      sql`${column}::text like ${`${DEMO_UUID}%`}`;
    await tx.delete(leads).where(isDemo(leads.id));
    // Their copies are deleted here, not by the server.
    await tx.delete(removedLeads).where(isDemo(removedLeads.id));
    await tx.delete(consentReceipts).where(isDemo(consentReceipts.id));
    // Their costs go with them.
    const imports = await tx
      .delete(adCostImports)
      .where(eq(adCostImports.importedBy, DEMO_ACTOR))
      .returning({ id: adCostImports.id });
    await forget(tx, "cost-import", imports);
    await tx.delete(historyImports).where(eq(historyImports.importedBy, DEMO_ACTOR));
    const links = await tx
      .delete(campaignLinks)
      .where(eq(campaignLinks.createdBy, DEMO_ACTOR))
      .returning({ id: campaignLinks.id });
    await forget(tx, "campaign-link", links);
    await tx.delete(releaseStarts).where(like(releaseStarts.release, `${DEMO_RELEASE}%`));
    const decided = tx
      .select({ key: changes.key })
      .from(changes)
      .where(and(eq(changes.entity, "error"), eq(changes.actor, DEMO_ACTOR), isNull(changes.before)));
    await tx.delete(errorStatuses).where(inArray(errorStatuses.fingerprint, decided));
    await tx.delete(changes).where(and(eq(changes.entity, "error"), inArray(changes.key, decided)));
    const made = tx
      .select({ key: changes.key })
      .from(changes)
      .where(
        and(
          eq(changes.entity, "experiment"),
          eq(changes.actor, DEMO_ACTOR),
          like(changes.key, `${DEMO_EXPERIMENT}%`),
        ),
      );
    // A changed one belongs to its editor.
    const isUnchanged = and(eq(goals.createdBy, DEMO_ACTOR), eq(goals.updatedBy, DEMO_ACTOR));
    const removed = await tx.delete(goals).where(isUnchanged).returning({ id: goals.id });
    await forget(tx, "goal", removed);
    await tx.delete(reports).where(eq(reports.updatedBy, DEMO_ACTOR));
    await tx.delete(experiments).where(inArray(experiments.key, made));
    await tx.delete(changes).where(and(eq(changes.entity, "experiment"), inArray(changes.key, made)));
  });
}

/** Deletes the change history of removed rows. */
async function forget(tx: Transaction, entity: ChangeEntity, rows: readonly { id: number }[]): Promise<void> {
  const keys = rows.map(({ id }) => String(id));
  await tx.delete(changes).where(and(eq(changes.entity, entity), inArray(changes.key, keys)));
}
