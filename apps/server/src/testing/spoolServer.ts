import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startSpool } from "../storage/spool/spool.ts";
import { eventRow } from "./eventRow.ts";

/*
 * A process that keeps each posted message id in a spool and answers once that is acknowledged, for tests that kill it.
 * Run with: node --import tsx spoolServer.ts <folder>. It prints its port.
 */
const [, , dir = ""] = process.argv;
const spool = startSpool({ dir });

const server = createServer(async (request, response) => {
  const ids = new URL(request.url ?? "/", "http://localhost").searchParams.getAll("id");
  await spool.append(ids.map((message_id) => eventRow({ message_id })));
  response.end("kept");
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
