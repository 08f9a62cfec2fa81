import { dirname, join } from "node:path";
import { build, type Plugin } from "vite";
import type { TestProject } from "vitest/node";
import { appServer, eventProcess, ingestProcess, resetPasswordCommand } from "./eventProcess.ts";
import { createTemporaryDir, removeDir } from "./temporaryDir.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the stores that test files share (`borrowStores.ts`); removed after the run. */
    lentStoresDir: string;
  }
}

const SOURCE = join(import.meta.dirname, "..");

/** Each of Vitest's projects evaluates this module anew; the global object stays. */
const kept = globalThis as { marqueeBundles?: Promise<void> };

/**
 * Vitest's global setup: bundles the processes before the tests and before each rerun, and creates the folder for stores that test files
 * share. @returns a function that removes that folder.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  kept.marqueeBundles ??= bundleProcesses();
  await kept.marqueeBundles;
  project.onTestsRerun(bundleProcesses);
  const lentStoresDir = createTemporaryDir();
  project.provide("lentStoresDir", lentStoresDir);
  return () => removeDir(lentStoresDir);
}

async function bundleProcesses(): Promise<void> {
  await bundleEventProcess();
  await bundle(join(SOURCE, "collect/ingest/ingestProcess.ts"), ingestProcess.file);
  await bundle(join(SOURCE, "testing/appServer.ts"), appServer.file);
  await bundle(join(SOURCE, "resetPassword.ts"), resetPasswordCommand.file);
}

/** Bundles the event store's process into one file. From source it takes three times as long to start. */
export function bundleEventProcess(): Promise<void> {
  return bundle(join(SOURCE, "storage/events/chdb/chdbProcess.ts"), eventProcess.file);
}

async function bundle(source: string, entryFileNames: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    plugins: [keepDirnames],
    ssr: { noExternal: [/^@marquee\//] },
    build: {
      ssr: source,
      target: "node20",
      outDir: eventProcess.folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames, codeSplitting: false } },
    },
  });
}

/** Replaces `import.meta.dirname` by the source folder, so that bundled modules find the files next to their source. */
const keepDirnames: Plugin = {
  name: "keep-dirnames",
  transform: (code, id) =>
    code.includes("import.meta.dirname")
      ? code.replaceAll("import.meta.dirname", JSON.stringify(dirname(id)))
      : undefined,
};
