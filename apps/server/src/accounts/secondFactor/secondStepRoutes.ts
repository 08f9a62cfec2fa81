import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../../errors/apiError.ts";
import { addRoute } from "../../http/consoleRoute.ts";
import { recordChange } from "../../storage/records/changeLog.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { type Account, checkProof, findAccount } from "../accounts.ts";
import { type Attempt, type Attempts, passkeyStartLimits, secondStepLimits } from "../attempts.ts";
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
  /** Starts the session. */
  signIn: SignIn;
  now: () => Timestamp;
}

/** Reached without a session: by whoever typed a right password, and by whoever signs in with a passkey alone. */
export const SECOND_STEP_PATHS = [
  "/sign-in/code",
  "/sign-in/second-passkey/options",
  "/sign-in/second-passkey",
  "/sign-in/passkey/options",
  "/sign-in/passkey",
];

/** Runs after a correct password: creates a session, or starts a second step of five minutes. */
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

/** The second step of a sign-in, and sign-in with a passkey alone. */
export function secondStepRoutes(options: SecondStepOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    const { db, challenges, attempts, devices, party, signIn, now } = options;
    const secondStep = async (request: FastifyRequest) =>
      accountOf(await challenges.find("second_step", request));

    addRoute(scope, "POST /sign-in/code", async (request, reply) => {
      const accountId = await secondStep(request);
      const attempt = await takeAttempt(request, accountId);
      const account = await db.transaction(async (tx) => {
        // Taken first and given back with a wrong code, so that of two right ones at once one signs in.
        accountOf(await challenges.take(tx, "second_step", request));
        const found = await findAccount(tx, accountId);
        if (!found) throw expired();
        await takeCode(tx, found, request.body.code, now());
        return { ...found, isFactorProven: true };
      });
      attempt.succeed();
      challenges.clear("second_step", reply);
      return signIn(account, request, reply);
    });

    addRoute(scope, "POST /sign-in/second-passkey/options", async (request, reply) => {
      checkPasskeys(party);
      const accountId = await secondStep(request);
      const asked = await authenticationOptions(db, party, accountId);
      await challenges.start(db, "passkey", { accountId, challenge: asked.challenge }, request, reply);
      return asked;
    });

    addRoute(scope, "POST /sign-in/second-passkey", async (request, reply) => {
      const accountId = await secondStep(request);
      const attempt = await takeAttempt(request, accountId);
      const challenge = await takeChallenge(request, accountId);
      const { response } = request.body;
      const account = await verifyPasskey(db, party, { response, challenge, accountId, at: now() });
      accountOf(await challenges.take(db, "second_step", request));
      attempt.succeed();
      challenges.clear("second_step", reply);
      challenges.clear("passkey", reply);
      return signIn(account, request, reply);
    });

    // Does not ask for a name, so it cannot reveal who has an account.
    addRoute(scope, "POST /sign-in/passkey/options", async (request, reply) => {
      checkPasskeys(party);
      attempts.take(passkeyStartLimits(request.ip));
      const asked = await authenticationOptions(db, party, null);
      await challenges.start(db, "passkey", { accountId: null, challenge: asked.challenge }, request, reply);
      return asked;
    });

    addRoute(scope, "POST /sign-in/passkey", async (request, reply) => {
      const challenge = await takeChallenge(request, null);
      const { response } = request.body;
      const account = await verifyPasskey(db, party, { response, challenge, accountId: null, at: now() });
      challenges.clear("passkey", reply);
      return signIn(account, request, reply);
    });

    /** @throws {ApiError} too_many_requests */
    async function takeAttempt(request: FastifyRequest, accountId: string): Promise<Attempt> {
      const account = await findAccount(db, accountId);
      const device = account && (await devices.find(request, account.email));
      return attempts.take(secondStepLimits({ accountId, address: request.ip, device }));
    }

    /** A challenge ends with the first answer, right or wrong. @param accountId whom it must have been made for. */
    async function takeChallenge(request: FastifyRequest, accountId: string | null): Promise<string> {
      const taken = await challenges.take(db, "passkey", request);
      if (taken?.challenge && taken.accountId === accountId) return taken.challenge;
      throw new ApiError("unauthorized", "The request for your passkey has expired. Try again.");
    }
  };
}

/** @throws {ApiError} unauthorized for a code that is wrong or was used. */
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
