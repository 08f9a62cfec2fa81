import { ApiError } from "./apiError.ts";

/**
 * Why something failed, for a screen or an email. Only our own messages are passed on, because those of databases contain SQL and values. The
 * caller logs the error.
 */
export function publicReason(error: unknown): string {
  return error instanceof ApiError ? error.message : "Data was unavailable. The server's log says why.";
}
