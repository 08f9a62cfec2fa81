import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey } from "../apiKeys/apiKeyStore.ts";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { eventRow } from "../testing/eventRow.ts";
import { startTestApp, type TestApp } from "../testing/startTestApp.ts";
import { createTemporaryDir, removeDir } from "../testing/temporaryDir.ts";

const dataDir = createTemporaryDir();
let app: TestApp;
let key: string;

beforeAll(async () => {
  app = await startTestApp({
    dataDir,
    stores: await borrowTestStores(),
    env: { PUBLIC_URL: "https://trellis.example" },
  });
  const { records, eventStore } = app.stores;
  ({ key } = await createApiKey(records.db, { name: "Test" }, { by: "owner@trellis.example", at: Date.now() }));
  const views = ["/", "/pricing"].map((path, index) =>
    eventRow({ message_id: `view-${index}`, event: "Page View", path, received_at: Date.now() - 60_000 } as never),
  );
  await eventStore.insert("events", views, "views");
}, 60_000);
afterAll(async () => {
  await app.stop();
  removeDir(dataDir);
});

async function ask(query: object | string) {
  const response = await fetch(`${app.url}/api/v2/query`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: typeof query === "string" ? query : JSON.stringify({ site_id: "trellis.example", ...query }),
  });
  return { status: response.status, body: (await response.json()) as { error?: string; results?: unknown } };
}

it("x", async () => {
  console.log(JSON.stringify(await ask({ metrics: ["visitors", "pageviews"], date_range: "day", dimensions: ["event:page"] })));
  void Ajv2020;
});
