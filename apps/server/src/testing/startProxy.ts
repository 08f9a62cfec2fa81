import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

type ProxyState = "open" | "refusing" | "frozen";

/** A way to a server that can be closed, or frozen as if the server's machine were. */
export interface TestProxy {
  /** On 127.0.0.1. */
  port: number;
  /** Instants of refused connections, as `performance.now()`. */
  refusedAt: number[];
  /** Closes all connections, and every later one at once. */
  refuse(): void;
  /** Keeps all connections, and takes more, but moves no bytes. */
  freeze(): void;
  open(): void;
  stop(): Promise<void>;
}

/** @param target asked for each connection, so that a server can be started behind the proxy later. */
export async function startProxy(
  target: () => NetConnectOpts,
  initially: ProxyState = "open",
): Promise<TestProxy> {
  const refusedAt: number[] = [];
  const pairs = new Set<[Socket, Socket]>();
  let state = initially;

  const pipe = ([front, behind]: [Socket, Socket]) => {
    front.pipe(behind);
    behind.pipe(front);
  };
  const endAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  const server = createServer((front) => {
    if (state === "refusing") {
      refusedAt.push(performance.now());
      front.destroy();
      return;
    }
    const pair: [Socket, Socket] = [front, connect(target())];
    pairs.add(pair);
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        for (const each of pair) each.destroy();
        pairs.delete(pair);
      });
    }
    if (state === "open") pipe(pair);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    refusedAt,
    refuse() {
      state = "refusing";
      endAll();
    },
    freeze() {
      state = "frozen";
      for (const [front, behind] of pairs) {
        front.unpipe(behind).pause();
        behind.unpipe(front).pause();
      }
    },
    open() {
      state = "open";
      for (const pair of pairs) pipe(pair);
    },
    async stop() {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
