import type { Attribution, EventName, EventProperties, Timestamp } from "@marquee/contract";
import type { SiteIdentity } from "../config/siteOf.ts";
import type { EventRow } from "../storage/events/eventRow.types.ts";
import type { Arrival } from "./arrivals.ts";
import type { DemoPerson } from "./audience.ts";
import type { DemoError } from "./errors.ts";
import type { DemoExperiment } from "./experiments.ts";
import type { FormPlace } from "./journey.ts";
import type { Random } from "./random.ts";
import type { SitePage } from "./sitePage.ts";
import type { Story } from "./story.ts";

export interface DemoVisitor {
  id: string;
  person: DemoPerson;
  isCustomer: boolean;
  /** How they came the first time; null for a new visitor. */
  first: Attribution | null;
}

export interface VisitOptions {
  /** Unique, the same for the same visit. */
  id: string;
  visitor: DemoVisitor;
  arrival: Arrival;
  startedAt: Timestamp;
  story: Story;
  site: SiteIdentity;
  /** Under which visitors reach the site. */
  origin: string;
  pages: ReadonlyMap<string, SitePage>;
  experiments: readonly DemoExperiment[];
  errors: readonly DemoError[];
  random: Random;
}

/** A form that was sent in a visit. */
export interface SentForm extends FormPlace {
  at: Timestamp;
  page: SitePage;
  attribution: Attribution;
  visit: EventRow;
}

export interface DemoVisit {
  events: EventRow[];
  /** The pages that were viewed, with the time of each. */
  views: { page: SitePage; at: Timestamp; event: EventRow }[];
  form: SentForm | null;
}

/** Adds an event to a visit, some milliseconds after the one before. */
export type Track = <Name extends EventName>(
  event: Name,
  properties: EventProperties[Name],
  after: number,
) => void;
