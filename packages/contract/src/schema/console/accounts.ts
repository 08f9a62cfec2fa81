import Type from "typebox";
import type { ExclusionReason } from "../../events/segment.types.ts";
import { Extend } from "../extend.ts";
import type { Access } from "./roles.ts";
import type { SessionSite } from "./site.ts";
import type { SecondStep } from "./twoFactor.ts";

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
  /** Origin of the site. Present if the console has a host of its own. */
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

/** A change that gives somebody power over the console, or takes it. */
export interface PowerNotice {
  /** Of the entry in Changes; increases with time. */
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** A sentence. */
  text: string;
}

/** What owners hear of without looking for it; empty for others. */
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

/** What the Overview's metrics leave out or include. */
export interface OverviewNotes {
  /** Events that were not stored because of their sender, by reason. */
  excluded: Record<ExclusionReason, number>;
  /** Whether the store has rows created by `npm run seed-demo`. */
  hasDemoData: boolean;
}

export interface NamedCount {
  /** Empty if unknown. */
  name: string;
  visitors: number;
}

/** Visitors of the last five minutes. Bots, known customers and demo data are left out. */
export interface CurrentVisitorsResponse {
  visitors: number;
  /** The page that each visitor viewed last, the visit's source and its country; the most frequent first. */
  pages: NamedCount[];
  sources: NamedCount[];
  countries: NamedCount[];
}
