import { chmodSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Logger } from "pino";

/*
 * Only the running server can open the embedded stores and the spools, so commands such as `npm run backup` ask it over a socket in the data folder, which
 * only the server's user can open.
 */
const NAME = "backup.sock";
/** Linux allows 107 bytes, macOS 103. */
const MAX_PATH_BYTES = 103;

/** Answers one command. */
export type CommandHandler = (incoming: IncomingMessage, response: ServerResponse) => void;

interface SocketOptions {
  dataDir: string;
  /** Handlers by path. */
  handlers: Readonly<Record<string, CommandHandler>>;
  log: Pick<Logger, "warn">;
}

/** Answers commands. @returns a function that stops it and aborts running commands. */
export async function openCommandSocket({ dataDir, handlers, log }: SocketOptions): Promise<() => void> {
  const path = join(dataDir, NAME);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    log.warn(
      `The path of ${path} is too long for a socket. Stop the server for \`npm run backup\`; \`npm run erase\` needs a shorter DATA_DIR.`,
    );
    return () => undefined;
  }
  const byPath = new Map(Object.entries(handlers));
  const server = createServer((incoming, response) => {
    const handler = byPath.get(incoming.url ?? "");
    if (handler) return handler(incoming, response);
    refuse(response, 404, "The running server is a different version. Restart it.");
  });
  // A killed server leaves its socket behind. The stores are locked, so no other server uses it.
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

export function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status).end(message);
}

/** Asks the running server. @returns null if no server runs on this data folder. */
export function askServer(dataDir: string, path: string, body = ""): Promise<IncomingMessage | null> {
  return new Promise((resolve, reject) => {
    request({ socketPath: join(dataDir, NAME), method: "POST", path }, resolve)
      .on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(null);
        else reject(error);
      })
      .end(body);
  });
}
