import "@fastify/cookie";
import { ONE_SECOND, ONE_YEAR, type Timestamp } from "@marquee/contract";
import { and, desc, eq, inArray, lte } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { accounts, knownDevices } from "../../platform/storage/records/schema.ts";
import { createToken, digestOf } from "../../platform/storage/tokens.ts";

/** Browsers on which an account signed in before, recognized by a cookie. The cookie alone grants no access. */
export interface Devices {
  /** ID of the known device, or null if the account with this email address did not sign in there within a year. */
  find(request: FastifyRequest, email: string): Promise<string | null>;
  /** Call this after a successful sign-in. */
  remember(accountId: string, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

interface DevicesOptions {
  db: RecordsDatabase;
  now: () => Timestamp;
  /** Whether the site is served over TLS; the `__Host-` cookie prefix requires it. */
  isSecure: boolean;
}

const LIFETIME = ONE_YEAR;
const MAX_OF_ACCOUNT = 20;

export function createDevices({ db, now, isSecure }: DevicesOptions): Devices {
  const name = isSecure ? "__Host-marquee_device" : "marquee_device";
  const cookie = { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure } as const;
  const idOf = (request: FastifyRequest) => {
    const token = request.cookies[name];
    return token ? digestOf(token) : null;
  };
  return {
    async find(request, email) {
      const id = idOf(request);
      if (!id) return null;
      const [device] = await db
        .select({ lastUsedAt: knownDevices.lastUsedAt })
        .from(knownDevices)
        .innerJoin(accounts, eq(knownDevices.accountId, accounts.id))
        .where(and(eq(knownDevices.id, id), eq(accounts.email, email)));
      return device && now() - device.lastUsedAt.getTime() < LIFETIME ? id : null;
    },
    async remember(accountId, request, reply) {
      const token = createToken();
      const [before, id, lastUsedAt] = [idOf(request), digestOf(token), new Date(now())];
      // The token changes with each sign-in, which invalidates a planted or copied one.
      if (before) await db.update(knownDevices).set({ id }).where(eq(knownDevices.id, before));
      await db
        .insert(knownDevices)
        .values({ id, accountId, lastUsedAt })
        .onConflictDoUpdate({ target: [knownDevices.id, knownDevices.accountId], set: { lastUsedAt } });
      await removeOld(db, accountId, lastUsedAt);
      reply.setCookie(name, token, { ...cookie, maxAge: LIFETIME / ONE_SECOND });
    },
  };
}

/** Removes all known devices of an account. */
export async function forgetDevices(db: Pick<RecordsDatabase, "delete">, accountId: string): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.accountId, accountId));
}

async function removeOld(db: RecordsDatabase, accountId: string, now: Date): Promise<void> {
  await db.delete(knownDevices).where(lte(knownDevices.lastUsedAt, new Date(now.getTime() - LIFETIME)));
  const beyond = db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(eq(knownDevices.accountId, accountId))
    .orderBy(desc(knownDevices.lastUsedAt))
    .offset(MAX_OF_ACCOUNT);
  await db
    .delete(knownDevices)
    .where(and(eq(knownDevices.accountId, accountId), inArray(knownDevices.id, beyond)));
}
