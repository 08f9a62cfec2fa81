import type { FastifyReply, FastifyRequest } from "fastify";
import { createEventStreams, type EventStream } from "../../http/eventStreams.ts";
import { networkOf } from "../../http/rateLimit.ts";
import type { Flags } from "../startFlags.ts";
import type { ClientType } from "./keyHolders.ts";

/** Many visitors may share a network; holders of the server key are not limited. */
const LIMITS = { maxPerReader: 100, maxStreams: 20_000 };
/** Nobody listens for it. It has data, though empty: some clients keep the id of no event without. */
const FOLLOWING = "event: following\ndata:\n\n";

/** Everybody who follows the flags on this instance. */
export interface StreamHub {
  /** Takes over a request, or says what there is no room for: more from its network, or any more at all. */
  join(request: FastifyRequest, reply: FastifyReply, holder: ClientType): "joined" | "network_full" | "full";
  /** Ends every stream. */
  stop(): void;
}

/**
 * Server-sent events about changes. An event's id names the flags as they are then, so that whoever comes again after a restart or a
 * lost connection is told of what changed meanwhile.
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
      const known = headers["last-event-id"];
      const isBehind = known !== undefined && known !== versionOf(flags);
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

/** Clients ask for their answers anew; servers, which may read the rules, are given them. */
function changeFor(holder: ClientType, flags: Pick<Flags, "current">): string {
  const id = `id: ${versionOf(flags)}\n`;
  if (holder === "client") return `${id}event: features-updated\ndata:\n\n`;
  return `${id}event: features\ndata: ${flags.current().payload.body}\n\n`;
}

function versionOf(flags: Pick<Flags, "current">): string {
  return flags.current().payload.etag.slice(1, -1);
}
