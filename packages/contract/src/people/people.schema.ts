import Type, { type Static } from "typebox";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import type { LeadStatus } from "../leads/leadStatus.ts";
import type { LeadSummary } from "../leads/leads.schema.ts";
import type { JourneyResponse } from "./journey.schema.ts";
import type { PersonResponse } from "./privacyRequests.schema.ts";

/** Query for people. `before` is `next` of the previous page. */
export const PeopleSearchSchema = Type.Object({
  /** Part of a lead's name, email address or company or of a user ID, or a whole email address, user ID or anonymous ID. */
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
  before: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
});
export type PeopleSearch = Static<typeof PeopleSearchSchema>;

/** A person whose names are linked with their consent. */
export interface PersonSummary {
  /** ID of the person, or the anonymous ID of a browser without another name. */
  id: string;
  /** Name and email address of the latest lead; empty without one. */
  name: string;
  email: string;
  company: string;
  userIds: string[];
  browsers: number;
  leads: number;
  /** Status of the latest lead. */
  status: LeadStatus | null;
  /** Milliseconds since the epoch. */
  lastSeenAt: number;
}

export interface PeopleResponse {
  /** Seen last first. */
  people: PersonSummary[];
  next: string | null;
}

export interface PersonDetails {
  person: PersonResponse;
  leads: Pick<
    LeadSummary,
    "id" | "kind" | "name" | "email" | "company" | "status" | "value" | "createdAt" | "meetingAt"
  >[];
  journey: JourneyResponse;
}

export const PersonDetailsQuerySchema = Type.Object({ id: Type.String({ minLength: 1, maxLength: 1024 }) });

export const PEOPLE_ROUTES = {
  "GET /people": {
    access: "seePeople analytics",
    query: PeopleSearchSchema,
    response: response<PeopleResponse>(),
  },
  "GET /person": {
    access: "seePeople analytics",
    query: PersonDetailsQuerySchema,
    response: response<PersonDetails>(),
  },
} as const satisfies RouteRows;
