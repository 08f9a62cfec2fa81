import { CredentialsSchema, type SessionAnswer, SetupSchema } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { type Credentials, createFirstAccount } from "./accounts.ts";
import type { PasswordChecks } from "./passwordChecks.ts";
import type { TwoFactorPolicy } from "./secondFactor/twoFactorPolicy.ts";
import type { Sessions } from "./sessions.ts";
import type { SignIn } from "./signIn.ts";

interface AccountRoutesOptions {
  db: RecordsDatabase;
  sessions: Sessions;
  checks: PasswordChecks;
  signIn: SignIn;
  /** What follows a right password: the session, or a second step before it. */
  afterPassword: SignIn;
  policy: Pick<TwoFactorPolicy, "describe">;
  now: () => number;
}

/** Who is here, the first account, signing in and out. Open to whoever is not signed in. */
export function registerAccountRoutes(scope: FastifyInstance, options: AccountRoutesOptions): void {
  const { db, sessions, checks, signIn, afterPassword, policy, now } = options;

  scope.get("/session", async (request): Promise<SessionAnswer> => {
    return policy.describe(await sessions.find(request));
  });

  scope.post<{ Body: Credentials & { token: string } }>(
    "/setup",
    { schema: { body: SetupSchema } },
    async (request, reply): Promise<SessionAnswer> => {
      const create = () => createFirstAccount(db, request.body, now());
      return signIn(await checks.openLink(request, create), request, reply);
    },
  );

  scope.post<{ Body: Credentials }>(
    "/sign-in",
    { schema: { body: CredentialsSchema } },
    async (request, reply): Promise<SessionAnswer> =>
      afterPassword(await checks.signIn(request, request.body), request, reply),
  );

  scope.post("/sign-out", async (request, reply): Promise<SessionAnswer> => {
    await sessions.end(request, reply);
    return { account: null };
  });
}
