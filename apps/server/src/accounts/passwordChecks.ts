import type { FastifyRequest } from "fastify";
import { ApiError } from "../errors/apiError.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import {
  type Account,
  type Credentials,
  findByCredentials,
  normalizeEmail,
  type ProvenAccount,
} from "./accounts.ts";
import {
  type AttemptLimit,
  type Attempts,
  confirmationLimits,
  linkLimits,
  signInLimits,
} from "./attempts.ts";
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
  /** @param check throws on rejection. */
  const counted = async <T>(limits: readonly AttemptLimit[], check: () => Promise<T>): Promise<T> => {
    const attempt = attempts.take(limits);
    try {
      const checked = await check();
      attempt.succeed();
      return checked;
    } catch (error) {
      // The check did not run, so the attempt revealed nothing and does not count.
      if (!(error instanceof ApiError) || error.code === "unavailable") attempt.cancel();
      throw error;
    }
  };
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
      return counted(limits, () => find(credentials, { isKnown: device !== null, refusal }));
    },
    async confirm({ account }, password) {
      if (!account) throw new ApiError("unauthorized", "Sign in to go on.");
      const refusal = new ApiError("forbidden", "The current password is incorrect.");
      const credentials = { email: account.email, password };
      return counted(confirmationLimits(account.id), () => find(credentials, { isKnown: true, refusal }));
    },
    openLink(request, open) {
      return counted(linkLimits(request.ip), open);
    },
  };
}
