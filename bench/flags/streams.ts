import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import type { Figure } from "../support/figure.ts";
import type { Product } from "../support/product.ts";

const COUNT = 5000;
const AT_ONCE = 100;

const STEP = 2000;
const MOST_STEPS = 15;

/** Opens and holds streams of flag changes, and measures their memory in the server's process once it has settled. */
export async function measureStreams({ url, pid }: Product): Promise<Figure[]> {
  const before = await settledMemory(pid);
  const sockets: Socket[] = [];
  try {
    while (sockets.length < COUNT)
      sockets.push(
        ...(await Promise.all(
          Array.from({ length: AT_ONCE }, (_, index) =>
            open(new URL(url), addressOf(sockets.length + index)),
          ),
        )),
      );
    const more = (await settledMemory(pid)) - before;
    const held = sockets.filter(({ destroyed, readyState }) => !destroyed && readyState === "open").length;
    return [
      { what: "Streams held", value: held, unit: "", aim: { atLeast: COUNT } },
      { what: "Memory that they take", value: more / 1024, unit: "MB", aim: { atMost: 300 } },
      { what: "Memory of one stream", value: more / held, unit: "KB" },
    ];
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** Resident kilobytes once they change by less than 1% per step. A process returns memory long after its start. */
async function settledMemory(pid: number): Promise<number> {
  let last = 0;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const now = residentOf(pid);
    if (Math.abs(now - last) < now / 100) return now;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, STEP));
  }
  return last;
}

function residentOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

/** An IP address in a new network for each stream, because the number of streams per network is limited. */
function addressOf(index: number): string {
  return `10.0.${index >> 8}.${index & 255}`;
}

/** Resolves once the stream has started. @param address the client address that the server sees. */
function open({ hostname, port, host }: URL, address: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.on("error", reject);
    socket.once("data", () => resolve(socket));
    const headers = [`host: ${host}`, `x-forwarded-for: ${address}`, "accept: text/event-stream"];
    socket.write(`GET /sub/sdk-local HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`);
  });
}
