/** What the page tells the worker. Messages are answered in their order. */
export type DeflateRequest =
  | { kind: "start" }
  /** Packs the text, as what follows in the stream that is open, and asks for it. */
  | { kind: "flush"; text: string }
  /** The next text begins a new stream. */
  | { kind: "reset" };

export type DeflateAnswer =
  | { kind: "ready" }
  /** Answers a flush. The stream so far has this Adler-32, and this length before it was packed. */
  | { kind: "flushed"; packed: Uint8Array<ArrayBuffer>; checksum: number; rawBytes: number };
