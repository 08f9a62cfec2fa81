import { dirname, join } from "node:path";
import { build, type Plugin } from "vite";
import type { TestProject } from "vitest/node";
import { appServer, eventProcess, resetPasswordCommand } from "./eventProcess.ts";

const SOURCE = join(import.meta.dirname, "..");

/** Before the tests, and again whenever they run again. */
export default async function setup(project: TestProject): Promise<void> {
  await bundleProcesses();
  project.onTestsRerun(bundleProcesses);
}

async function bundleProcesses(): Promise<void> {
  await bundleEventProcess();
  await bundle(join(SOURCE, "testing/appServer.ts"), appServer.file);
  await bundle(join(SOURCE, "resetPassword.ts"), resetPasswordCommand.file);
}

/** Makes one file of the event store's process: from source it takes three times as long to start. */
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

/** What lies beside a module is found from where the module was. */
const keepDirnames: Plugin = {
  name: "keep-dirnames",
  transform: (code, id) =>
    code.includes("import.meta.dirname")
      ? code.replaceAll("import.meta.dirname", JSON.stringify(dirname(id)))
      : undefined,
};
