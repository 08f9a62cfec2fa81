import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { listSessions, revokeAllSessions, revokeSession } from "./accountSessions.ts";
import { addRoute } from "./addRoute.ts";
import { changePassword } from "./changePassword.ts";
import type { Devices } from "./devices.ts";
import type { PasswordChecks } from "./passwordChecks.ts";
import type { Sessions } from "./sessions.ts";

interface OwnAccountRoutesOptions {
  db: RecordsDatabase;
  sessions: Sessions;
  devices: Devices;
  checks: PasswordChecks;
  now: () => Timestamp;
}

/** Routes for a person's own account, for every role: password and sessions. */
export function ownAccountRoutes(options: OwnAccountRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    const { db, sessions, devices, checks, now } = options;

    addRoute(scope, "POST /account/password", async (request, reply) => {
      const { currentPassword, newPassword } = request.body;
      const account = await checks.confirm(request, currentPassword);
      if (newPassword === currentPassword) {
        throw new ApiError("bad_request", "Choose a password that differs from the current one.");
      }
      const keep = sessions.idOf(request);
      await changePassword(db, { account, password: newPassword, keep, actor: account.email, at: now() });
      await devices.remember(account.id, request, reply);
      return {};
    });

    addRoute(scope, "GET /account/sessions", async (request) => {
      const current = sessions.idOf(request);
      return { sessions: await listSessions(db, request.account.id, { current, now: now() }) };
    });

    addRoute(scope, "POST /account/sessions/:id/end", async (request) => {
      await revokeSession(db, request.params.id, { by: request.account, at: now() });
      return {};
    });

    addRoute(scope, "POST /account/sessions/end", async (request, reply) => {
      const account = request.account;
      await revokeAllSessions(db, account, { actor: account.email, at: now() });
      await sessions.end(request, reply);
      return { account: null };
    });
  };
}
