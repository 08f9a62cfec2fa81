import { rmSync } from "node:fs";
import { type BrowserContext, expect, test } from "@playwright/test";
import { openMarqueePages, queueIsEmpty } from "../bench/delivery/marqueePage.ts";
import { EVENT_COUNT, EVENT_PREFIX, runDeliveryScenario } from "../bench/delivery/scenario.ts";
import { createDataDir, startProduct } from "../bench/support/product.ts";
import { readStoredEvents } from "../bench/support/storedEvents.ts";
import { WITH_BACK_FORWARD_CACHE } from "./support/chromium.ts";

/** Message IDs of all successful requests of the context, repeated for each request. */
function recordAnswered(context: BrowserContext): string[] {
  const answered: string[] = [];
  context.on("response", (response) => {
    const request = response.request();
    if (!request.url().endsWith("/v1/b") || !response.ok()) return;
    const { batch } = request.postDataJSON() as { batch: { messageId: string }[] };
    answered.push(...batch.map(({ messageId }) => messageId));
  });
  return answered;
}

/** Port of a server that the test stops and starts. */
const PORT = Number(process.env.E2E_PORT ?? 3199) + 5;

test.use(WITH_BACK_FORWARD_CACHE);

test("200 events over reloads, tabs, offline periods and a stopped server are stored, each once", async ({
  context,
}) => {
  test.setTimeout(180_000);
  const dataDir = await createDataDir();
  const answered = recordAnswered(context);
  let server = await startProduct(PORT, dataDir);
  try {
    const { restored } = await runDeliveryScenario({
      context,
      site: await openMarqueePages(context, server.url),
      stopServer: () => server.stop(),
      startServer: async () => {
        server = await startProduct(PORT, dataDir);
      },
    });
    expect(restored).toBe(1);
    await queueIsEmpty(context.pages()[0] ?? (await context.newPage()));
    await server.stop();
    const stored = readStoredEvents(dataDir, EVENT_PREFIX);
    expect(stored.filter(({ copies }) => copies > 1)).toEqual([]);
    expect(stored).toHaveLength(EVENT_COUNT);
    expect(answered.length).toBeGreaterThan(EVENT_COUNT / 2);
    // A document that ends does not receive its last response, so the next one sends that batch again.
    const sentAgain = answered.filter((id, place) => answered.indexOf(id) !== place);
    expect(sentAgain.length).toBeLessThan(EVENT_COUNT / 4);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
