import { createHmac, timingSafeEqual } from "node:crypto";
import type { Milliseconds, Timestamp } from "@marquee/contract";
import type { SigningKey } from "../../platform/storage/records/signingKeys.ts";

/**
 * Signed proof of when a visitor started a form. Pages are cached and shared, so the browser requests a ticket when the visitor
 * first touches the form. A ticket is valid for one submission only and is not stored.
 */
export interface LeadTickets {
  /** @returns `<base 36 time>.<signature>`. */
  issue(submissionId: string): string;
  /** The age of a ticket for that submission; null if the ticket is not valid for it. */
  ageOf(ticket: string, submissionId: string): Milliseconds | null;
}

export function createLeadTickets(key: SigningKey, now: () => Timestamp): LeadTickets {
  const sign = (issuedAt: string, submissionId: string) =>
    createHmac("sha256", key()).update(`${issuedAt}.${submissionId}`).digest();
  return {
    issue(submissionId) {
      const issuedAt = now().toString(36);
      return `${issuedAt}.${sign(issuedAt, submissionId).toString("base64url")}`;
    },
    ageOf(ticket, submissionId) {
      const [issuedAt = "", signature = ""] = ticket.split(".");
      const actual = Buffer.from(signature, "base64url");
      const expected = sign(issuedAt, submissionId);
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
      return now() - Number.parseInt(issuedAt, 36);
    },
  };
}
