import type { OutgoingHttpHeaders } from "node:http";
import { ONE_SECOND } from "@marquee/contract";
import type { FastifyReply } from "fastify";

/** An open response of server-sent events. */
export interface EventStream {
  /** Writes `text`, or destroys the connection if the reader has fallen too far behind. Does nothing once the connection is destroyed. */
  send(text: string): void;
  /** Ends the response, so that an EventSource reconnects and is authorized again. */
  close(): void;
}

interface OpenOptions {
  /** The network or account whose limit the stream counts toward; null for a trusted reader without a limit. */
  reader: string | null;
  /** The first text on the stream. */
  opening: string;
  onClose: () => void;
}

/** The open streams of one kind, limited in number and in the bytes that each one buffers. */
export interface EventStreams {
  /** Hijacks `reply`. `refused` is "reader" if this reader has too many streams and "all" if all readers together do. */
  open(reply: FastifyReply, options: OpenOptions): { stream: EventStream } | { refused: "reader" | "all" };
  stop(): void;
}

interface EventStreamsOptions {
  maxPerReader: number;
  maxStreams: number;
}

/** Proxies close idle connections, and only a write reveals a dead one. */
const PING_INTERVAL = 15 * ONE_SECOND;
const PING = ": ping\n\n";
const RECONNECT_AFTER = 2 * ONE_SECOND;
/** Maximum bytes buffered for a stream's reader. */
const MAX_BUFFERED = 1024 ** 2;
const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

/** Long-lived responses. */
const streaming = new WeakSet<FastifyReply>();

/** Whether a response is a stream of events, whose duration is meaningless as a metric. */
export function isEventStream(reply: FastifyReply): boolean {
  return streaming.has(reply);
}

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
  streaming.add(reply);
  const { raw } = reply;
  raw.writeHead(200, headers);
  raw.write(`retry: ${RECONNECT_AFTER}\n${opening}`);
  return {
    send(text) {
      if (raw.destroyed) return;
      // A stream that ended but was not destroyed has a reader that is not reading.
      if (raw.writableEnded || raw.writableLength > MAX_BUFFERED) raw.destroy();
      else raw.write(text);
    },
    close: () => void raw.end(),
  };
}
