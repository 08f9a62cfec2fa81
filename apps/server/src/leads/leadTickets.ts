import { createHmac, timingSafeEqual } from "node:crypto";
import type { Milliseconds, Timestamp } from "@marquee/contract";

/**
 * Proof of when a form was begun. Pages are cached for everybody, so the browser asks for a ticket when the form is first
 * touched. A ticket is signed, holds for one submission only, and nothing about it is stored.
 */
export interface LeadTickets {
  /** @returns `<base 36 time>.<signature>`. */
  issue(submissionId: string): string;
  /** How long ago the ticket was issued for that submission; null when it was not. */
  ageOf(ticket: string, submissionId: string): Milliseconds | null;
}

export function createLeadTickets(key: string, now: () => Timestamp): LeadTickets {
  const sign = (issuedAt: string, submissionId: string) =>
    createHmac("sha256", key).update(`${issuedAt}.${submissionId}`).digest();
  return {
    issue(submissionId) {
      const issuedAt = now().toString(36);
      return `${issuedAt}.${sign(issuedAt, submissionId).toString("base64url")}`;
    },
    ageOf(ticket, submissionId) {
      const [issuedAt = "", signature = ""] = ticket.split(".");
      const given = Buffer.from(signature, "base64url");
      const expected = sign(issuedAt, submissionId);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return now() - Number.parseInt(issuedAt, 36);
    },
  };
}
