import type { Timestamp } from "@marquee/contract";
import {
  type Invitation,
  type InvitationAnswer,
  InvitationSchema,
  type InvitationToken,
  InvitationTokenSchema,
  type Join,
  JoinSchema,
  type OpenInvitation,
  type PeopleAnswer,
  type RoleChange,
  RoleChangeSchema,
  type SessionAnswer,
} from "@marquee/contract/schema";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { PasswordChecks } from "../../accounts/passwordChecks.ts";
import { requireOwner } from "../../accounts/requireRole.ts";
import type { SignIn } from "../../accounts/signIn.ts";
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

interface OfOne {
  Params: { id: string };
}

/** Who may use the console: everybody sees it, owners decide it. Joining is open to whoever holds the link of an invitation. */
export function registerPeopleRoutes(scope: FastifyInstance, options: PeopleRoutesOptions): void {
  const { db, publicUrl, now } = options;
  const asked = (request: FastifyRequest) => ({ by: requireOwner(request), at: now() });

  scope.get(
    "/people",
    async (request): Promise<PeopleAnswer> =>
      readPeople(db, { now: now(), isOwner: request.account?.role === "owner" }),
  );

  scope.post<{ Body: Invitation }>(
    "/people/invitations",
    { schema: { body: InvitationSchema } },
    async (request): Promise<InvitationAnswer> => {
      const { token, expiresAt } = await invite(db, request.body, asked(request));
      return { url: linkWith(token, publicUrl, "join"), expiresAt };
    },
  );

  scope.post<OfOne>("/people/invitations/:id/withdraw", async (request) => {
    await withdrawInvitation(db, request.params.id, asked(request));
    return {};
  });

  scope.post<OfOne & { Body: RoleChange }>(
    "/people/:id/role",
    { schema: { body: RoleChangeSchema } },
    async (request) => {
      await changeRole(db, request.params.id, request.body.role, asked(request));
      return {};
    },
  );

  scope.post<OfOne>("/people/:id/reset-two-factor", async (request) => {
    await resetTwoFactor(db, request.params.id, asked(request));
    return {};
  });

  scope.post<OfOne>("/people/:id/remove", async (request) => {
    await removePerson(db, request.params.id, asked(request));
    return {};
  });

  registerJoining(scope, options);
}

/** The token travels in the body, where no log of addresses keeps it. */
function registerJoining(scope: FastifyInstance, options: PeopleRoutesOptions): void {
  const { db, checks, signIn, now } = options;

  scope.post<{ Body: InvitationToken }>(
    "/invitation",
    { schema: { body: InvitationTokenSchema } },
    async (request): Promise<OpenInvitation> =>
      checks.openLink(request, () => openInvitation(db, request.body.token, now())),
  );

  scope.post<{ Body: Join }>(
    "/join",
    { schema: { body: JoinSchema } },
    async (request, reply): Promise<SessionAnswer> => {
      const account = await checks.openLink(request, () => join(db, request.body, now()));
      return signIn(account, request, reply);
    },
  );
}
