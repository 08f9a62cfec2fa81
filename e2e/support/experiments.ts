import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { EXPOSURE_EVENT, type ExposureProperties } from "@marquee/contract";
import { type APIRequestContext, expect } from "@playwright/test";

/** User agent of a person, whose visits count. */
const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36";
const EVENTS_IN_A_BATCH = 200;

/** Moves the start of an experiment into the past, while the server that owns `dataDir` is stopped. */
export async function startedDaysAgo(dataDir: string, key: string, days: number): Promise<void> {
  const db = new PGlite(join(dataDir, "records"));
  const started = "set started_at = now() - make_interval(days => $1)";
  await db.query(`update experiments ${started} where key = $2`, [days, key]);
  await db.query(`update experiment_phases ${started} where experiment = $2`, [days, key]);
  await db.close();
}

interface Visits {
  exposure: ExposureProperties;
  visitors: number;
  /** Number of those visitors who then send a form. */
  conversions: number;
}

/** Sends the events of visitors who see a variation, some of whom submit a form. */
export async function sendVisits(request: APIRequestContext, url: string, visits: Visits): Promise<void> {
  const { exposure, visitors, conversions } = visits;
  const batch = Array.from({ length: visitors }, (_, number) => {
    const visitor = `${exposure.experiment_id}-${exposure.variation_id}-${number}`;
    const seen = callOf(url, visitor, { type: "track", event: EXPOSURE_EVENT, properties: exposure });
    return number < conversions ? [seen, formSent(url, visitor, 30_000)] : [seen];
  }).flat();
  await sendBatch(request, url, batch);
}

interface PageTraffic {
  visitors: number;
  /** Number of those visitors who then send a form. */
  conversions: number;
  daysAgo: number;
}

/** Sends views of the home page. */
export async function sendPageTraffic(
  request: APIRequestContext,
  url: string,
  { visitors, conversions, daysAgo }: PageTraffic,
): Promise<void> {
  const age = daysAgo * 86_400_000;
  const batch = Array.from({ length: visitors }, (_, number) => {
    const visitor = `home-page-${number}`;
    const viewed = callOf(url, visitor, { type: "page", age });
    return number < conversions ? [viewed, formSent(url, visitor, age - 1000)] : [viewed];
  }).flat();
  await sendBatch(request, url, batch);
}

interface Call {
  type: "page" | "track";
  event?: string;
  properties?: object;
  /** Milliseconds ago. */
  age?: number;
}

function callOf(url: string, anonymousId: string, { age = 60_000, ...call }: Call) {
  return {
    ...call,
    anonymousId,
    messageId: `${anonymousId}-${call.event ?? call.type}`,
    timestamp: new Date(Date.now() - age).toISOString(),
    context: { page: { path: "/", url: `${url}/` } },
  };
}

function formSent(url: string, visitor: string, age: number) {
  return callOf(url, visitor, { type: "track", event: "Form Sent", properties: { form: "demo" }, age });
}

async function sendBatch(
  request: APIRequestContext,
  url: string,
  batch: readonly ReturnType<typeof callOf>[],
): Promise<void> {
  for (let from = 0; from < batch.length; from += EVENTS_IN_A_BATCH) {
    const data = { writeKey: "local", batch: batch.slice(from, from + EVENTS_IN_A_BATCH) };
    const answer = await request.post(`${url}/v1/b`, {
      headers: { "user-agent": BROWSER, origin: url },
      data: { ...data, sentAt: new Date().toISOString() },
    });
    expect(answer.status()).toBe(200);
  }
}
