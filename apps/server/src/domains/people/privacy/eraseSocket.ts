import type { IncomingMessage } from "node:http";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Logger } from "pino";
import { askServer, type CommandHandler } from "../../../platform/http/commandSocket.ts";
import { reasonOf } from "../../../platform/log/reasonOf.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { writeAtomically } from "../../../platform/storage/writeAtomically.ts";
import type { HashEmail } from "../identities/names.ts";
import { listDeletions } from "./deletionList.ts";
import type { EraseStep } from "./eraseFiles.ts";
import type { ErasedFiles, Erasure } from "./startErasure.ts";

const PATHS = { erase: "/erase", list: "/deletions" } as const;

/** `npm run erase` failed; the message is for the operator. */
export class EraseError extends Error {
  override name = "EraseError";
}

/** A line of the answer to a request to erase; the last one has no step. */
type EraseLine = { step: EraseStep } | { erased: ErasedFiles } | { error: string };

interface HandlerOptions {
  erasure: Pick<Erasure, "runNow">;
  db: RecordsDatabase;
  hashEmail: HashEmail;
  log: Pick<Logger, "error">;
}

/** Answers `npm run erase`: with progress, and with the list of deletions. */
export function eraseHandlers({
  erasure,
  db,
  hashEmail,
  log,
}: HandlerOptions): Record<string, CommandHandler> {
  return {
    [PATHS.erase](_asked, response) {
      const write = (line: EraseLine) => void response.write(`${JSON.stringify(line)}\n`);
      erasure
        .runNow((step) => write({ step }))
        .then(
          (erased) => write({ erased }),
          (error: unknown) => write({ error: reasonOf(error) }),
        )
        .finally(() => response.end());
    },
    [PATHS.list](_asked, response) {
      const lines = Readable.from(listDeletions(db, hashEmail));
      lines.on("error", (error) => {
        log.error({ err: error }, "Failed to list deletions.");
        response.destroy();
      });
      lines.pipe(response);
    },
  };
}

/** Asks the running server to erase deleted data from the stores' files. @throws {EraseError} if it fails. */
export async function requestErasure(
  dataDir: string,
  onStep: (step: EraseStep) => void,
): Promise<ErasedFiles> {
  const answer = await ask(dataDir, PATHS.erase);
  for await (const line of createInterface({ input: answer })) {
    const said = JSON.parse(line) as EraseLine;
    if ("step" in said) onStep(said.step);
    else if ("erased" in said) return said.erased;
    else
      throw new EraseError(`Not everything was erased: ${said.error} The server will retry automatically.`);
  }
  throw new EraseError("The server stopped before everything was erased. Start it and try again.");
}

/**
 * Asks the running server for the list of deletions, and writes it to a file that only this user can read. Any existing file or link is replaced.
 * @returns the number of deletions.
 * @throws {EraseError} if the server does not respond.
 */
export async function saveDeletionList(dataDir: string, file: string): Promise<number> {
  const answer = await ask(dataDir, PATHS.list);
  const content = await text(answer).catch(() => {
    throw new EraseError("The server interrupted the list. Its log says why.");
  });
  await writeAtomically(file, content, { mode: 0o600 });
  // After a header, and before the end of the last line.
  return content.split("\n").length - 2;
}

async function ask(dataDir: string, path: string): Promise<IncomingMessage> {
  const answer = await askServer(dataDir, path);
  if (!answer)
    throw new EraseError(
      `No server is running on ${dataDir}. Start it, or set DATA_DIR to the folder that it uses, then try again.`,
    );
  if (answer.statusCode !== 200) throw new EraseError(await text(answer));
  return answer;
}
