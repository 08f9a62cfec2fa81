import { join } from "node:path";
import { build } from "vite";
import type { TestProject } from "vitest/node";
import { eventProcess } from "./eventProcess.ts";

const SOURCE = join(import.meta.dirname, "../storage/events/chdb/chdbProcess.ts");

/** Before the tests, and again whenever they run again. */
export default async function setup(project: TestProject): Promise<void> {
  await bundleEventProcess();
  project.onTestsRerun(bundleEventProcess);
}

/** Makes one file of the event store's process: from source it takes three times as long to start. */
export async function bundleEventProcess(): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: [/^@marquee\//] },
    build: {
      ...{ ssr: SOURCE, target: "node20", outDir: eventProcess.folder, emptyOutDir: false },
      rolldownOptions: { output: { entryFileNames: eventProcess.file } },
    },
  });
}
