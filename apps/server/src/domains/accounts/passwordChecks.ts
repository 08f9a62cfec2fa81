import type { FastifyRequest } from "fastify";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import {
  type Account,
  type Credentials,
  findByCredentials,
  normalizeEmail,
  type ProvenAccount,
} from "./accounts.ts";
import { type Attempts, confirmationLimits, countAttempt, linkLimits, signInLimits } from "./attempts.ts";
import type { Devices } from "./devices.ts";

/** Checks passwords and links, with limits on guessing. */
export interface PasswordChecks {
  /** @throws {ApiError} unauthorized for a wrong email address or password; too_many_requests; unavailable if too many are waiting. */
  signIn(request: FastifyRequest, credentials: Credentials): Promise<ProvenAccount>;
  /**
   * Checks the signed-in account's password again, before an action that a stolen session must not allow.
   * @throws {ApiError} unauthorized without a session; forbidden for a wrong password; too_many_requests; unavailable.
   */
  confirm(request: FastifyRequest, password: string): Promise<Account>;
  /**
   * Runs a setup or invitation request with rate limits.
   * @throws {ApiError} too_many_requests, and any error from `open`.
   */
  openLink<T>(request: FastifyRequest, open: () => Promise<T>): Promise<T>;
}

interface PasswordChecksOptions {
  db: RecordsDatabase;
  attempts: Attempts;
  devices: Pick<Devices, "find">;
}

export function createPasswordChecks({ db, attempts, devices }: PasswordChecksOptions): PasswordChecks {
  const find = async (
    credentials: Credentials,
    { isKnown, refusal }: { isKnown: boolean; refusal: ApiError },
  ): Promise<ProvenAccount> => {
    const account = await findByCredentials(db, credentials, { isKnown });
    if (!account) throw refusal;
    return account;
  };
  return {
    async signIn(request, credentials) {
      const email = normalizeEmail(credentials.email);
      const device = await devices.find(request, email);
      const limits = signInLimits({ email, address: request.ip, device });
      const refusal = new ApiError("unauthorized", "Incorrect email or password.");
      return countAttempt(attempts, limits, () => find(credentials, { isKnown: device !== null, refusal }));
    },
    async confirm({ account }, password) {
      if (!account) throw new ApiError("unauthorized", "Sign in to continue.");
      const refusal = new ApiError("forbidden", "The current password is incorrect.");
      const credentials = { email: account.email, password };
      return countAttempt(attempts, confirmationLimits(account.id), () =>
        find(credentials, { isKnown: true, refusal }),
      );
    },
    openLink(request, open) {
      return countAttempt(attempts, linkLimits(request.ip), open);
    },
  };
}
