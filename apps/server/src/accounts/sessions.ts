import "@fastify/cookie";
import { ONE_DAY, ONE_HOUR, ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { eq, lte, or } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../errors/apiError.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { accounts, sessions } from "../storage/records/schema.ts";
import { createToken, digestOf } from "../storage/tokens.ts";
import type { Countries } from "../visitor/countries.ts";
import { describeUserAgent } from "../visitor/userAgent.ts";
import { type Account, checkProof, type ProvenAccount } from "./accounts.ts";
import { hasSecondFactor } from "./secondFactor/factors.ts";

/** A session ends this long after it was last used, and this long after it began, whichever comes first. */
const IDLE_LIFETIME = 12 * ONE_HOUR;
const LIFETIME = 7 * ONE_DAY;
/** Being seen is written down no more often than this. */
const SEEN_PRECISION = 5 * ONE_MINUTE;
const USER_AGENT_MAX_LENGTH = 500;

export interface Sessions {
  /**
   * Signs `account` in on the browser that sent `request`, after all checks have passed, and ends the
   * previous session there.
   * @throws {ApiError} unauthorized if the password was changed meanwhile.
   */
  start(account: ProvenAccount, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The account signed in on the browser that sent `request`; null if there is none. */
  find(request: FastifyRequest, options?: FindOptions): Promise<Account | null>;
  /** What the session of the browser that sent `request` is stored under, whether or not it has ended; null without one. */
  idOf(request: FastifyRequest): string | null;
  /** Ends the session and clears the browser's cached responses. */
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
  /** Says where a session was started; needed only where people sign in. */
  countries?: Pick<Countries, "codeOf">;
}

export function createSessions({ db, now, isSecure, countries }: SessionsOptions): Sessions {
  // Not that of the visitor's session, which a page could not write then: this one is kept from scripts.
  const name = isSecure ? "__Host-marquee_console" : "marquee_console";
  // Only the console's own scripts call the API, so the cookie is never needed on the way in from elsewhere.
  const cookie = { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure } as const;
  const idOf = (request: FastifyRequest) => {
    const token = request.cookies[name];
    return token ? digestOf(token) : null;
  };

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
    async start(account, request, reply) {
      const accountId = account.id;
      const before = idOf(request);
      const token = createToken();
      const at = new Date(now());
      await removeEnded();
      const values = {
        id: digestOf(token),
        accountId,
        createdAt: at,
        lastSeenAt: at,
        ...describeBrowser(request.headers["user-agent"]),
        country: countries?.codeOf(request.ip) ?? "",
      };
      await db.transaction(async (tx) => {
        await checkProof(tx, account);
        // Set up while the password was checked.
        if (!account.isFactorProven && (await hasSecondFactor(tx, accountId))) {
          throw new ApiError("unauthorized", "Two-factor authentication was just turned on. Sign in again.");
        }
        if (before) await tx.delete(sessions).where(eq(sessions.id, before));
        await tx.insert(sessions).values(values);
        await tx.update(accounts).set({ lastSignedInAt: at }).where(eq(accounts.id, accountId));
      });
      reply.setCookie(name, token, { ...cookie, maxAge: LIFETIME / ONE_SECOND });
    },
    async find(request, { renew = true } = {}) {
      const id = idOf(request);
      if (!id) return null;
      const [row] = await db
        .select()
        .from(sessions)
        .innerJoin(accounts, eq(sessions.accountId, accounts.id))
        .where(eq(sessions.id, id));
      if (!row || !isAlive(row.sessions, now())) return null;
      if (renew && now() - row.sessions.lastSeenAt.getTime() > SEEN_PRECISION) {
        await db
          .update(sessions)
          .set({ lastSeenAt: new Date(now()) })
          .where(eq(sessions.id, id));
      }
      const { id: accountId, email, role } = row.accounts;
      return { id: accountId, email, role };
    },
    idOf,
    async end(request, reply) {
      const id = idOf(request);
      if (id) await db.delete(sessions).where(eq(sessions.id, id));
      reply.clearCookie(name, cookie);
      // Recordings and archived pages are of no concern to whoever uses this browser next.
      reply.header("clear-site-data", '"cache"');
    },
  };
}

/** Whether a session has not ended by itself. */
export function isAlive(session: { createdAt: Date; lastSeenAt: Date }, now: Timestamp): boolean {
  return now - session.createdAt.getTime() < LIFETIME && now - session.lastSeenAt.getTime() < IDLE_LIFETIME;
}

function describeBrowser(userAgent = ""): { browser: string; os: string } {
  const { browser, os } = describeUserAgent(userAgent.slice(0, USER_AGENT_MAX_LENGTH));
  return { browser, os };
}
