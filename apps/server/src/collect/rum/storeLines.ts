import { createHash } from "node:crypto";
import type { RecordingRow } from "../../storage/spool/recordingSpool.ts";
import type { Spool } from "../../storage/spool/spool.ts";
import type { Rejections } from "../rejections.ts";
import type { ForwardedRequest } from "./forwardedRequest.ts";
import { type ReadLine, readLines } from "./readLines.ts";
import { toRumRow } from "./rumRow.ts";

interface StoreOptions {
  spool: Pick<Spool<RecordingRow>, "append">;
  rejections: Pick<Rejections, "record">;
}

/** A line that was not taken, and why, for whoever sent it. */
interface RejectedLine {
  index: number;
  reason: string;
}

/** Bytes of a row in addition to its line. */
const ROW_BYTES = 1024;

/**
 * Keeps the lines of a batch, each on its own.
 * @returns those that were not taken. @throws {SpoolError} when the others could not be kept.
 */
export async function storeLines(
  track: "rum" | "logs",
  request: ForwardedRequest,
  body: string,
  { spool, rejections }: StoreOptions,
): Promise<RejectedLine[]> {
  const { lines, rejected } = readLines(track, body);
  for (const { reason, bytes } of rejected)
    rejections.record({ reason: "invalid_member", detail: `monitoring: ${reason}`, bytes });
  if (!request.isMachine && lines.length > 0) await spool.append(rowsOf(lines, request));
  return rejected.map(({ index, reason }) => ({ index, reason }));
}

/** A batch that is sent again has the same lines, so each is known by what it says and how often the batch said so before. */
function rowsOf(lines: readonly ReadLine[], request: ForwardedRequest): RecordingRow[] {
  const times = new Map<string, number>();
  return lines.map((line) => {
    const time = times.get(line.raw) ?? 0;
    times.set(line.raw, time + 1);
    const id = createHash("sha256").update(`${time}\n`).update(line.raw).digest("base64url");
    const row = toRumRow(line, request, id);
    const message_id = `monitoring ${id}`;
    return { message_id, table: "monitoring_events", row, bytes: 2 * line.raw.length + ROW_BYTES };
  });
}
