import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { addRoute } from "./addRoute.ts";
import { type Attempts, confirmationLimits, countAttempt } from "./attempts.ts";
import type { PasswordChecks } from "./passwordChecks.ts";
import type { Challenges } from "./secondFactor/challenges.ts";
import { checkPasskeys, type RelyingParty } from "./secondFactor/relyingParty.ts";
import { authenticationOptions, verifyPasskey } from "./secondFactor/verifyPasskey.ts";
import type { Sessions } from "./sessions.ts";

interface ProofRoutesOptions {
  db: RecordsDatabase;
  sessions: Pick<Sessions, "prove">;
  checks: Pick<PasswordChecks, "confirm">;
  attempts: Attempts;
  challenges: Challenges;
  party: RelyingParty;
  now: () => Timestamp;
}

/**
 * Confirms the identity of the signed-in person again, by password or passkey. The routes in `PROVEN_ROUTES` then work for ten minutes.
 */
export function proofRoutes(options: ProofRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    const { db, sessions, checks, attempts, challenges, party, now } = options;

    addRoute(scope, "POST /account/proof", async (request) => {
      await checks.confirm(request, request.body.password);
      await sessions.prove(request);
      return {};
    });

    addRoute(scope, "POST /account/proof/passkey/options", async (request, reply) => {
      checkPasskeys(party);
      const accountId = request.account.id;
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

    addRoute(scope, "POST /account/proof/passkey", async (request, reply) => {
      const accountId = request.account.id;
      const { response } = request.body;
      await countAttempt(attempts, confirmationLimits(accountId), async () => {
        const taken = await challenges.take(db, "passkey", request);
        if (!taken?.challenge || taken.accountId !== accountId)
          throw new ApiError("gone", "The request for your passkey has expired. Try again.");
        await verifyPasskey(db, party, { response, challenge: taken.challenge, accountId, at: now() });
      });
      challenges.clear("passkey", reply);
      await sessions.prove(request);
      return {};
    });
  };
}
