import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import Type from "typebox";
import { Extend } from "../kernel/extend.ts";
import type { Access } from "../kernel/roles.ts";
import { DONE, type RouteRows, response } from "../kernel/routeRow.ts";
import type { SessionSite } from "../site/site.schema.ts";
import { InvitationTokenSchema, JoinSchema, type OpenInvitation } from "./team.schema.ts";
import { CodeSchema, PasskeyProofSchema, type SecondStep } from "./twoFactor.schema.ts";

/** Error body of the console's API. `message` is shown to the user, who can quote the ID of a request that failed; the log has it. */
export interface ConsoleErrorBody {
  error: { code: string; message: string; requestId?: string };
}

export const CredentialsSchema = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 400 }),
});
export const SetupSchema = Extend([CredentialsSchema], { token: Type.String({ maxLength: 200 }) });

/** The signed-in account, if any. */
export interface SessionResponse {
  account: ({ email: string } & Access) | null;
  /** Origin of the site. Present if the console has a separate host. */
  siteUrl?: string;
  /** Present if an account is signed in. */
  site?: SessionSite;
  /** Set after a correct password if the account has a second factor. Nobody is signed in until the user proves one of these. */
  secondStep?: SecondStep;
  /** If true, the server rejects every other request until the account has a second factor. */
  mustSetUpTwoFactor?: boolean;
}

export const PasswordChangeSchema = Type.Object(
  { currentPassword: Type.String({ maxLength: 400 }), newPassword: Type.String({ maxLength: 400 }) },
  { additionalProperties: false },
);

/** Whether the server can send password reset links. */
export interface PasswordResetResponse {
  isAvailable: boolean;
}

export const PasswordResetSchema = Type.Pick(CredentialsSchema, ["email"]);
export const NewPasswordSchema = Type.Pick(SetupSchema, ["token", "password"]);

/** A change that grants or revokes power over the console. */
export interface PowerNotice {
  /** ID of the entry in Changes; increases over time. */
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** A sentence. */
  text: string;
}

/** Changes that owners are notified about; empty for others. */
export interface NoticesResponse {
  /** Of the last seven days, newest first. */
  notices: PowerNotice[];
}

/** A browser that is signed in to the account. Times are milliseconds since the epoch. */
export interface SignedInSession {
  id: string;
  /** `browser` and `os` are names such as `Firefox` and `Windows`, `country` an ISO 3166-1 code. Empty if unknown. */
  browser: string;
  os: string;
  country: string;
  createdAt: number;
  lastSeenAt: number;
  /** Whether this session made the request. */
  isCurrent: boolean;
}

export interface SessionsResponse {
  /** The current session first, then the most recently used ones. */
  sessions: SignedInSession[];
}

export const ACCOUNTS_ROUTES = {
  "GET /session": { access: null, response: response<SessionResponse>() },
  "POST /setup": { access: null, body: SetupSchema, response: response<SessionResponse>() },
  "POST /sign-in": { access: null, body: CredentialsSchema, response: response<SessionResponse>() },
  "POST /sign-in/code": { access: null, body: CodeSchema, response: response<SessionResponse>() },
  "POST /sign-in/passkey": { access: null, body: PasskeyProofSchema, response: response<SessionResponse>() },
  "POST /sign-in/passkey/options": {
    access: null,
    response: response<PublicKeyCredentialRequestOptionsJSON>(),
  },
  "POST /sign-in/second-passkey": {
    access: null,
    body: PasskeyProofSchema,
    response: response<SessionResponse>(),
  },
  "POST /sign-in/second-passkey/options": {
    access: null,
    response: response<PublicKeyCredentialRequestOptionsJSON>(),
  },
  "POST /sign-out": { access: null, response: response<SessionResponse>() },
  "POST /invitation": { access: null, body: InvitationTokenSchema, response: response<OpenInvitation>() },
  "POST /join": { access: null, body: JoinSchema, response: response<SessionResponse>() },
  "GET /password-reset": { access: null, response: response<PasswordResetResponse>() },
  "POST /password-reset": { access: null, body: PasswordResetSchema, response: DONE },
  "POST /password-reset/finish": { access: null, body: NewPasswordSchema, response: DONE },
  "POST /account/password": {
    access: "read",
    body: PasswordChangeSchema,
    response: DONE,
    invalidates: ["GET /account/sessions"],
  },
  "GET /account/sessions": { access: "read", response: response<SessionsResponse>() },
  "POST /account/sessions/end": { access: "read", isProven: true, response: response<SessionResponse>() },
  "POST /account/sessions/:id/end": {
    access: "read",
    isProven: true,
    response: DONE,
    invalidates: ["GET /account/sessions"],
  },
  "GET /account/notices": { access: "read", response: response<NoticesResponse>() },
} as const satisfies RouteRows;
