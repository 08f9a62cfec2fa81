import "@fastify/cookie";
import { cutText, ONE_DAY, ONE_HOUR, ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { eq, lte, or } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { createToken, digestOf } from "../../platform/storage/tokens.ts";
import type { Countries } from "../../platform/visitor/countries.ts";
import { describeUserAgent } from "../../platform/visitor/userAgent.ts";
import { type Account, checkProof, type ProvenAccount, type SignedInAccount } from "./accounts.ts";
import { hasSecondFactor } from "./secondFactor/factors.ts";
import { createStaffCookie } from "./staffCookie.ts";
import { accounts, sessions } from "./tables.ts";

/** A session ends after IDLE_LIFETIME without use, and SESSION_LIFETIME after it began at the latest. */
const IDLE_LIFETIME = 12 * ONE_HOUR;
export const SESSION_LIFETIME = 7 * ONE_DAY;
/** `lastSeenAt` is updated at most this often. */
const SEEN_PRECISION = 5 * ONE_MINUTE;
const USER_AGENT_MAX_LENGTH = 500;

export interface Sessions {
  /**
   * Starts a session in the browser that sent `request` and ends its previous one. Call it after all checks have passed.
   * @throws {ApiError} unauthorized if the password changed or a first second factor was added meanwhile.
   */
  start(account: ProvenAccount, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The account that is signed in in the browser that sent `request`, or null. */
  find(request: FastifyRequest, options?: FindOptions): Promise<SignedInAccount | null>;
  /** Marks the session of the request as proven. */
  prove(request: FastifyRequest): Promise<void>;
  /** ID of the session in the request's cookie, whether or not it has ended; null without a cookie. */
  idOf(request: FastifyRequest): string | null;
  /**
   * Corrects the browser's {@link StaffCookie} once its session has ended elsewhere, or has begun without one.
   * @param account what {@link Sessions.find} returned for this request.
   */
  markBrowser(account: Account | null, request: FastifyRequest, reply: FastifyReply): void;
  /** Ends the session and clears the browser's cached responses. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

interface FindOptions {
  /** Whether the lookup counts as use of the session. Default: true. */
  renew?: boolean;
}

interface SessionsOptions {
  db: RecordsDatabase;
  now: () => Timestamp;
  /** Whether the site is served over TLS; the `__Host-` cookie prefix requires it. */
  isSecure: boolean;
  /** Looks up the country in which a session starts; only sign-in needs it. */
  countries?: Pick<Countries, "codeOf">;
}

/** Differs from the name of the visitor's session cookie: this one is httpOnly, and pages could not write a cookie of the same name. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? "__Host-marquee_console" : "marquee_console";
}

export function createSessions({ db, now, isSecure, countries }: SessionsOptions): Sessions {
  const name = sessionCookieName(isSecure);
  // `strict`, because only the console's own scripts call the API: no cross-site request needs the cookie.
  const cookie = { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure } as const;
  const staffCookie = createStaffCookie(isSecure);
  const idOf = (request: FastifyRequest) => {
    const token = request.cookies[name];
    return token ? digestOf(token) : null;
  };

  /** Deletes ended sessions. Runs at sign-in, which is rare. */
  const removeEnded = () =>
    db
      .delete(sessions)
      .where(
        or(
          lte(sessions.createdAt, new Date(now() - SESSION_LIFETIME)),
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
        // A factor was added while the password was being checked.
        if (!account.isFactorProven && (await hasSecondFactor(tx, accountId))) {
          throw new ApiError("unauthorized", "Two-factor authentication was just turned on. Sign in again.");
        }
        if (before) await tx.delete(sessions).where(eq(sessions.id, before));
        await tx.insert(sessions).values(values);
        await tx.update(accounts).set({ lastSignedInAt: at }).where(eq(accounts.id, accountId));
      });
      reply.setCookie(name, token, { ...cookie, maxAge: SESSION_LIFETIME / ONE_SECOND });
      staffCookie.set(reply, SESSION_LIFETIME);
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
      const { id: accountId, email, role, areas } = row.accounts;
      const provenAt = (row.sessions.provenAt ?? row.sessions.createdAt).getTime();
      return { id: accountId, email, role, areas, provenAt };
    },
    async prove(request) {
      const id = idOf(request);
      if (id)
        await db
          .update(sessions)
          .set({ provenAt: new Date(now()) })
          .where(eq(sessions.id, id));
    },
    idOf,
    markBrowser(account, request, reply) {
      const isMarked = staffCookie.isIn(request.headers.cookie);
      if (account && !isMarked) staffCookie.set(reply, SESSION_LIFETIME);
      // A request without the session's cookie, as after a link from another site, says nothing about the session.
      if (!account && isMarked && idOf(request)) staffCookie.clear(reply);
    },
    async end(request, reply) {
      const id = idOf(request);
      if (id) await db.delete(sessions).where(eq(sessions.id, id));
      reply.clearCookie(name, cookie);
      staffCookie.clear(reply);
      // The next user of this browser must not see cached recordings and archived pages.
      reply.header("clear-site-data", '"cache"');
    },
  };
}

/** Whether a session has not yet expired. */
export function isAlive(session: { createdAt: Date; lastSeenAt: Date }, now: Timestamp): boolean {
  return (
    now - session.createdAt.getTime() < SESSION_LIFETIME && now - session.lastSeenAt.getTime() < IDLE_LIFETIME
  );
}

function describeBrowser(userAgent = ""): { browser: string; os: string } {
  const { browser, os } = describeUserAgent(cutText(userAgent, USER_AGENT_MAX_LENGTH));
  return { browser, os };
}
