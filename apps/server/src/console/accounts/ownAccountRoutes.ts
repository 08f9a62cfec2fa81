import type { Timestamp } from "@marquee/contract";
import {
  type PasswordChange,
  PasswordChangeSchema,
  type SessionAnswer,
  type SessionsAnswer,
} from "@marquee/contract/schema";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { ConsoleError } from "../errors.ts";
import { endAllSessions, endSession, listSessions } from "./accountSessions.ts";
import type { Account } from "./accounts.ts";
import { changePassword } from "./changePassword.ts";
import type { Devices } from "./devices.ts";
import type { PasswordChecks } from "./passwordChecks.ts";
import type { Sessions } from "./sessions.ts";
import { answerFor } from "./signIn.ts";

interface OwnAccountRoutesOptions {
  db: RecordsDatabase;
  sessions: Sessions;
  devices: Devices;
  checks: PasswordChecks;
  now: () => Timestamp;
}

/** What people set about their own account, in any role. */
export function registerOwnAccountRoutes(scope: FastifyInstance, options: OwnAccountRoutesOptions): void {
  const { db, sessions, devices, checks, now } = options;

  scope.post<{ Body: PasswordChange }>(
    "/account/password",
    { schema: { body: PasswordChangeSchema } },
    async (request, reply) => {
      const { currentPassword, newPassword } = request.body;
      const account = await checks.confirm(request, currentPassword);
      const keep = sessions.idOf(request);
      await changePassword(db, {
        ...{ account, password: newPassword, keep },
        ...{ actor: account.email, at: now() },
      });
      await devices.remember(account.id, request, reply);
      return {};
    },
  );

  scope.get("/account/sessions", async (request): Promise<SessionsAnswer> => {
    const current = sessions.idOf(request);
    return { sessions: await listSessions(db, signedIn(request).id, { current, now: now() }) };
  });

  scope.post<{ Params: { id: string } }>("/account/sessions/:id/end", async (request) => {
    await endSession(db, request.params.id, { by: signedIn(request), at: now() });
    return {};
  });

  scope.post("/account/sessions/end", async (request, reply): Promise<SessionAnswer> => {
    await endAllSessions(db, { by: signedIn(request), at: now() });
    await sessions.end(request, reply);
    return answerFor(null);
  });
}

function signedIn({ account }: FastifyRequest): Account {
  if (account) return account;
  throw new ConsoleError("unauthorized", "Sign in to go on.");
}
