import type { ConnectionKind } from "@marquee/contract/schema";
import type { Logger } from "pino";
import type { Connection, Connections } from "./startConnections.ts";

/** Data that a connected tool provides, and that changes. */
interface Source {
  onChange(listener: () => void): void;
  stop(): void;
}

interface FollowedSource<Provided extends Source> extends Source {
  /** Null while the tool is not connected. */
  current(): Provided | null;
}

interface FollowOptions<Kind extends ConnectionKind, Provided extends Source> {
  connections: Pick<Connections, "read" | "onChange">;
  kind: Kind;
  /** Starts the source of a connection. */
  start(connection: Connection<Kind>): Promise<Provided>;
  log: Logger;
}

/** The source of a connection: started when the tool is connected, restarted when its settings change, stopped when it is disconnected. */
export async function followConnection<Kind extends ConnectionKind, Provided extends Source>(
  options: FollowOptions<Kind, Provided>,
): Promise<FollowedSource<Provided>> {
  const { connections, kind, start, log } = options;
  const listeners = new Set<() => void>();
  let running: { connection: Connection<Kind>; source: Provided } | null = null;
  let isStopped = false;
  let switching: Promise<void> = Promise.resolve();

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const switchOver = async () => {
    const connection = isStopped ? null : connections.read(kind);
    if (connection === (running?.connection ?? null)) return;
    running?.source.stop();
    running = null;
    if (connection) {
      const source = await start(connection);
      running = { connection, source };
      source.onChange(() => {
        if (running?.source === source) tell();
      });
    }
    tell();
  };
  /** One at a time. Of several changes, only the last one is applied. */
  const follow = () => {
    switching = switching
      .then(switchOver)
      .catch((error: unknown) =>
        log.error({ err: error, connection: kind }, "A connection could not be started."),
      );
    return switching;
  };
  await follow();
  const stopFollowing = connections.onChange(() => void follow());
  return {
    current: () => running?.source ?? null,
    onChange: (listener) => listeners.add(listener),
    stop() {
      isStopped = true;
      stopFollowing();
      void follow();
    },
  };
}
