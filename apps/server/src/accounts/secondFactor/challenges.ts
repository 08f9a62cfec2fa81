import "@fastify/cookie";
import { ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { and, eq, gt, lte } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { signInChallenges } from "../../storage/records/schema.ts";
import { createToken, digestOf } from "../../storage/tokens.ts";
import type { Transaction } from "./factors.ts";

type ChallengePurpose = "second_step" | "passkey" | "passkey_registration";

interface Challenge {
  accountId: string | null;
  challenge: string | null;
}

/**
 * What a browser has begun and must finish soon: the second step of a sign-in, or a passkey ceremony. Each is bound to the browser
 * by a cookie of its own and ends when it is taken. None of them is a session.
 */
export interface Challenges {
  /** Another one of the same purpose in this browser is void from here on. @param tx what it is stored with. */
  start(
    tx: Transaction,
    purpose: ChallengePurpose,
    of: Challenge,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void>;
  /** Looks without taking. @returns null where none was begun or it is too old. */
  find(purpose: ChallengePurpose, request: FastifyRequest): Promise<Challenge | null>;
  /** Takes it; of two requests at once, one gets it. @param tx a transaction that fails gives it back. */
  take(tx: Transaction, purpose: ChallengePurpose, request: FastifyRequest): Promise<Challenge | null>;
  /** Removes the cookie. */
  clear(purpose: ChallengePurpose, reply: FastifyReply): void;
}

const LIFETIME = 5 * ONE_MINUTE;

interface ChallengesOptions {
  db: RecordsDatabase;
  now: () => Timestamp;
  /** Whether visitors come over TLS; only then may the cookie carry the `__Host-` prefix. */
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
