import type { KnownCustomers, Timestamp } from "@marquee/contract";
import type { SiteIdentity } from "../platform/config/siteOf.ts";
import type { ClockMemory } from "./clockMemory.ts";
import type { SessionMemory } from "./sessionMemory.ts";
import type { TextRules } from "./textRules.ts";

/** Facts about a request in addition to its events. They do not include the sender's IP address. */
export interface RequestFacts {
  receivedAt: Timestamp;
  /** `User-Agent` of the request; an event's own `context.userAgent` takes precedence. */
  userAgent: string;
  writeKey: string;
  /** ISO 3166-1 alpha-2 code of the sender's country, or empty. */
  country: string;
  /** When the sender sent the request, by its own clock; null if unknown. */
  sentAt: Timestamp | null;
  /** By how much the sender's clock is off. */
  correctionOf: ClockMemory["correctionOf"];
  /** Assigns a session to an event without one. */
  sessionOf: SessionMemory["sessionOf"];
  customers: KnownCustomers;
  site: SiteIdentity;
  /** Rules for stored texts. */
  rules: Pick<TextRules, "events">;
}

/** An event that passed validation. */
export type ValidEvent = Record<string, unknown>;
