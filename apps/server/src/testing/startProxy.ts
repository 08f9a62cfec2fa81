import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";

const CERTIFICATES = join(import.meta.dirname, "certificates");
/** The authority that signed the certificate of a proxy with TLS. */
export const TEST_AUTHORITY = join(CERTIFICATES, "ca.pem");

type ProxyState = "open" | "refusing" | "frozen";

/** A proxy to a server that can be closed, or frozen like the server's machine. */
export interface TestProxy {
  /** On 127.0.0.1. */
  port: number;
  /** Instants of refused connections, as `performance.now()`. */
  refusedAt: number[];
  /** Closes all connections, and every later one immediately. */
  refuse(): void;
  /** Forgets all connections without ending them, as a firewall does. Later ones work. */
  strand(): void;
  /** Keeps all connections, and accepts more, but forwards no bytes. */
  freeze(): void;
  open(): void;
  stop(): Promise<void>;
}

/** Answers that TLS is spoken here, as PostgreSQL does before the handshake. */
const POSTGRES_TLS = "S";

interface ProxyOptions {
  /** Called for each connection, so that a server can be started behind the proxy later. */
  target: () => NetConnectOpts;
  initially?: ProxyState;
  /** The protocol whose clients have to speak TLS here, with the certificate in `certificates/`. */
  tls?: "http" | "postgres";
}

export async function startProxy({ target, initially = "open", tls }: ProxyOptions): Promise<TestProxy> {
  const refusedAt: number[] = [];
  const pairs = new Set<[Socket, Socket]>();
  const stranded: [Socket, Socket][] = [];
  let state = initially;

  const pipe = ([front, behind]: [Socket, Socket]) => {
    front.pipe(behind);
    behind.pipe(front);
  };
  const stopAll = () => {
    for (const [front, behind] of pairs) {
      front.unpipe(behind).pause();
      behind.unpipe(front).pause();
    }
  };
  const endAll = () => {
    for (const pair of [...pairs, ...stranded]) for (const socket of pair) socket.destroy();
  };
  const server = createServer(async (raw) => {
    const front = tls ? await encrypt(raw, tls) : raw;
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
    strand() {
      stopAll();
      stranded.push(...pairs);
      pairs.clear();
    },
    freeze() {
      state = "frozen";
      stopAll();
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

async function encrypt(socket: Socket, protocol: "http" | "postgres"): Promise<Socket> {
  if (protocol === "postgres") {
    await once(socket, "data");
    socket.write(POSTGRES_TLS);
  }
  return new TLSSocket(socket, {
    isServer: true,
    key: readFileSync(join(CERTIFICATES, "server.key")),
    cert: readFileSync(join(CERTIFICATES, "server.pem")),
  });
}
