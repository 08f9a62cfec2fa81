import type { AuditEntry } from "@marquee/contract/schema";
import { desc } from "drizzle-orm";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { dataExports, erasures } from "../storage/records/schema.ts";
import { stateOf } from "./deletionState.ts";

const VISITOR = "visitor";

/** The latest requests for data, newest first: by accounts of the console, and by visitors who withdrew. */
export async function readAudit(db: RecordsDatabase, limit: number): Promise<AuditEntry[]> {
  const [exported, erased] = await Promise.all([
    db.select().from(dataExports).orderBy(desc(dataExports.requestedAt)).limit(limit),
    db.select().from(erasures).orderBy(desc(erasures.requestedAt)).limit(limit),
  ]);
  const entries: AuditEntry[] = [
    ...exported.map(({ id, subject, requestedBy, requestedAt }) => ({
      id,
      at: requestedAt.getTime(),
      action: "export" as const,
      actor: requestedBy,
      subject,
      deletion: null,
    })),
    ...erased.map((erasure) => ({
      id: erasure.id,
      at: erasure.requestedAt.getTime(),
      action: erasure.requestedBy === VISITOR ? ("withdrawal" as const) : ("delete" as const),
      actor: erasure.requestedBy === VISITOR ? null : erasure.requestedBy,
      subject: erasure.visitorId,
      deletion: stateOf(erasure),
    })),
  ];
  return entries.sort((a, b) => b.at - a.at).slice(0, limit);
}
