import "@fastify/cookie";
import { ONE_DAY, ONE_HOUR, ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { eq, lte, or } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { accounts, sessions } from "../../storage/records/schema.ts";
import type { Account } from "./accounts.ts";
import { createToken, digestOf } from "./tokens.ts";

/** A session ends this long after it was last used, and this long after it began, whichever comes first. */
const IDLE_LIFETIME = 12 * ONE_HOUR;
const LIFETIME = 7 * ONE_DAY;
/** Being seen is written down no more often than this. */
const SEEN_PRECISION = 5 * ONE_MINUTE;

export interface Sessions {
  /** Signs `account` in on the browser that `reply` goes to. */
  start(account: Account, reply: FastifyReply): Promise<void>;
  /** Who is signed in on the browser that sent `request`; null when nobody is, or no longer. */
  find(request: FastifyRequest, options?: FindOptions): Promise<Account | null>;
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

interface FindOptions {
  /** Whether asking counts as using the session; true unless it says otherwise. */
  renew?: boolean;
}

interface SessionsOptions {
  db: RecordsDatabase;
  now: () => Timestamp;
  /** Whether visitors come over TLS; only then may the cookie carry the `__Host-` prefix. */
  isSecure: boolean;
}

export function createSessions({ db, now, isSecure }: SessionsOptions): Sessions {
  // Not that of the visitor's session, which a page could not write then: this one is kept from scripts.
  const name = isSecure ? "__Host-marquee_console" : "marquee_console";
  // Only the console's own scripts call the API, so the cookie is never needed on the way in from elsewhere.
  const cookie = { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure } as const;

  const isAlive = ({ createdAt, lastSeenAt }: { createdAt: Date; lastSeenAt: Date }) =>
    now() - createdAt.getTime() < LIFETIME && now() - lastSeenAt.getTime() < IDLE_LIFETIME;

  /** Nobody misses these; done when somebody signs in, which is rare. */
  const removeEnded = () =>
    db
      .delete(sessions)
      .where(
        or(
          lte(sessions.createdAt, new Date(now() - LIFETIME)),
          lte(sessions.lastSeenAt, new Date(now() - IDLE_LIFETIME)),
        ),
      );

  return {
    async start(account, reply) {
      const token = createToken();
      const at = new Date(now());
      await removeEnded();
      await db
        .insert(sessions)
        .values({ id: digestOf(token), accountId: account.id, createdAt: at, lastSeenAt: at });
      reply.setCookie(name, token, { ...cookie, maxAge: LIFETIME / ONE_SECOND });
    },
    async find(request, { renew = true } = {}) {
      const token = request.cookies[name];
      if (!token) return null;
      const id = digestOf(token);
      const [row] = await db
        .select()
        .from(sessions)
        .innerJoin(accounts, eq(sessions.accountId, accounts.id))
        .where(eq(sessions.id, id));
      if (!row || !isAlive(row.sessions)) return null;
      if (renew && now() - row.sessions.lastSeenAt.getTime() > SEEN_PRECISION) {
        await db
          .update(sessions)
          .set({ lastSeenAt: new Date(now()) })
          .where(eq(sessions.id, id));
      }
      const { id: accountId, email, role } = row.accounts;
      return { id: accountId, email, role };
    },
    async end(request, reply) {
      const token = request.cookies[name];
      if (token) await db.delete(sessions).where(eq(sessions.id, digestOf(token)));
      reply.clearCookie(name, cookie);
    },
  };
}
