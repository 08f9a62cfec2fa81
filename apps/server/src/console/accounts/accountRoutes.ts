import { CredentialsSchema, type SessionAnswer, SetupSchema } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { ConsoleError } from "../errors.ts";
import {
  type Account,
  type Credentials,
  createFirstAccount,
  findByCredentials,
  normalizeEmail,
} from "./accounts.ts";
import type { Attempts } from "./attempts.ts";
import type { Sessions } from "./sessions.ts";

interface AccountRoutesOptions {
  db: RecordsDatabase;
  sessions: Sessions;
  attempts: Attempts;
  now: () => number;
}

/** Who is here, the first account, signing in and out. Open to whoever is not signed in. */
export function registerAccountRoutes(scope: FastifyInstance, options: AccountRoutesOptions): void {
  const { db, sessions, attempts, now } = options;

  scope.get("/session", async (request): Promise<SessionAnswer> => {
    return answerFor(await sessions.find(request));
  });

  scope.post<{ Body: Credentials & { token: string } }>(
    "/setup",
    { schema: { body: SetupSchema } },
    async (request, reply): Promise<SessionAnswer> => {
      const account = await createFirstAccount(db, request.body, now());
      await sessions.start(account, reply);
      return answerFor(account);
    },
  );

  scope.post<{ Body: Credentials }>(
    "/sign-in",
    { schema: { body: CredentialsSchema } },
    async (request, reply): Promise<SessionAnswer> => {
      const keys = [`address ${request.ip}`, `email ${normalizeEmail(request.body.email)}`];
      attempts.take(keys);
      const account = await findByCredentials(db, request.body);
      if (!account) throw new ConsoleError("unauthorized", "E-mail or password is wrong.");
      attempts.forgive(keys);
      await sessions.start(account, reply);
      return answerFor(account);
    },
  );

  scope.post("/sign-out", async (request, reply): Promise<SessionAnswer> => {
    await sessions.end(request, reply);
    // Recordings and archived pages are of no concern to whoever uses this browser next.
    reply.header("clear-site-data", '"cache"');
    return answerFor(null);
  });
}

function answerFor(account: Account | null): SessionAnswer {
  return { account: account && { email: account.email, role: account.role } };
}
