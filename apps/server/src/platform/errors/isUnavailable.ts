import { DiskFullError } from "./diskFullError.ts";
import { EventStoreUnavailableError } from "./eventStoreError.ts";
import { isUnreachable } from "./isUnreachable.ts";
import { RecordsUnavailableError } from "./recordsError.ts";

/**
 * Codes of ClickHouse for what works later: time or memory ran out, too many queries or parts, a connection of its own was cut, or a table is read-only for a while
 * (https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp).
 */
const CLICKHOUSE = ["159", "160", "202", "209", "210", "241", "242", "243", "252", "999"];
/** Codes of Node for a disk that takes nothing, or a process that may open nothing more. */
const DISK = ["ENOSPC", "EROFS", "EIO", "EDQUOT", "EMFILE", "ENFILE"];

/** Whether an error says that a store or the disk is away or busy, and not that the code is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof EventStoreUnavailableError || error instanceof RecordsUnavailableError) return true;
  if (error instanceof DiskFullError || isUnreachable(error)) return true;
  const { code = "", cause } = error as NodeJS.ErrnoException;
  return [...CLICKHOUSE, ...DISK].includes(code) || isUnavailable(cause);
}
