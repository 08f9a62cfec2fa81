import type { Timestamp } from "@marquee/contract";
import type { TeamResponse } from "@marquee/contract/schema";
import { asc, eq, getTableColumns, gt, isNotNull, max } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { linkWith } from "../../../platform/storage/tokens.ts";
import { addRoute } from "../addRoute.ts";
import type { PasswordChecks } from "../passwordChecks.ts";
import { requirePermission } from "../requireRole.ts";
import type { SignIn } from "../signIn.ts";
import { accounts, invitations, passkeys, sessions, totpSecrets } from "../tables.ts";
import { invite, join, openInvitation, withdrawInvitation } from "./invitations.ts";
import { changeAccess, endSessions, removePerson, resetTwoFactor } from "./team";

interface ReadOptions {
  now: Timestamp;
  /** Only owners see who has two-factor authentication; it would show attackers who to target. */
  isOwner: boolean;
}

interface PeopleRoutesOptions {
  db: RecordsDatabase;
  checks: Pick<PasswordChecks, "openLink">;
  signIn: SignIn;
  /** Origin of the console, used in invitation links. */
  consoleUrl: string;
  now: () => Timestamp;
}

/** People with console access: everyone can list them, owners can change them. Joining needs only an invitation link. */
export function teamRoutes(options: PeopleRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    const { db, consoleUrl, now } = options;
    const requestContext = (request: FastifyRequest) => ({
      by: requirePermission(request, "manageTeam"),
      at: now(),
    });

    addRoute(scope, "GET /team", async (request) =>
      readPeople(db, { now: now(), isOwner: request.account?.role === "owner" }),
    );

    addRoute(scope, "POST /team/invitations", async (request) => {
      const { token, expiresAt } = await invite(db, request.body, requestContext(request));
      return { url: linkWith(token, consoleUrl, "join"), expiresAt };
    });

    addRoute(scope, "POST /team/invitations/:id/withdraw", async (request) => {
      await withdrawInvitation(db, request.params.id, requestContext(request));
      return {};
    });

    addRoute(scope, "POST /team/:id/role", async (request) => {
      await changeAccess(db, request.params.id, request.body, requestContext(request));
      return {};
    });

    addRoute(scope, "POST /team/:id/reset-two-factor", async (request) => {
      await resetTwoFactor(db, request.params.id, requestContext(request));
      return {};
    });

    addRoute(scope, "POST /team/:id/sessions/end", async (request) => {
      await endSessions(db, request.params.id, requestContext(request));
      return {};
    });

    addRoute(scope, "POST /team/:id/remove", async (request) => {
      await removePerson(db, request.params.id, requestContext(request));
      return {};
    });

    registerJoining(scope, options);
  };
}

/** Routes for invited people. The token is sent in the body, so that it does not appear in URL logs. */
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

/** Everyone with an account and all pending invitations, each sorted by email address. */
async function readPeople(db: RecordsDatabase, { now, isOwner }: ReadOptions): Promise<TeamResponse> {
  const { id, email, role, areas, createdAt, lastSignedInAt } = getTableColumns(accounts);
  const members = await db
    .select({ id, email, role, areas, createdAt, lastSignedInAt, lastSeenAt: max(sessions.lastSeenAt) })
    .from(accounts)
    .leftJoin(sessions, eq(sessions.accountId, accounts.id))
    .groupBy(accounts.id)
    .orderBy(asc(accounts.email));
  const protectedIds = isOwner ? await listProtected(db) : null;
  const open = await db
    .select()
    .from(invitations)
    .where(gt(invitations.expiresAt, new Date(now)))
    .orderBy(asc(invitations.email));
  return {
    members: members.map(({ createdAt: made, lastSeenAt, lastSignedInAt: signedIn, ...person }) => ({
      ...person,
      createdAt: made.getTime(),
      lastSeenAt: lastSeenAt?.getTime() ?? null,
      hasTwoFactor: protectedIds?.has(person.id) ?? null,
      lastSignedInAt: signedIn?.getTime() ?? null,
    })),
    invitations: open.map(({ expiresAt, ...invitation }) => ({
      ...invitation,
      expiresAt: expiresAt.getTime(),
    })),
  };
}

/** IDs of the accounts with a second factor. */
async function listProtected(db: RecordsDatabase): Promise<Set<string>> {
  const totp = await db
    .select({ id: totpSecrets.accountId })
    .from(totpSecrets)
    .where(isNotNull(totpSecrets.confirmedAt));
  const keys = await db.selectDistinct({ id: passkeys.accountId }).from(passkeys);
  return new Set([...totp, ...keys].map(({ id }) => id));
}
