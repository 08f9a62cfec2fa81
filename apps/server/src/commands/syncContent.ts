import { join } from "node:path";
import { parseArgs } from "node:util";
import { MAX_DRAFT_NAME_LENGTH } from "@marquee/contract/schema";
import { readSiteContent } from "../domains/content/readSiteContent.ts";
import { explainFailure } from "../explainFailure.ts";
import { readConfig } from "../platform/config/config.ts";
import { createLog } from "../platform/log/createLog.ts";
import { endOnCrash } from "../platform/log/endOnCrash.ts";
import { loadSiteBundle } from "../platform/siteBuild/siteBundle.ts";
import { addLanguage } from "./contentSync/addLanguage.ts";
import { checkContent } from "./contentSync/checkContent.ts";
import { connectContentServer } from "./contentSync/contentServer.ts";
import { describeDifferences, describeStatus } from "./contentSync/describeContent.ts";
import { openWorkspace } from "./contentSync/openWorkspace.ts";
import { pullContent, SIDES, type Side } from "./contentSync/pullContent.ts";
import { pushContent } from "./contentSync/pushContent.ts";
import { SyncError } from "./contentSync/syncError.ts";

const USAGE = `Usage: npm run content -- COMMAND

  status                             where the content folder and the server differ
  pull [--keep published|files]      write what is published into the files
  push [--name NAME]                 make a draft of what was changed in the files
  check                              validate all files, without a server
  add-language LOCALE [--name NAME]  add a language to the files, hidden from visitors

MARQUEE_URL is the site's address, MARQUEE_KEY an API key for content.`;
const COMMANDS = ["status", "pull", "push", "check", "add-language"] as const;
const BUILD_DIR = join(import.meta.dirname, "..");

/** `npm run content`: keeps the content folder and what is published the same. */
async function main(): Promise<void> {
  const { command, keep, locale, ...options } = readArguments();
  const name = options.name || "Changes from the files";
  const baseDir = join(BUILD_DIR, "../../../..", "content");
  const contentDir = readConfig(process.env).contentDir ?? baseDir;
  if (command === "check") return check(contentDir, baseDir);
  if (command === "add-language") {
    const files = await addLanguage({ contentDir, baseDir, locale, name: options.name });
    print(
      `Added ${locale}, as copies of the English texts that visitors don't see:`,
      ...files.map((file) => `  content/${file}`),
      "Build and deploy, translate it in the console under Languages, and show it to visitors there.",
    );
    return;
  }
  const server = connectContentServer(process.env);
  const workspace = await openWorkspace({ contentDir, baseDir }, server);
  if (command === "status") return print(describeStatus(workspace));
  if (command === "pull") {
    const { files, fields, left } = await pullContent(workspace, server, keep);
    print(
      fields === 0
        ? "Nothing to pull: the files have what is published."
        : `Wrote ${count(fields, "field")} into ${count(files.length, "file")}:`,
      ...files.map((file) => `  content/${file}`),
    );
    if (left.length > 0)
      print(
        "Not written, because the files no longer have them:",
        ...describeDifferences(left, workspace.items),
      );
    return;
  }
  const { url, fields, conflicts, problems, left } = await pushContent(workspace, server, name);
  print(`The draft "${name}" has ${count(fields, "change")}. Review and publish it: ${url}`);
  if (conflicts.length > 0)
    print(`${count(conflicts.length, "field")} changed in the console too; the draft asks which to keep.`);
  for (const { item, pointer, problem } of problems) print(`  ${item}${pointer}: ${problem}`);
  if (left.length > 0)
    print(
      "Not in the draft; deploying the files publishes it:",
      ...describeDifferences(left, workspace.items),
    );
}

async function check(contentDir: string, baseDir: string): Promise<void> {
  // The taken paths do not depend on the content.
  const content = await readSiteContent(baseDir, baseDir).catch(() => null);
  const entry = content && (await loadSiteBundle(join(BUILD_DIR, "site"), { values: () => content })).entry;
  const takenPaths = new Set(entry?.listPages().map(({ path }) => path));
  const ownPages = entry?.listPageTexts() ?? [];
  const problems = await checkContent({ contentDir, baseDir, takenPaths, ownPages });
  if (problems.length === 0) return print("All content is valid.");
  for (const problem of problems) console.error(problem);
  throw new SyncError(`${count(problems.length, "problem")} found.`);
}

interface Arguments {
  command: (typeof COMMANDS)[number];
  keep: Side | null;
  /** Name of a draft or language; empty for the default. */
  name: string;
  /** Locale of a language to add. */
  locale: string;
}

/** @throws {SyncError} with the usage. */
function readArguments(): Arguments {
  const options = { keep: { type: "string" }, name: { type: "string" } } as const;
  const { positionals, values } = parse(() => parseArgs({ allowPositionals: true, options }));
  const [command, ...more] = positionals;
  const [locale = "", ...surplus] = command === "add-language" ? more : ["", ...more];
  const keep = SIDES.find((side) => side === values.keep) ?? null;
  const name = values.name?.trim() ?? "";
  if (surplus.length > 0 || (values.keep !== undefined && keep === null)) throw new SyncError(USAGE);
  if (name.length > MAX_DRAFT_NAME_LENGTH)
    throw new SyncError(`A draft's name can have at most ${MAX_DRAFT_NAME_LENGTH} characters.`);
  const validCommand = COMMANDS.find((each) => each === command);
  if (validCommand) return { command: validCommand, keep, name, locale };
  throw new SyncError(USAGE);
}

function parse<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new SyncError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

function print(...lines: string[]): void {
  console.log(lines.join("\n"));
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

endOnCrash(createLog({ level: "error" }));
main()
  .catch((error: unknown) => {
    console.error(error instanceof SyncError ? error.message : explainFailure(error));
    process.exitCode = 1;
  })
  .finally(() => process.exit());
