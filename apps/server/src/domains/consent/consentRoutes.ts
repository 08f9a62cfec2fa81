import { type ConsentReceipt, ONE_DAY, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import { ConsentReceiptSchema } from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { type AllowedOrigins, allowOrigin } from "../../platform/http/origin.ts";
import { createRateLimit } from "../../platform/http/rateLimit.ts";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { Countries } from "../../platform/visitor/countries.ts";
import type { HashEmail } from "../people/identities/names.ts";
import type { Deletions } from "../people/privacy/startDeletions.ts";
import { consentReceipts } from "./tables.ts";
import { isProven, isWithdrawal } from "./visitorProof.ts";

interface ConsentRoutesOptions {
  db: RecordsDatabase;
  hashEmail: HashEmail;
  eventStore: Pick<EventStore, "query">;
  countries: Countries;
  deletions: Pick<Deletions, "request">;
  /** Other origins whose pages may send decisions. */
  allowedOrigins: AllowedOrigins;
  now: () => Timestamp;
}

/** Maximum decisions per network and rate-limit window. Many people may share one network. */
const MAX_DECISIONS = 600;
/** Withdrawing is a legal right, so these limits are high: a network exceeds its limit only in an attack, a visitor only by repeated withdrawals. */
const MAX_WITHDRAWALS = 2000;
const MAX_WITHDRAWALS_OF_VISITOR = 30;

const BODY_LIMIT = 4096;

/** A receipt may wait in the browser until the next visit. If it claims to be older than this, the time it was received is stored instead. */
const MAX_WAIT = 7 * ONE_DAY;
const CLOCK_TOLERANCE = 5 * ONE_MINUTE;

/**
 * `POST /consent`: stores the receipt of a decision. A decision against C0002 deletes the visitor's data. Returns 204 if stored, 403 if the sender
 * does not prove ownership of the anonymous ID, 429 with `Retry-After` if the network or visitor exceeds a rate limit.
 */
export function consentRoutes(options: ConsentRoutesOptions) {
  const { deletions, allowedOrigins, now } = options;
  const limit = createConsentLimit(now);
  return async (scope: FastifyInstance): Promise<void> => {
    scope.addHook("onRequest", async (request, reply) => {
      allowOrigin(request, reply, allowedOrigins);
      reply.header("cache-control", "no-store");
    });
    scope.options("/consent", (_request, reply) => reply.status(204).send());
    scope.post<{ Body: ConsentReceipt }>(
      "/consent",
      { bodyLimit: BODY_LIMIT, schema: { body: ConsentReceiptSchema } },
      async ({ body, ip }, reply) => {
        // Browsers retry a decision until it is accepted, so a 429 loses nothing.
        const tooMany = (wait: number) => reply.header("retry-after", String(wait)).status(429).send();
        const wait = limit.ofNetwork(body, ip);
        if (wait !== null) return tooMany(wait);
        if (await isKept(options.db, body)) return reply.status(204).send();
        if (!(await isProven(options, body))) return reply.status(403).send(PROOF_MISMATCH);
        // Counted after the proof is checked, so that others cannot use up a visitor's limit.
        const ownWait = limit.ofVisitor(body);
        if (ownWait !== null) return tooMany(ownWait);
        // Request the deletion before storing the receipt: if a step fails, the browser sends the decision again and the deletion is not lost.
        if (isWithdrawal(body) && body.anonymousId) await deletions.request(body.anonymousId, "visitor");
        await keepReceipt(body, ip, options);
        return reply.status(204).send();
      },
    );
  };
}

const PROOF_MISMATCH = {
  code: "unproven",
  message: "The proof does not match this anonymousId. Send the secret it was derived from.",
};

/** Rate limits by network and by visitor. Each function counts a decision. @returns null if allowed, else the seconds until the client may retry. */
function createConsentLimit(now: () => Timestamp) {
  const decisions = createRateLimit({ now, most: MAX_DECISIONS });
  const withdrawals = createRateLimit({ now, most: MAX_WITHDRAWALS });
  const visitorIdentities = createRateLimit({ now, most: MAX_WITHDRAWALS_OF_VISITOR });
  return {
    ofNetwork: (receipt: ConsentReceipt, address: string) =>
      (isWithdrawal(receipt) ? withdrawals : decisions).take(address),
    ofVisitor: (receipt: ConsentReceipt) =>
      isWithdrawal(receipt) && receipt.anonymousId ? visitorIdentities.take(receipt.anonymousId) : null,
  };
}

/** Whether the receipt is already stored: browsers send it again if they did not get the response. */
async function isKept(db: RecordsDatabase, { receiptId }: ConsentReceipt): Promise<boolean> {
  const storedReceipts = await db
    .select({ id: consentReceipts.id })
    .from(consentReceipts)
    .where(eq(consentReceipts.id, receiptId));
  return storedReceipts.length > 0;
}

async function keepReceipt(
  receipt: ConsentReceipt,
  address: string,
  options: ConsentRoutesOptions,
): Promise<void> {
  const { db, countries, now } = options;
  const receivedAt = now();
  await db
    .insert(consentReceipts)
    .values({
      id: receipt.receiptId,
      visitorHash: receipt.anonymousId ? options.hashEmail.ofId(receipt.anonymousId) : null,
      groups: [...receipt.groups],
      textVersion: receipt.textVersion,
      country: countries.codeOf(address),
      decidedAt: new Date(plausibleTime(receipt.decidedAt, receivedAt)),
      receivedAt: new Date(receivedAt),
    })
    .onConflictDoNothing();
}

/** The decision time to store: the browser's if plausible, else the time of receipt, so that backdating and wrong clocks have no effect. */
function plausibleTime(decidedAt: Timestamp, receivedAt: Timestamp): Timestamp {
  const isPlausible = decidedAt >= receivedAt - MAX_WAIT && decidedAt <= receivedAt + CLOCK_TOLERANCE;
  return isPlausible ? decidedAt : receivedAt;
}
