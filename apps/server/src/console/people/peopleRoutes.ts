import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { PasswordChecks } from "../../accounts/passwordChecks.ts";
import { requireOwner } from "../../accounts/requireRole.ts";
import type { SignIn } from "../../accounts/signIn.ts";
import { addRoute } from "../../http/consoleRoute.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { linkWith } from "../../storage/tokens.ts";
import { invite, join, openInvitation, withdrawInvitation } from "./invitations.ts";
import { changeRole, removePerson, resetTwoFactor } from "./people.ts";
import { readPeople } from "./readPeople.ts";

interface PeopleRoutesOptions {
  db: RecordsDatabase;
  checks: Pick<PasswordChecks, "openLink">;
  signIn: SignIn;
  /** Origin of the site, which the links of invitations begin with. */
  publicUrl: string;
  now: () => Timestamp;
}

/** Who may use the console: everybody sees it, owners decide it. Joining is open to whoever holds the link of an invitation. */
export function peopleRoutes(options: PeopleRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    const { db, publicUrl, now } = options;
    const asked = (request: FastifyRequest) => ({ by: requireOwner(request), at: now() });

    addRoute(scope, "GET /people", async (request) =>
      readPeople(db, { now: now(), isOwner: request.account?.role === "owner" }),
    );

    addRoute(scope, "POST /people/invitations", async (request) => {
      const { token, expiresAt } = await invite(db, request.body, asked(request));
      return { url: linkWith(token, publicUrl, "join"), expiresAt };
    });

    addRoute(scope, "POST /people/invitations/:id/withdraw", async (request) => {
      await withdrawInvitation(db, request.params.id, asked(request));
      return {};
    });

    addRoute(scope, "POST /people/:id/role", async (request) => {
      await changeRole(db, request.params.id, request.body.role, asked(request));
      return {};
    });

    addRoute(scope, "POST /people/:id/reset-two-factor", async (request) => {
      await resetTwoFactor(db, request.params.id, asked(request));
      return {};
    });

    addRoute(scope, "POST /people/:id/remove", async (request) => {
      await removePerson(db, request.params.id, asked(request));
      return {};
    });

    registerJoining(scope, options);
  };
}

/** The token travels in the body, where no log of addresses keeps it. */
function registerJoining(scope: FastifyInstance, options: PeopleRoutesOptions): void {
  const { db, checks, signIn, now } = options;

  addRoute(scope, "POST /invitation", async (request) =>
    checks.openLink(request, () => openInvitation(db, request.body.token, now())),
  );

  addRoute(scope, "POST /join", async (request, reply) => {
    const account = await checks.openLink(request, () => join(db, request.body, now()));
    return signIn(account, request, reply);
  });
}
