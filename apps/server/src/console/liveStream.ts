import { ONE_SECOND } from "@marquee/contract";
import type { FastifyReply } from "fastify";
import type { LiveFeed } from "./liveFeed.ts";

/** Proxies close connections that say nothing; a comment line now and then keeps them open. */
const HEARTBEAT = 15 * ONE_SECOND;
const RECONNECT_AFTER = 2 * ONE_SECOND;

/** Sends new events as server-sent events until the reader leaves. @returns a function that ends it from this side. */
export function startLiveStream(reply: FastifyReply, feed: LiveFeed): () => void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
  raw.write(`retry: ${RECONNECT_AFTER}\n\n`);
  const unsubscribe = feed.subscribe((events) => {
    for (const event of events) raw.write(`id: ${event.messageId}\ndata: ${JSON.stringify(event)}\n\n`);
  });
  const heartbeat = setInterval(() => raw.write(": here\n\n"), HEARTBEAT);
  const stop = () => {
    clearInterval(heartbeat);
    unsubscribe();
    raw.end();
  };
  raw.on("close", stop);
  return stop;
}
