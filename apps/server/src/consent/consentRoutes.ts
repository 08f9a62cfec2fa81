import { CONSENT_GROUPS, type ConsentReceipt, type Timestamp } from "@marquee/contract";
import { ConsentReceiptSchema } from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { allowOrigin } from "../collect/allowOrigin.ts";
import type { Countries } from "../collect/countries.ts";
import { createRateLimit } from "../http/rateLimit.ts";
import type { Erasures } from "../rights/startErasures.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { consentReceipts } from "../storage/records/schema.ts";

interface ConsentRoutesOptions {
  db: RecordsDatabase;
  countries: Countries;
  erasures: Pick<Erasures, "request">;
  /** Other origins whose pages may send decisions. */
  allowedOrigins: readonly string[];
  now: () => Timestamp;
}

/** Decisions from one address within the window of the limit; many people may stand behind one. */
const MOST_DECISIONS = 600;
/** A withdrawal is a right: an address is refused it only where it must be an attack, a visitor where they took it back that often. */
const MOST_WITHDRAWALS = 20_000;
const MOST_WITHDRAWALS_OF_VISITOR = 30;

const BODY_LIMIT = 4096;

/** `POST /consent`: keeps the receipt of a decision; a decision against C0002 deletes what was stored about the visitor. */
export function consentRoutes(options: ConsentRoutesOptions) {
  const { erasures, allowedOrigins, now } = options;
  const takeOne = createConsentLimit(now);
  return async (scope: FastifyInstance): Promise<void> => {
    scope.addHook("onRequest", async (request, reply) => allowOrigin(request, reply, allowedOrigins));
    scope.options("/consent", (_request, reply) => reply.status(204).send());
    scope.post<{ Body: ConsentReceipt }>(
      "/consent",
      { bodyLimit: BODY_LIMIT, schema: { body: ConsentReceiptSchema } },
      async ({ body, ip }, reply) => {
        const wait = takeOne(body, ip);
        // Browsers keep a decision until it is taken, so a 429 loses nothing.
        if (wait !== null) return reply.header("retry-after", String(wait)).status(429).send();
        if (await isKept(options.db, body)) return reply.status(204).send();
        // Before the receipt: a failure in between lets the browser send it again, and nothing be forgotten.
        if (isWithdrawal(body) && body.anonymousId) await erasures.request(body.anonymousId, "visitor");
        await keepReceipt(body, ip, options);
        return reply.header("cache-control", "no-store").status(204).send();
      },
    );
  };
}

function isWithdrawal({ groups }: ConsentReceipt): boolean {
  return !groups.includes(CONSENT_GROUPS.analytics);
}

/** @returns a function that counts a decision: null where it is taken, else the seconds after which it may come again. */
function createConsentLimit(now: () => Timestamp) {
  const decisions = createRateLimit({ now, most: MOST_DECISIONS });
  const withdrawals = createRateLimit({ now, most: MOST_WITHDRAWALS });
  const ofVisitor = createRateLimit({ now, most: MOST_WITHDRAWALS_OF_VISITOR });
  return (receipt: ConsentReceipt, address: string): number | null => {
    if (!isWithdrawal(receipt)) return decisions.take(address);
    const { anonymousId } = receipt;
    return (anonymousId ? ofVisitor.take(anonymousId) : null) ?? withdrawals.take(address);
  };
}

/** Browsers send a receipt again when the answer was lost. */
async function isKept(db: RecordsDatabase, { receiptId }: ConsentReceipt): Promise<boolean> {
  const known = await db
    .select({ id: consentReceipts.id })
    .from(consentReceipts)
    .where(eq(consentReceipts.id, receiptId));
  return known.length > 0;
}

async function keepReceipt(
  receipt: ConsentReceipt,
  address: string,
  options: ConsentRoutesOptions,
): Promise<void> {
  const { db, countries, now } = options;
  await db
    .insert(consentReceipts)
    .values({
      id: receipt.receiptId,
      visitorId: receipt.anonymousId ?? null,
      groups: [...receipt.groups],
      textVersion: receipt.textVersion,
      country: countries.codeOf(address),
      decidedAt: new Date(receipt.decidedAt),
      receivedAt: new Date(now()),
    })
    .onConflictDoNothing();
}
