import type { FastifyInstance } from "fastify";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { createFirstAccount } from "./accounts.ts";
import { addRoute } from "./addRoute.ts";
import type { PasswordChecks } from "./passwordChecks.ts";
import type { TwoFactorPolicy } from "./secondFactor/twoFactorPolicy.ts";
import type { Sessions } from "./sessions.ts";
import type { SignIn } from "./signIn.ts";

interface AccountRoutesOptions {
  db: RecordsDatabase;
  sessions: Sessions;
  checks: PasswordChecks;
  signIn: SignIn;
  /** Runs after a correct password: starts the session, or the second step if the account has one. */
  afterPassword: SignIn;
  policy: Pick<TwoFactorPolicy, "describe">;
  now: () => number;
}

/** Public routes: current session, setup of the first account, sign-in and sign-out. */
export function accountRoutes(options: AccountRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    const { db, sessions, checks, signIn, afterPassword, policy, now } = options;

    addRoute(scope, "GET /session", async (request, reply) => {
      const account = await sessions.find(request);
      sessions.markBrowser(account, request, reply);
      return policy.describe(account);
    });

    addRoute(scope, "POST /setup", async (request, reply) => {
      const create = () => createFirstAccount(db, request.body, now());
      return signIn(await checks.openLink(request, create), request, reply);
    });

    addRoute(scope, "POST /sign-in", async (request, reply) =>
      afterPassword(await checks.signIn(request, request.body), request, reply),
    );

    addRoute(scope, "POST /sign-out", async (request, reply) => {
      await sessions.end(request, reply);
      return { account: null };
    });
  };
}
