import { createServer } from "node:net";

interface HeldPort {
  port: number;
  /** Address to listen on. */
  host: string;
  /** Names of these settings, for the error. */
  settings?: { port: string; host: string };
}

/**
 * Takes a port before the server that will listen on it is ready, so that a start on a port in use ends before it has changed anything. Connections are
 * closed immediately, as if nothing were listening.
 * @returns a function that releases it.
 * @throws {NodeJS.ErrnoException} EADDRINUSE, EACCES or EADDRNOTAVAIL if the port can't be opened, with the `settings`.
 */
export function holdPort({ port, host, settings }: HeldPort): Promise<() => Promise<void>> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(Object.assign(error, settings && { settings })));
    server.listen({ port, host }, () => resolve(() => new Promise((done) => server.close(() => done()))));
  });
}
