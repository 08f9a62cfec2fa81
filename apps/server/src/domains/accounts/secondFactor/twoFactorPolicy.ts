import type { SessionResponse, SessionSite } from "@marquee/contract/schema";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { Account } from "../accounts.ts";
import { hasSecondFactor } from "./factors.ts";

/** Whether the server requires a second factor, and what that requires of an account. */
export interface TwoFactorPolicy {
  isRequired: boolean;
  /** Whether an account must set up a second factor before it can do anything else. */
  mustSetUp(account: Account): Promise<boolean>;
  /** @throws {ApiError} two_factor_required if the account must set up a second factor first. */
  check(account: Account): Promise<void>;
  /** The session response: the signed-in account, the Site's time zone, and whether it must set up a second factor first. */
  describe(account: Account | null): Promise<SessionResponse>;
}

/** Paths that an account may use before it has set up a required second factor. */
const ENROLLMENT_PATHS = new Set([
  "/account/two-factor",
  "/account/two-factor/totp",
  "/account/two-factor/totp/confirm",
  "/account/passkeys/options",
  "/account/passkeys",
]);

export function isEnrollmentPath(path: string): boolean {
  return ENROLLMENT_PATHS.has(path);
}

interface TwoFactorPolicyOptions {
  db: RecordsDatabase;
  isRequired: boolean;
  /** Part of the session response; only the console needs it. */
  site?: () => SessionSite;
  /** Origin of the site for the session response, if the console has a host of its own. */
  siteUrl?: string | null;
}

export function createTwoFactorPolicy(options: TwoFactorPolicyOptions): TwoFactorPolicy {
  const { db, isRequired, site, siteUrl = null } = options;
  const ofServer = siteUrl === null ? {} : { siteUrl };
  const mustSetUp = async (account: Account) => isRequired && !(await hasSecondFactor(db, account.id));
  return {
    isRequired,
    mustSetUp,
    async check(account) {
      if (!(await mustSetUp(account))) return;
      throw new ApiError(
        "two_factor_required",
        "This server requires two-factor authentication. Set it up in the console first.",
      );
    },
    async describe(account) {
      if (!account) return { account: null, ...ofServer };
      const { email, role, areas } = account;
      return {
        account: { email, role, areas },
        ...ofServer,
        ...(site && { site: describeSite(site()) }),
        ...((await mustSetUp(account)) && { mustSetUpTwoFactor: true }),
      };
    },
  };
}

function describeSite({ id, timeZone, weekStart, ownHosts }: SessionSite): SessionSite {
  return { id, timeZone, weekStart, ownHosts };
}
