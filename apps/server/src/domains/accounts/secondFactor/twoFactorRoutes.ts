import type { Timestamp } from "@marquee/contract";
import { and, eq, isNotNull } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { recordChange } from "../../../platform/storage/records/changeLog.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { Account } from "../accounts.ts";
import { addRoute } from "../addRoute.ts";
import { type Attempts, confirmationLimits, countAttempt } from "../attempts.ts";
import type { Devices } from "../devices.ts";
import type { PasswordChecks } from "../passwordChecks.ts";
import type { Sessions } from "../sessions.ts";
import { totpSecrets } from "../tables.ts";
import type { Challenges } from "./challenges.ts";
import { hasSecondFactor, lockAccount } from "./factors.ts";
import { addPasskey, listPasskeys, registrationOptions, removePasskey, renamePasskey } from "./passkeys.ts";
import { countRecoveryCodes, createRecoveryCodes } from "./recoveryCodes.ts";
import { checkPasskeys, type RelyingParty } from "./relyingParty.ts";
import { confirmTotp, removeTotp, startTotp } from "./totp.ts";
import type { TwoFactorPolicy } from "./twoFactorPolicy.ts";

interface TwoFactorRoutesOptions {
  db: RecordsDatabase;
  sessions: Pick<Sessions, "idOf">;
  devices: Pick<Devices, "remember">;
  checks: Pick<PasswordChecks, "confirm">;
  attempts: Attempts;
  challenges: Challenges;
  party: RelyingParty;
  policy: Pick<TwoFactorPolicy, "isRequired">;
  now: () => Timestamp;
}

/** Routes for a person's own second factors. Adding and removing one requires the password again. */
export function twoFactorRoutes(options: TwoFactorRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    addTotpRoutes(scope, options);
    addPasskeyRoutes(scope, options);
    const { db, party, checks, policy, now } = options;

    addRoute(scope, "GET /account/two-factor", async (request) => {
      const { id } = request.account;
      return {
        isRequired: policy.isRequired,
        totpSince: await readTotpSince(db, id),
        recoveryCodesLeft: await countRecoveryCodes(db, id),
        passkeys: await listPasskeys(db, id),
        passkeyProblem: party.problem,
      };
    });

    addRoute(scope, "POST /account/two-factor/recovery-codes", async (request) => {
      const account = await checks.confirm(request, request.body.password);
      return { recoveryCodes: await replaceRecoveryCodes(db, { account, at: now() }) };
    });
  };
}

function addTotpRoutes(scope: FastifyInstance, options: TwoFactorRoutesOptions): void {
  const { db, sessions, devices, checks, attempts, party, policy, now } = options;

  addRoute(scope, "POST /account/two-factor/totp", async (request) => {
    const account = await checks.confirm(request, request.body.password);
    return startTotp(db, party.name, { account, at: now() });
  });

  addRoute(scope, "POST /account/two-factor/totp/confirm", async (request, reply) => {
    const account = request.account;
    const context = { account, at: now(), keep: sessions.idOf(request) };
    const recoveryCodes = await countAttempt(attempts, confirmationLimits(account.id), () =>
      confirmTotp(db, request.body.code, context),
    );
    await devices.remember(account.id, request, reply);
    return { recoveryCodes };
  });

  addRoute(scope, "POST /account/two-factor/totp/remove", async (request) => {
    const account = await checks.confirm(request, request.body.password);
    const keep = sessions.idOf(request);
    await removeTotp(db, { account, at: now(), isRequired: policy.isRequired, keep });
    return {};
  });
}

function addPasskeyRoutes(scope: FastifyInstance, options: TwoFactorRoutesOptions): void {
  const { db, sessions, devices, checks, challenges, party, policy, now } = options;

  addRoute(scope, "POST /account/passkeys/options", async (request, reply) => {
    checkPasskeys(party);
    const account = await checks.confirm(request, request.body.password);
    const registration = await registrationOptions(db, party, account);
    const begun = { accountId: account.id, challenge: registration.challenge };
    await challenges.start(db, "passkey_registration", begun, request, reply);
    return registration;
  });

  addRoute(scope, "POST /account/passkeys", async (request, reply) => {
    const account = request.account;
    const challenge = await takeChallenge(request, account);
    const { name, response } = request.body;
    const context = { account, at: now(), keep: sessions.idOf(request) };
    const recoveryCodes = await addPasskey(db, party, { ...context, name, response, challenge });
    challenges.clear("passkey_registration", reply);
    await devices.remember(account.id, request, reply);
    return { recoveryCodes };
  });

  addRoute(scope, "POST /account/passkeys/rename", async (request) => {
    await renamePasskey(db, request.body, { account: request.account, at: now() });
    return {};
  });

  addRoute(scope, "POST /account/passkeys/remove", async (request) => {
    const { id, password } = request.body;
    const account = await checks.confirm(request, password);
    const keep = sessions.idOf(request);
    await removePasskey(db, id, { account, at: now(), isRequired: policy.isRequired, keep });
    return {};
  });

  /**
   * Uses the challenge up with the first response, correct or not.
   * @throws {ApiError} bad_request if there is none for this account or it has expired.
   */
  async function takeChallenge(request: FastifyRequest, account: Account): Promise<string> {
    const taken = await challenges.take(db, "passkey_registration", request);
    if (taken?.challenge && taken.accountId === account.id) return taken.challenge;
    throw new ApiError("bad_request", "Adding the passkey took too long. Try again.");
  }
}

async function readTotpSince(db: RecordsDatabase, accountId: string): Promise<Timestamp | null> {
  const isOn = and(eq(totpSecrets.accountId, accountId), isNotNull(totpSecrets.confirmedAt));
  const [row] = await db.select().from(totpSecrets).where(isOn);
  return row?.confirmedAt?.getTime() ?? null;
}

async function replaceRecoveryCodes(
  db: RecordsDatabase,
  { account, at }: { account: Account; at: Timestamp },
): Promise<string[]> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, account.id);
    if (!(await hasSecondFactor(tx, account.id))) {
      throw new ApiError("conflict", "Set up two-factor authentication first.");
    }
    const codes = await createRecoveryCodes(tx, account.id);
    const change = { entity: "account", key: account.email, action: "recovery codes replaced" } as const;
    await recordChange(tx, { at, actor: account.email, ...change, before: null, after: null });
    return codes;
  });
}
