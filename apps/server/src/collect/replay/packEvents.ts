import { once } from "node:events";
import { createDeflate } from "node:zlib";

/** Packs a list of events as it is stored: a zlib stream of a JSON array. */
export interface EventPacker {
  /** @param json one event. */
  add(json: Buffer): void;
  /** Resolves once there is room for more. */
  ready(): Promise<void>;
  /** @returns the whole stream, in base64. */
  finish(): Promise<string>;
  /** Ends it where nothing came of the segment. */
  abandon(): void;
}

const LEVEL = 6;
/** Each write goes to another thread and back, which takes longer than packing an event. */
const WRITE_BYTES = 64 * 1024;
const [OPENING, COMMA, CLOSING] = ["[", ",", "]"].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
];

export function packEvents(): EventPacker {
  const deflate = createDeflate({ level: LEVEL, chunkSize: WRITE_BYTES });
  const packed: Buffer[] = [];
  deflate.on("data", (chunk: Buffer) => packed.push(chunk));
  let waiting: Buffer[] = [];
  let size = 0;
  let hasRoom = true;
  let isEmpty = true;
  const write = () => {
    hasRoom = deflate.write(Buffer.concat(waiting, size));
    waiting = [];
    size = 0;
  };
  return {
    add(json) {
      waiting.push(isEmpty ? OPENING : COMMA, json);
      size += json.byteLength + 1;
      isEmpty = false;
      if (size >= WRITE_BYTES) write();
    },
    async ready() {
      if (!hasRoom) await once(deflate, "drain");
      hasRoom = true;
    },
    async finish() {
      deflate.end(Buffer.concat([...waiting, ...(isEmpty ? [OPENING] : []), CLOSING]));
      await once(deflate, "end");
      return Buffer.concat(packed).toString("base64");
    },
    abandon: () => void deflate.destroy(),
  };
}
