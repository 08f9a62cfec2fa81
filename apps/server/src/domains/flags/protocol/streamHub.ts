import type { FastifyReply, FastifyRequest } from "fastify";
import type { ClientType } from "../../../platform/http/clientTypes.ts";
import { createEventStreams, type EventStream } from "../../../platform/http/eventStreams.ts";
import { networkOf } from "../../../platform/http/rateLimit.ts";
import type { Flags } from "../startFlags.ts";

/** The limit per reader is high because many visitors may share a network. Holders of the server key are not limited. */
const LIMITS = { maxPerReader: 100, maxStreams: 20_000 };
/** An event without listeners that only carries the ID. Its data is empty but present, because some clients ignore the ID of events without it. */
const FOLLOWING = "event: following\ndata:\n\n";

/** The open flag streams of this instance. */
export interface StreamHub {
  /** Accepts a request, or returns which limit is reached: its network's or the total. */
  join(request: FastifyRequest, reply: FastifyReply, holder: ClientType): "joined" | "network_full" | "full";
  /** Ends every stream. */
  stop(): void;
}

/**
 * Sends server-sent events about flag changes. The event ID identifies the version of the flags, so a client that reconnects after a
 * restart or a lost connection receives the change it missed.
 */
export function createStreamHub(flags: Pick<Flags, "current" | "onChange">): StreamHub {
  const streams = createEventStreams(LIMITS);
  const holders = new Map<EventStream, ClientType>();
  const stopListening = flags.onChange(() => {
    const news = { client: changeFor("client", flags), server: changeFor("server", flags) };
    for (const [stream, holder] of holders) stream.send(news[holder]);
  });

  return {
    join({ headers, ip }, reply, holder) {
      const lastEventId = headers["last-event-id"];
      const isBehind = lastEventId !== undefined && lastEventId !== versionOf(flags);
      const opening = isBehind ? changeFor(holder, flags) : `id: ${versionOf(flags)}\n${FOLLOWING}`;
      const reader = holder === "server" ? null : networkOf(ip);
      const opened = streams.open(reply, { reader, opening, onClose: () => holders.delete(stream) });
      if ("refused" in opened) return opened.refused === "reader" ? "network_full" : "full";
      const { stream } = opened;
      holders.set(stream, holder);
      return "joined";
    },
    stop() {
      stopListening();
      streams.stop();
    },
  };
}

/** The event for a change: clients refetch their values, holders of the server key get the payload with rules. */
function changeFor(holder: ClientType, flags: Pick<Flags, "current">): string {
  const id = `id: ${versionOf(flags)}\n`;
  if (holder === "client") return `${id}event: features-updated\ndata:\n\n`;
  return `${id}event: features\ndata: ${flags.current().payload.body}\n\n`;
}

function versionOf(flags: Pick<Flags, "current">): string {
  return flags.current().payload.etag.slice(1, -1);
}
