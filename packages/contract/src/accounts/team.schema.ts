import Type, { type Static } from "typebox";
import { OneOf } from "../kernel/oneOf.ts";
import { AREAS, type Area, ROLES, type Role } from "../kernel/roles.ts";
import { DONE, type RouteRows, response } from "../kernel/routeRow.ts";

/** Null for all areas. Owners have all. */
const Areas = Type.Union([
  Type.Null(),
  Type.Array(OneOf(AREAS), { minItems: 1, maxItems: AREAS.length, uniqueItems: true }),
]);

export const InvitationSchema = Type.Object(
  { email: Type.String({ minLength: 3, maxLength: 254 }), role: OneOf(ROLES), areas: Type.Optional(Areas) },
  { additionalProperties: false },
);
export type Invitation = Static<typeof InvitationSchema>;

export const RoleChangeSchema = Type.Object(
  { role: OneOf(ROLES), areas: Type.Optional(Areas) },
  { additionalProperties: false },
);
export type RoleChange = Static<typeof RoleChangeSchema>;

export interface TeamMember {
  id: string;
  email: string;
  role: Role;
  /** Null for all. */
  areas: readonly Area[] | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Last use of active sessions; null if there are none. */
  lastSeenAt: number | null;
  /** Whether the person has a second factor; null if the requesting account is not an owner. */
  hasTwoFactor: boolean | null;
  /** Null if the last sign-in was before sign-ins were recorded. Milliseconds since the epoch. */
  lastSignedInAt: number | null;
}

export interface PendingInvitation {
  id: string;
  email: string;
  role: Role;
  /** Null for all. */
  areas: readonly Area[] | null;
  expiresAt: number;
}

export interface TeamResponse {
  members: TeamMember[];
  invitations: PendingInvitation[];
}

/** The link is shown once, to be passed on. Only its hash is stored. */
export interface InvitationResponse {
  url: string;
  expiresAt: number;
}

const Token = Type.String({ minLength: 1, maxLength: 200 });

/** The token in an invitation link. */
export const InvitationTokenSchema = Type.Object({ token: Token }, { additionalProperties: false });

/** Details of an invitation, shown to anyone who has its link. */
export interface OpenInvitation {
  email: string;
  role: Role;
}

export const JoinSchema = Type.Object(
  { token: Token, password: Type.String({ maxLength: 400 }) },
  { additionalProperties: false },
);
export type Join = Static<typeof JoinSchema>;

export const TEAM_ROUTES = {
  "GET /team": { access: "read", response: response<TeamResponse>() },
  "POST /team/invitations": {
    access: "manageTeam",
    isProven: true,
    body: InvitationSchema,
    response: response<InvitationResponse>(),
    invalidates: ["GET /team"],
  },
  "POST /team/invitations/:id/withdraw": { access: "manageTeam", response: DONE, invalidates: ["GET /team"] },
  "POST /team/:id/role": {
    access: "manageTeam",
    isProven: true,
    body: RoleChangeSchema,
    response: DONE,
    invalidates: ["GET /team"],
  },
  "POST /team/:id/reset-two-factor": {
    access: "manageTeam",
    isProven: true,
    response: DONE,
    invalidates: ["GET /team"],
  },
  "POST /team/:id/sessions/end": {
    access: "manageTeam",
    isProven: true,
    response: DONE,
    invalidates: ["GET /team"],
  },
  "POST /team/:id/remove": {
    access: "manageTeam",
    isProven: true,
    response: DONE,
    invalidates: ["GET /team"],
  },
} as const satisfies RouteRows;
