import { ONE_DAY, type Timestamp } from "@marquee/contract";
import type { PowerNotice } from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import pLimit from "p-limit";
import type { Logger } from "pino";
import QuickLRU from "quick-lru";
import { consoleLink } from "../../../platform/http/consoleLink.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { Connection, Connections } from "../../connections/startConnections.ts";
import type { Mailer } from "../../mail/createMailer.ts";
import { addRoute } from "../addRoute.ts";
import { accounts } from "../tables.ts";
import { readPowerChanges, readSignInChanges, type SignInNotice } from "./powerChanges.ts";

interface SecurityNoticesOptions {
  db: RecordsDatabase;
  connections: Pick<Connections, "read">;
  mailer: Pick<Mailer, "sendOwnerNotice" | "sendSignInNotice">;
  consoleUrl: string;
  now: () => Timestamp;
  log: Pick<Logger, "warn">;
}

/** How long the console shows a notice that was not closed. */
const SHOWN_FOR = 7 * ONE_DAY;
/** Routes that may cause a notice. */
const NOTICED =
  /^\/console\/api\/(?:team|join|api-keys|connections|setup|password-reset\/finish|account\/(?:password|passkeys|two-factor))\b/;
const MAX_KNOWN = 1000;

interface Begun {
  at: Timestamp;
  /** The email connection before the request, which may change it. */
  smtp: Connection<"smtp"> | null;
  /** Owners before the request, which may remove one. */
  owners: readonly string[];
}

/**
 * Notifies all owners, by email and on their screens, when someone gains or loses ownership, gains permission to change things or see people, or has their
 * second factors reset, and when an API key or the SMTP connection changes. Notifies each person by email when their password or second factors change. The
 * email about SMTP is sent over the previous connection, so that an attacker who replaces it can't suppress the notice. Call it before the routes of the scope
 * are added.
 */
export function addSecurityNotices(scope: FastifyInstance, options: SecurityNoticesOptions): void {
  const { db, connections, mailer, consoleUrl, now, log } = options;
  const begun = new WeakMap<FastifyRequest, Begun>();
  const told = new QuickLRU<string, true>({ maxSize: MAX_KNOWN });
  const oneByOne = pLimit(1);

  const readOwners = async () => {
    const owners = await db
      .select({ email: accounts.email })
      .from(accounts)
      .where(eq(accounts.role, "owner"));
    return owners.map(({ email }) => email);
  };
  const tellOwners = async (notice: PowerNotice, { smtp, owners }: Begun) => {
    const connection = smtp ?? connections.read("smtp");
    if (!connection) return;
    const url = consoleLink(consoleUrl, "/changes");
    for (const email of new Set([...owners, ...(await readOwners())]))
      await mailer
        .sendOwnerNotice(email, { text: notice.text, url }, connection)
        .catch((error: unknown) => log.warn({ err: error }, "Failed to email an owner about a change."));
  };
  const tellHolder = async ({ email, text }: SignInNotice, { smtp }: Begun) => {
    const connection = smtp ?? connections.read("smtp");
    const url = consoleLink(consoleUrl, "/account");
    if (connection)
      await mailer
        .sendSignInNotice(email, { text, url }, connection)
        .catch((error: unknown) => log.warn({ err: error }, "Failed to email someone about their account."));
  };
  const once = async (notice: string, send: () => Promise<void>) => {
    if (told.has(notice)) return;
    told.set(notice, true);
    await send();
  };
  const tell = async (start: Begun) => {
    for (const notice of (await readPowerChanges(db, start.at)).reverse())
      await once(`owners ${notice.id}`, () => tellOwners(notice, start));
    for (const notice of await readSignInChanges(db, start.at))
      await once(`holder ${notice.id}`, () => tellHolder(notice, start));
  };

  scope.addHook("onRequest", async (request) => {
    if (request.method !== "GET" && NOTICED.test(request.routeOptions.url ?? ""))
      begun.set(request, { at: now(), smtp: connections.read("smtp"), owners: await readOwners() });
  });
  // Unlike `onResponse`, this also runs if the client closes the connection, or if the response fails after the change.
  scope.addHook("onSend", async (request, _reply, payload) => {
    const start = begun.get(request);
    if (start)
      oneByOne(() => tell(start)).catch((error: unknown) =>
        log.warn({ err: error }, "Failed to look for changes to notify someone about."),
      );
    return payload;
  });
  addRoute(scope, "GET /account/notices", async (request) => {
    const isOwner = request.account.role === "owner";
    return { notices: isOwner ? await readPowerChanges(db, now() - SHOWN_FOR) : [] };
  });
}
