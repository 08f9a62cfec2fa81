import type { Logger } from "pino";
import type { Records } from "./records.ts";

interface WhenOpenOptions {
  records: Pick<Records, "isOpen" | "opened">;
  /** As in "create the owner", for the log. */
  name: string;
  log: Pick<Logger, "error">;
}

/** Runs a task at the start of the server, or once the store is open. @throws as the task does, if it is open already; later errors are logged. */
export async function whenOpen(
  { records, name, log }: WhenOpenOptions,
  task: () => Promise<void>,
): Promise<void> {
  if (records.isOpen()) return task();
  // A store that can't be opened ends the server.
  const isOpen = records.opened.then(
    () => true,
    () => false,
  );
  void isOpen
    .then((open) => (open ? task() : undefined))
    .catch((error: unknown) => log.error({ err: error }, `Failed to ${name}.`));
}
