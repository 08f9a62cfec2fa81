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
  await db.query("update experiments set started_at = now() - make_interval(days => $1) where key = $2", [
    days,
    key,
  ]);
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
  const now = Date.now();
  const batch = Array.from({ length: visitors }, (_, number) => {
    const anonymousId = `${exposure.experiment_id}-${exposure.variation_id}-${number}`;
    const call = (event: string, age: number, properties: object) => ({
      type: "track",
      anonymousId,
      event,
      properties,
      messageId: `${anonymousId}-${event}`,
      timestamp: new Date(now - age).toISOString(),
      context: { page: { path: "/", url: `${url}/` } },
    });
    const seen = call(EXPOSURE_EVENT, 60_000, exposure);
    return number < conversions ? [seen, call("Form Sent", 30_000, { form: "demo" })] : [seen];
  }).flat();
  for (let from = 0; from < batch.length; from += EVENTS_IN_A_BATCH) {
    const data = { writeKey: "local", batch: batch.slice(from, from + EVENTS_IN_A_BATCH) };
    const answer = await request.post(`${url}/v1/b`, {
      headers: { "user-agent": BROWSER, origin: url },
      data: { ...data, sentAt: new Date().toISOString() },
    });
    expect(answer.status()).toBe(200);
  }
}
