import { connect, type Socket } from "node:net";
import type { Figure } from "../support/figure.ts";
import { usageOf } from "../support/processes.ts";
import type { Product } from "../support/product.ts";

const COUNT = 5000;
const AT_ONCE = 100;

/** Opens streams of changes and holds them; what they cost in memory, all processes together. */
export async function measureStreams({ url, pid }: Product): Promise<Figure[]> {
  const before = usageOf(pid).resident;
  const sockets: Socket[] = [];
  try {
    while (sockets.length < COUNT)
      sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => open(new URL(url))))));
    const more = usageOf(pid).resident - before;
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

/** Settles once the stream has begun. */
function open({ hostname, port, host }: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.on("error", reject);
    socket.once("data", () => resolve(socket));
    socket.write(`GET /sub/sdk-local HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\n\r\n`);
  });
}
