import Type, { type Static } from "typebox";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import type { LeadStatus } from "../leads/leadStatus.ts";
import type { LeadSummary } from "../leads/leads.schema.ts";
import type { JourneyResponse } from "./journey.schema.ts";
import type { PersonResponse } from "./privacyRequests.schema.ts";

/** Query for people. `before` is `next` of the previous page. */
export const ProfileSearchSchema = Type.Object({
  /** Part of a lead's name, email address or company or of a user ID, or a whole email address, user ID or anonymous ID. */
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
  before: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
});
export type ProfileSearch = Static<typeof ProfileSearchSchema>;

/** A person whose names are linked with their consent. */
export interface ProfileSummary {
  /** Of the person, or the anonymous ID of a browser without another name. */
  id: string;
  /** Name and email address of the latest lead; empty without one. */
  name: string;
  email: string;
  company: string;
  userIds: string[];
  browsers: number;
  leads: number;
  /** Of the latest lead. */
  status: LeadStatus | null;
  /** Milliseconds since the epoch. */
  lastSeenAt: number;
}

export interface ProfilesResponse {
  /** Seen last first. */
  profiles: ProfileSummary[];
  next: string | null;
}

export interface ProfileResponse {
  person: PersonResponse;
  leads: Pick<
    LeadSummary,
    "id" | "kind" | "name" | "email" | "company" | "status" | "value" | "createdAt" | "meetingAt"
  >[];
  journey: JourneyResponse;
}

export const ProfileQuerySchema = Type.Object({ id: Type.String({ minLength: 1, maxLength: 1024 }) });

export const PROFILES_ROUTES = {
  "GET /profiles": {
    access: "seePeople analytics",
    query: ProfileSearchSchema,
    response: response<ProfilesResponse>(),
  },
  "GET /profile": {
    access: "seePeople analytics",
    query: ProfileQuerySchema,
    response: response<ProfileResponse>(),
  },
} as const satisfies RouteRows;
