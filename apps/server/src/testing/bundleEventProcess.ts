import { dirname, join } from "node:path";
import { build, type Plugin } from "vite";
import type { TestProject } from "vitest/node";
import productConfig from "../../vite.config.ts";
import { appServer, eventProcess, ingestProcess, resetPasswordCommand } from "./eventProcess.ts";
import { createTemporaryDir, removeDir } from "./temporaryDir.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the stores that test files share (`borrowStores.ts`); removed after the run. */
    lentStoresDir: string;
  }
}

const SOURCE = join(import.meta.dirname, "..");
const COMMANDS = join(SOURCE, "commands");
const EVENT_PROCESS = join(SOURCE, "platform/storage/events/chdb/chdbProcess.ts");

/** Each of Vitest's projects evaluates this module again, but the global object is kept. */
const globals = globalThis as { marqueeBundles?: Promise<void> };

/**
 * Vitest's global setup: bundles the processes before the tests and before each rerun, and creates the folder for stores that test files
 * share. @returns a function that removes that folder.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  globals.marqueeBundles ??= bundleProcesses();
  await globals.marqueeBundles;
  project.onTestsRerun(bundleProcesses);
  const lentStoresDir = createTemporaryDir();
  project.provide("lentStoresDir", lentStoresDir);
  return () => removeDir(lentStoresDir);
}

function bundleProcesses(): Promise<void> {
  return bundle({
    [eventProcess.file]: EVENT_PROCESS,
    [ingestProcess.file]: join(SOURCE, "ingest/process/ingestProcess.ts"),
    [appServer.file]: join(SOURCE, "testing/appServer.ts"),
    [resetPasswordCommand.file]: join(SOURCE, "commands/resetPassword.ts"),
  });
}

/** Bundles the event store's process. From source it takes three times as long to start. */
export function bundleEventProcess(): Promise<void> {
  return bundle({ [eventProcess.file]: EVENT_PROCESS });
}

/** @param input source modules by the name of their bundle. */
async function bundle(input: Record<string, string>): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    plugins: [keepDirnames],
    // Bundled with their packages as in production, so that each start takes less processor time.
    ssr: { ...productConfig.ssr },
    build: {
      ssr: true,
      target: "node20",
      outDir: eventProcess.folder,
      emptyOutDir: false,
      rolldownOptions: { input, output: { entryFileNames: "[name]", chunkFileNames: "chunk-[name].mjs" } },
    },
  });
}

/** Replaces `import.meta.dirname` by the source folder, so that bundled modules find the files next to their source. In a build, commands lie where `main.ts` does. */
const keepDirnames: Plugin = {
  name: "keep-dirnames",
  transform: (code, id) =>
    code.includes("import.meta.dirname")
      ? code.replaceAll("import.meta.dirname", JSON.stringify(dirname(id).replace(COMMANDS, SOURCE)))
      : undefined,
};
