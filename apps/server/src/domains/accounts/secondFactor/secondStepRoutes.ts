import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { recordChange } from "../../../platform/storage/records/changeLog.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { type Account, checkProof, findAccount } from "../accounts.ts";
import { addRoute } from "../addRoute.ts";
import { type Attempts, countAttempt, passkeyStartLimits, secondStepLimits } from "../attempts.ts";
import type { Devices } from "../devices.ts";
import type { SignIn } from "../signIn.ts";
import type { Challenges } from "./challenges.ts";
import { readFactors, type Transaction } from "./factors.ts";
import { takeRecoveryCode } from "./recoveryCodes.ts";
import { checkPasskeys, type RelyingParty } from "./relyingParty.ts";
import { takeTotpCode, WRONG_CODE } from "./totp.ts";
import { authenticationOptions, verifyPasskey } from "./verifyPasskey.ts";

interface SecondStepOptions {
  db: RecordsDatabase;
  challenges: Challenges;
  attempts: Attempts;
  devices: Pick<Devices, "find">;
  party: RelyingParty;
  signIn: SignIn;
  now: () => Timestamp;
}

/** Runs after a correct password: starts the session, or a second step that expires after five minutes. */
export function createAfterPassword({
  db,
  challenges,
  party,
  signIn,
}: Pick<SecondStepOptions, "db" | "challenges" | "party" | "signIn">): SignIn {
  return async (account, request, reply) => {
    const factors = await readFactors(db, account.id);
    if (!factors.hasTotp && !factors.hasPasskey) return signIn(account, request, reply);
    await db.transaction(async (tx) => {
      await checkProof(tx, account);
      await challenges.start(tx, "second_step", { accountId: account.id, challenge: null }, request, reply);
    });
    const hasPasskey = factors.hasPasskey && party.problem === null;
    return { account: null, secondStep: { ...factors, hasPasskey } };
  };
}

/** Routes for the second step of a sign-in and for passkey-only sign-in. */
export function secondStepRoutes(options: SecondStepOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    const { db, challenges, attempts, devices, party, signIn, now } = options;
    const secondStep = async (request: FastifyRequest) =>
      accountOf(await challenges.find("second_step", request));

    addRoute(scope, "POST /sign-in/code", async (request, reply) => {
      const accountId = await secondStep(request);
      const account = await countStep(request, accountId, () =>
        db.transaction(async (tx) => {
          // Taken first, so that of two concurrent correct codes only one signs in. A wrong code rolls the transaction back.
          accountOf(await challenges.take(tx, "second_step", request));
          const currentAccount = await findAccount(tx, accountId);
          if (!currentAccount) throw expired();
          await takeCode(tx, currentAccount, request.body.code, now());
          return { ...currentAccount, isFactorProven: true };
        }),
      );
      challenges.clear("second_step", reply);
      return signIn(account, request, reply);
    });

    addRoute(scope, "POST /sign-in/second-passkey/options", async (request, reply) => {
      checkPasskeys(party);
      const accountId = await secondStep(request);
      const passkeyOptions = await authenticationOptions(db, party, accountId);
      await challenges.start(
        db,
        "passkey",
        { accountId, challenge: passkeyOptions.challenge },
        request,
        reply,
      );
      return passkeyOptions;
    });

    addRoute(scope, "POST /sign-in/second-passkey", async (request, reply) => {
      const accountId = await secondStep(request);
      const { response } = request.body;
      const account = await countStep(request, accountId, async () => {
        const challenge = await takeChallenge(request, accountId);
        const proven = await verifyPasskey(db, party, { response, challenge, accountId, at: now() });
        accountOf(await challenges.take(db, "second_step", request));
        return proven;
      });
      challenges.clear("second_step", reply);
      challenges.clear("passkey", reply);
      return signIn(account, request, reply);
    });

    // Takes no email address, so it cannot reveal who has an account.
    addRoute(scope, "POST /sign-in/passkey/options", async (request, reply) => {
      checkPasskeys(party);
      attempts.take(passkeyStartLimits(request.ip));
      const passkeyOptions = await authenticationOptions(db, party, null);
      await challenges.start(
        db,
        "passkey",
        { accountId: null, challenge: passkeyOptions.challenge },
        request,
        reply,
      );
      return passkeyOptions;
    });

    addRoute(scope, "POST /sign-in/passkey", async (request, reply) => {
      const challenge = await takeChallenge(request, null);
      const { response } = request.body;
      const account = await verifyPasskey(db, party, { response, challenge, accountId: null, at: now() });
      challenges.clear("passkey", reply);
      return signIn(account, request, reply);
    });

    /** Counts a code or passkey against the limits of its account. @throws {ApiError} too_many_requests, and any error from `check`. */
    async function countStep<T>(
      request: FastifyRequest,
      accountId: string,
      check: () => Promise<T>,
    ): Promise<T> {
      const account = await findAccount(db, accountId);
      const device = account && (await devices.find(request, account.email));
      return countAttempt(attempts, secondStepLimits({ accountId, address: request.ip, device }), check);
    }

    /**
     * Uses the challenge up with the first response, correct or not.
     * @param accountId account that the challenge must belong to; null for a passkey-only sign-in.
     * @throws {ApiError} unauthorized if there is no such challenge or it has expired.
     */
    async function takeChallenge(request: FastifyRequest, accountId: string | null): Promise<string> {
      const taken = await challenges.take(db, "passkey", request);
      if (taken?.challenge && taken.accountId === accountId) return taken.challenge;
      throw new ApiError("unauthorized", "The request for your passkey has expired. Try again.");
    }
  };
}

/**
 * Accepts a TOTP or recovery code once; records the use of a recovery code.
 * @throws {ApiError} unauthorized for a code that is wrong or already used.
 */
async function takeCode(tx: Transaction, account: Account, code: string, at: Timestamp): Promise<void> {
  if (await takeTotpCode(tx, account.id, { code, at })) return;
  if (!(await takeRecoveryCode(tx, account.id, code))) throw new ApiError("unauthorized", WRONG_CODE);
  const change = { entity: "account", key: account.email, action: "recovery code used" } as const;
  await recordChange(tx, { at, actor: account.email, ...change, before: null, after: null });
}

function accountOf(challenge: { accountId: string | null } | null): string {
  if (challenge?.accountId) return challenge.accountId;
  throw expired();
}

function expired(): ApiError {
  return new ApiError("gone", "This sign-in has expired. Enter your password again.");
}
