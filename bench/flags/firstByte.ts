import { randomUUID } from "node:crypto";
import { Agent, get } from "node:http";
import {
  ANONYMOUS_ID_COOKIE,
  CONSENT_COOKIE,
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  formatConsentCookie,
  VARIATIONS_COOKIE,
} from "@marquee/contract";
import type { Figure } from "../support/figure.ts";
import type { Product } from "../support/product.ts";
import { median, percentile } from "../support/statistics.ts";

const VISITORS = 100;
const ROUNDS = 30;
/** Identifies a first response with experiments. */
const EXPERIMENTS_SEEN = `${VARIATIONS_COOKIE}=`;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Time to first byte of a page for visitors with consent, alternating between the two servers. Every visitor has loaded the page before. */
export async function measureFirstByte(without: Product, with10: Product): Promise<Figure[]> {
  const visitors = Array.from({ length: VISITORS }, cookiesOfSomebody);
  const times = { without: [] as number[], with10: [] as number[] };
  for (const cookie of visitors) {
    await firstByte(without, cookie);
    await firstByte(with10, cookie, EXPERIMENTS_SEEN);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const cookie of visitors) {
      times.without.push(await firstByte(without, cookie));
      times.with10.push(await firstByte(with10, cookie));
    }
  }
  const p99 = { without: percentile(times.without, 0.99), with10: percentile(times.with10, 0.99) };
  const p50 = { without: median(times.without), with10: median(times.with10) };
  const unit = "ms";
  return [
    { what: "First byte without experiments, p50", value: p50.without, unit },
    { what: "First byte without experiments, p99", value: p99.without, unit },
    { what: "First byte with 10 experiments, p50", value: p50.with10, unit },
    { what: "First byte with 10 experiments, p99", value: p99.with10, unit },
    { what: "Ratio of p50, with and without", value: p50.with10 / p50.without, unit: "" },
    { what: "What 10 experiments add to p99", value: p99.with10 - p99.without, unit, aim: { atMost: 5 } },
  ];
}

function cookiesOfSomebody(): string {
  const decision = {
    decidedAt: Date.now(),
    textVersion: CONSENT_TEXT_VERSION,
    receiptId: randomUUID(),
    groups: Object.values(CONSENT_GROUPS),
  };
  return `${CONSENT_COOKIE}=${formatConsentCookie(decision)}; ${ANONYMOUS_ID_COOKIE}=${randomUUID()}`;
}

/** Milliseconds to the response headers. @param expected text that the response's cookies must contain. */
function firstByte({ url }: Product, cookie: string, expected = ""): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    get(`${url}/pricing`, { agent, headers: { cookie, "accept-encoding": "br" } }, (response) => {
      const duration = performance.now() - began;
      const isRight =
        String(response.headers["set-cookie"]).includes(expected) && response.statusCode === 200;
      if (!isRight) reject(new Error(`${url}/pricing did not answer as it should.`));
      response.resume().on("end", () => resolve(duration));
    }).on("error", reject);
  });
}
