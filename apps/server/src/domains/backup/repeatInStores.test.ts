import { expect, it } from "vitest";
import { deletionRequests } from "../../platform/storage/records/schema.ts";
import { eventProcess } from "../../testing/eventProcess.ts";
import { eventRow } from "../../testing/eventRow.ts";
import { drained, migrationsFolder, silent, startTestStores } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { databaseOf } from "../../testing/testDatabase.ts";
import { listDeletions, parseDeletionList } from "../people/privacy/deletionList.ts";
import { repeatInStores } from "./repeatInStores.ts";

it("requests deletions in stores that no server uses, with the key that they have", async () => {
  const dataDir = temporaryDir();
  const stores = await startTestStores(dataDir);
  const { db } = stores.records;
  await stores.spool.append([eventRow({ message_id: "m1", anonymous_id: "visitor" })]);
  await drained(stores);
  const request = { visitorId: "visitor", requestedBy: "visitor", requestedAt: new Date() };
  await db.insert(deletionRequests).values(request);
  let content = "";
  for await (const line of listDeletions(db, stores.identities.hashEmail)) content += line;
  await db.delete(deletionRequests);
  await stores.stop();

  const config = {
    dataDir,
    databaseUrl: await databaseOf(dataDir),
    clickhouseUrl: null,
    publicUrl: "https://trellis.example",
    retentionDays: null,
    replayRetentionDays: null,
  };
  const options = { config, eventProcess, migrationsFolder, preparedFolder: null, log: silent };
  const list = parseDeletionList(content, "list");
  expect([await repeatInStores(options, list), await repeatInStores(options, list)]).toEqual([1, 0]);

  const next = await startTestStores(dataDir);
  expect(await next.records.db.select().from(deletionRequests)).toMatchObject([
    { visitorId: "visitor", requestedBy: "visitor", completedAt: null },
  ]);
  await next.stop();
});
