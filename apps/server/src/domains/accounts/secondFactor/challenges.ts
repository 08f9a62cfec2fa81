import "@fastify/cookie";
import { ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { and, eq, gt, lte } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { signInChallenges } from "../../../platform/storage/records/schema.ts";
import { createToken, digestOf } from "../../../platform/storage/tokens.ts";
import type { Transaction } from "./factors.ts";

type ChallengePurpose = "second_step" | "passkey" | "passkey_registration";

interface Challenge {
  accountId: string | null;
  challenge: string | null;
}

/**
 * Pending ceremonies of a browser: the second step of a sign-in, a passkey sign-in or a passkey registration. Each is bound to the
 * browser by its own cookie, can be used once and expires after five minutes. None of them grants access like a session.
 */
export interface Challenges {
  /**
   * Stores a challenge, sets its cookie and replaces this browser's earlier challenge of the same purpose.
   * @param tx transaction or database to store it with.
   */
  start(
    tx: Transaction,
    purpose: ChallengePurpose,
    of: Challenge,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void>;
  /** The browser's challenge, without using it up; null if there is none or it has expired. */
  find(purpose: ChallengePurpose, request: FastifyRequest): Promise<Challenge | null>;
  /**
   * Uses the challenge up; null if there is none or it has expired. Of two concurrent requests, only one gets it.
   * @param tx if this transaction rolls back, the challenge stays usable.
   */
  take(tx: Transaction, purpose: ChallengePurpose, request: FastifyRequest): Promise<Challenge | null>;
  clear(purpose: ChallengePurpose, reply: FastifyReply): void;
}

const LIFETIME = 5 * ONE_MINUTE;

interface ChallengesOptions {
  db: RecordsDatabase;
  now: () => Timestamp;
  /** Whether the site is served over TLS; the `__Host-` cookie prefix requires it. */
  isSecure: boolean;
}

export function createChallenges({ db, now, isSecure }: ChallengesOptions): Challenges {
  const nameOf = (purpose: ChallengePurpose) => `${isSecure ? "__Host-" : ""}marquee_${purpose}`;
  const cookie = { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure } as const;
  const idOf = (purpose: ChallengePurpose, request: FastifyRequest) =>
    digestOf(request.cookies[nameOf(purpose)] ?? "");
  const isThis = (purpose: ChallengePurpose, request: FastifyRequest) =>
    and(
      eq(signInChallenges.id, idOf(purpose, request)),
      eq(signInChallenges.purpose, purpose),
      gt(signInChallenges.expiresAt, new Date(now())),
    );
  return {
    async start(tx, purpose, of, request, reply) {
      const token = createToken();
      const expiresAt = new Date(now() + LIFETIME);
      await tx.delete(signInChallenges).where(lte(signInChallenges.expiresAt, new Date(now())));
      await tx.delete(signInChallenges).where(isThis(purpose, request));
      await tx.insert(signInChallenges).values({ id: digestOf(token), purpose, ...of, expiresAt });
      reply.setCookie(nameOf(purpose), token, { ...cookie, maxAge: LIFETIME / ONE_SECOND });
    },
    async find(purpose, request) {
      const [row] = await db.select().from(signInChallenges).where(isThis(purpose, request));
      return row ?? null;
    },
    async take(tx, purpose, request) {
      const [row] = await tx.delete(signInChallenges).where(isThis(purpose, request)).returning();
      return row ?? null;
    },
    clear(purpose, reply) {
      reply.clearCookie(nameOf(purpose), cookie);
    },
  };
}
