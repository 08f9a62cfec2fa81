import { DiskFullError } from "./diskFullError.ts";
import { EventStoreUnavailableError } from "./eventStoreError.ts";
import { isUnreachable } from "./isUnreachable.ts";
import { RecordsUnavailableError } from "./recordsError.ts";

/**
 * ClickHouse's codes for temporary errors: time or memory ran out, too many queries or parts, a connection was cut, or a table is temporarily read-only
 * (https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp).
 */
const CLICKHOUSE = ["159", "160", "202", "209", "210", "241", "242", "243", "252", "999"];
/** Node's codes for a disk that accepts no writes, or a process that can't open more files. */
const DISK = ["ENOSPC", "EROFS", "EIO", "EDQUOT", "EMFILE", "ENFILE"];

/** Whether an error means that a store or the disk is unavailable or busy, rather than a bug. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof EventStoreUnavailableError || error instanceof RecordsUnavailableError) return true;
  if (error instanceof DiskFullError || isUnreachable(error)) return true;
  const { code = "", cause } = error as NodeJS.ErrnoException;
  return [...CLICKHOUSE, ...DISK].includes(code) || isUnavailable(cause);
}
