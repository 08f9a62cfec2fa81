import { ONE_SECOND } from "@marquee/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Flags } from "../startFlags.ts";
import type { KeyHolder } from "./keyHolders.ts";
import { OPEN_HEADERS } from "./openToAll.ts";

/** Proxies close connections that say nothing. */
const PING_EVERY = 20 * ONE_SECOND;
const RECONNECT_AFTER = 2 * ONE_SECOND;
/** Whoever has not read this much of what was said is let go, and comes again. */
const MAX_WAITING = 1024 ** 2;
const MAX_STREAMS = 20_000;
const PING = ": ping\n\n";
/** Nobody listens for it. It has data, though empty: some clients keep the id of no event without. */
const FOLLOWING = "event: following\ndata:\n\n";
const HEADERS = {
  ...OPEN_HEADERS,
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

type Stream = FastifyReply["raw"];

/** Everybody who follows the flags on this instance. */
export interface StreamHub {
  /** Takes over a request; false where there is no room for more. */
  join(request: FastifyRequest, reply: FastifyReply, holder: KeyHolder): boolean;
  /** Ends every stream. */
  stop(): void;
}

/**
 * Server-sent events about changes. An event's id names the flags as they are then, so that whoever comes again after a restart or a
 * lost connection is told of what changed meanwhile.
 */
export function createStreamHub(flags: Pick<Flags, "current" | "onChange">): StreamHub {
  const streams = new Map<Stream, KeyHolder>();
  const say = (stream: Stream, text: string) => {
    if (stream.writableLength > MAX_WAITING) stream.destroy();
    else stream.write(text);
  };
  const stopListening = flags.onChange(() => {
    const news = { client: changeFor("client", flags), server: changeFor("server", flags) };
    for (const [stream, holder] of streams) say(stream, news[holder]);
  });
  const pings = setInterval(() => {
    for (const stream of streams.keys()) say(stream, PING);
  }, PING_EVERY).unref();

  return {
    join({ headers }, reply, holder) {
      if (streams.size >= MAX_STREAMS) return false;
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, HEADERS);
      const known = headers["last-event-id"];
      const isBehind = known !== undefined && known !== versionOf(flags);
      const first = isBehind ? changeFor(holder, flags) : `id: ${versionOf(flags)}\n${FOLLOWING}`;
      raw.write(`retry: ${RECONNECT_AFTER}\n${first}`);
      streams.set(raw, holder);
      raw.on("close", () => streams.delete(raw));
      return true;
    },
    stop() {
      clearInterval(pings);
      stopListening();
      for (const stream of streams.keys()) stream.end();
    },
  };
}

/** Clients ask for their answers anew; servers, which may read the rules, are given them. */
function changeFor(holder: KeyHolder, flags: Pick<Flags, "current">): string {
  const id = `id: ${versionOf(flags)}\n`;
  if (holder === "client") return `${id}event: features-updated\ndata:\n\n`;
  return `${id}event: features\ndata: ${flags.current().payload.body}\n\n`;
}

function versionOf(flags: Pick<Flags, "current">): string {
  return flags.current().payload.etag.slice(1, -1);
}
