import type { Attribution, ConsentGroup, EventName, EventProperties, Timestamp } from "@marquee/contract";
import type { SiteIdentity } from "../platform/config/siteOf.ts";
import type { EventRow } from "../platform/storage/events/eventRow.types.ts";
import type { Arrival } from "./arrivals.ts";
import type { DemoPerson } from "./audience.ts";
import type { DemoError } from "./errors.ts";
import type { DemoExperiment } from "./experiments.ts";
import type { FormPlace } from "./journey.ts";
import type { Random } from "./random.ts";
import type { ClickTarget, PageAction, SitePage } from "./sitePage.ts";
import type { Story } from "./story.ts";

export interface DayOptions {
  /** Start of the day (UTC). */
  day: Timestamp;
  /** The demo's first day: there are no visitors before it. */
  since: Timestamp;
  seed: number;
  story: Story;
  site: SiteIdentity;
  /** Origin under which visitors reach the site. */
  origin: string;
  /** Pages of the site by path. */
  pages: ReadonlyMap<string, SitePage>;
  experiments: readonly DemoExperiment[];
  errors: readonly DemoError[];
}

export interface DemoVisitor {
  id: string;
  person: DemoPerson;
  isCustomer: boolean;
  /** What they consent to: at least analytics, because the others are not measured. */
  groups: readonly ConsentGroup[];
  /** How they came the first time; null for a new visitor. */
  first: Attribution | null;
}

export interface VisitOptions extends Omit<DayOptions, "day" | "since" | "seed"> {
  /** Unique, the same for the same visit. */
  id: string;
  visitor: DemoVisitor;
  arrival: Arrival;
  startedAt: Timestamp;
  random: Random;
}

/** A form that was sent in a visit. */
export interface SentForm extends FormPlace {
  at: Timestamp;
  page: SitePage;
  attribution: Attribution;
  visit: EventRow;
}

/** A page that was viewed. */
export interface DemoView {
  page: SitePage;
  at: Timestamp;
  event: EventRow;
  /** How far the visitor scrolled below the first screen, from 0 to 1. */
  reach: number;
  clicks: (ClickTarget & { at: Timestamp })[];
}

export interface DemoVisit {
  visitor: DemoVisitor;
  startedAt: Timestamp;
  events: EventRow[];
  views: DemoView[];
  form: SentForm | null;
}

/** A view in progress, with the visitor's actions. */
export interface Viewing extends DemoView {
  random: Random;
  /** Reports an event, some milliseconds after the previous one. */
  track<Name extends EventName>(event: Name, properties: EventProperties[Name], after: number): void;
  /** Clicks something, and reports it if it is tracked. */
  click(target: ClickTarget | PageAction): void;
  /** Lets milliseconds pass. @returns the time then. */
  wait(time: number): Timestamp;
}
