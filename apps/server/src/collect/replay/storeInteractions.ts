import { checkInteraction } from "@marquee/contract/schema";
import type { RecordingRow } from "../../storage/spool/recordingSpool.ts";
import type { Spool } from "../../storage/spool/spool.ts";
import type { JsonBody } from "../readJson.ts";
import type { Rejections } from "../rejections.ts";
import { toInteractionRow } from "./interactionRow.ts";
import { invalid } from "./refuseSegment.ts";
import type { ReplayRequest } from "./replayRequest.ts";

interface StoreOptions {
  spool: Pick<Spool<RecordingRow>, "append">;
  rejections: Pick<Rejections, "record">;
}

/** A record that was not taken, and why, for whoever sent it. */
interface RejectedRecord {
  index: number;
  reason: string;
}

/** Maximum records per batch; a minute has fewer. */
const MAX_RECORDS = 2500;
const ROW_BYTES = 2048;

/**
 * Stores a batch's click and scroll records one by one; a bot's records are validated but not stored.
 * @returns the rejected ones.
 * @throws {RefusedRequest} if it is not a batch or no record is valid.
 */
export async function storeInteractions(
  body: JsonBody,
  request: ReplayRequest,
  { spool, rejections }: StoreOptions,
): Promise<RejectedRecord[]> {
  const rejected: RejectedRecord[] = [];
  const batchId = typeof body.id === "string" ? body.id : "";
  const rows = recordsOf(body).flatMap((record, index): RecordingRow[] => {
    const checked = checkInteraction(record);
    if ("problem" in checked) {
      rejected.push({ index, reason: checked.problem });
      return [];
    }
    const row = toInteractionRow(checked.value, request, batchId);
    return [{ message_id: `interaction ${row.message_id}`, table: "interactions", row, bytes: ROW_BYTES }];
  });
  if (rows.length === 0) throw invalid(`events.${rejected[0]?.index}: ${rejected[0]?.reason}.`);
  for (const { reason } of rejected)
    rejections.record({ reason: "invalid_member", detail: `interaction: ${reason}`, bytes: 0 });
  if (!request.isMachine) await spool.append(rows);
  return rejected;
}

function recordsOf({ version, events }: JsonBody): unknown[] {
  if (version !== 1) throw invalid("version must be 1.");
  if (!Array.isArray(events) || events.length === 0 || events.length > MAX_RECORDS)
    throw invalid(`events must be a list of 1 to ${MAX_RECORDS} records.`);
  return events;
}
