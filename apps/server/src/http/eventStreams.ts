import type { OutgoingHttpHeaders } from "node:http";
import { ONE_SECOND } from "@marquee/contract";
import type { FastifyReply } from "fastify";

/** An open response of server-sent events. */
export interface EventStream {
  /** Writes `text`, or closes the stream where its reader has fallen too far behind. Does nothing once it is closed. */
  send(text: string): void;
  /** Closes it, so that an EventSource connects again and is authorized again. */
  close(): void;
}

interface OpenOptions {
  /** Whom the stream counts for: a network or an account; null for a trusted reader, who is not limited. */
  reader: string | null;
  /** Sent first. */
  opening: string;
  onClose: () => void;
}

/** The open streams of one kind, bounded in number and in what each of them buffers. */
export interface EventStreams {
  /** Takes over `reply`; `refused` says whether its reader has too many streams, or all readers together. */
  open(reply: FastifyReply, options: OpenOptions): { stream: EventStream } | { refused: "reader" | "all" };
  stop(): void;
}

interface EventStreamsOptions {
  maxPerReader: number;
  maxStreams: number;
}

/** Proxies close connections that say nothing, and a write is how a dead connection shows. */
const PING_INTERVAL = 15 * ONE_SECOND;
const PING = ": ping\n\n";
const RECONNECT_AFTER = 2 * ONE_SECOND;
/** Bytes that a reader may leave unread. */
const MAX_BUFFERED = 1024 ** 2;
const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

export function createEventStreams({ maxPerReader, maxStreams }: EventStreamsOptions): EventStreams {
  const streams = new Set<EventStream>();
  const countOf = new Map<string, number>();
  let limited = 0;
  const count = (reader: string | null, change: 1 | -1) => {
    if (reader === null) return;
    limited += change;
    const left = (countOf.get(reader) ?? 0) + change;
    if (left > 0) countOf.set(reader, left);
    else countOf.delete(reader);
  };
  const pings = setInterval(() => {
    for (const stream of streams) stream.send(PING);
  }, PING_INTERVAL).unref();

  return {
    open(reply, { reader, opening, onClose }) {
      if (reader !== null && (countOf.get(reader) ?? 0) >= maxPerReader) return { refused: "reader" };
      if (reader !== null && limited >= maxStreams) return { refused: "all" };
      const stream = startStream(reply, opening);
      streams.add(stream);
      count(reader, 1);
      reply.raw.on("close", () => {
        streams.delete(stream);
        count(reader, -1);
        onClose();
      });
      return { stream };
    },
    stop() {
      clearInterval(pings);
      for (const stream of streams) stream.close();
    },
  };
}

function startStream(reply: FastifyReply, opening: string): EventStream {
  const headers = { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS };
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, headers);
  raw.write(`retry: ${RECONNECT_AFTER}\n${opening}`);
  return {
    send(text) {
      if (raw.destroyed) return;
      // One that was closed and is still here has a reader that does not read.
      if (raw.writableEnded || raw.writableLength > MAX_BUFFERED) raw.destroy();
      else raw.write(text);
    },
    close: () => void raw.end(),
  };
}
