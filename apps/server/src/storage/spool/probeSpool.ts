import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { ONE_MINUTE } from "@marquee/contract";
import { systemEnvironment } from "../systemEnvironment.ts";

/** Reads all that there is, compares it with what the file says there is, and makes a change, for which the list of free pages is read. */
const PROBE = `
const [, lmdb, dir] = process.argv;
const { open } = require(lmdb);
const root = open({ path: dir, maxDbs: 4, noMemInit: true, eventTurnBatching: false });
for (const name of ["queue", "seen", "cut"]) {
  const part = root.openDB({ name, encoding: "msgpack" });
  let found = 0;
  for (const entry of part.getRange()) found += 1;
  if (found !== part.getStats().entryCount) process.exit(1);
}
const probe = root.openDB({ name: "cut", encoding: "msgpack" });
probe.put("probe", 1).then(() => probe.remove("probe")).then(() => root.flushed).then(() => process.exit(0), () => process.exit(1));
`;

/** Whether a spool can be read and written. lmdb ends the process that meets a page which is not there, so another one tries. */
export function isSpoolSound(dir: string): boolean {
  const lmdb = createRequire(import.meta.url).resolve("lmdb");
  const { status } = spawnSync(process.execPath, ["-e", PROBE, lmdb, dir], {
    timeout: 5 * ONE_MINUTE,
    stdio: "ignore",
    env: systemEnvironment(),
  });
  return status === 0;
}
