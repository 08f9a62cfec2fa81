import { ApiError } from "../errors/apiError.ts";

/** The last entry on a page of a list sorted newest first. */
export interface Place {
  /** Milliseconds since the epoch. */
  at: number;
  id: string;
}

/** Serializes a place for the URL of the next page: `<at>_<id>`. */
export function writeCursor({ at, id }: Place): string {
  return `${at}_${id}`;
}

/**
 * Parses a cursor from {@link writeCursor}.
 * @returns null for the first page.
 * @throws {ApiError} bad_request for an invalid cursor.
 */
export function readCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [, at, id] = /^(\d{1,16})_(.+)$/s.exec(cursor) ?? [];
  if (at && id) return { at: Number(at), id };
  throw new ApiError(
    "bad_request",
    "`before` must be the `next` value of the previous page. Leave it out to start at the beginning.",
  );
}
