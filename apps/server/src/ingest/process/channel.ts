import type { Socket } from "node:net";

/** A message: JSON, and raw bytes. */
export interface Message {
  head: object;
  bytes?: Buffer;
}

/** Calls between two processes over one socket. Many may be pending; each is answered once. */
export interface Channel {
  /** @throws {ChannelClosedError} if the other process ends, or the error that it responds with. */
  call<Answer>(message: Message): Promise<{ head: Answer; bytes: Buffer }>;
  /** Sends a message that is not answered. It is lost if the other process ends. */
  tell(head: object): void;
  /** False once the other process has ended, which may be detected before its exit. */
  isOpen(): boolean;
}

export interface ChannelHandlers {
  onCall(head: unknown, bytes: Buffer): Promise<Message>;
  onTold?(head: unknown): void;
  onClosed?(): void;
}

/** The other process ended before it answered. */
export class ChannelClosedError extends Error {
  override name = "ChannelClosedError";
}

const KINDS = { call: 0, answer: 1, failure: 2, notice: 3 } as const;
/** Bytes for the length of the rest, ID, kind, and length of the head. */
const PREFIX_BYTES = 13;
const EMPTY = Buffer.alloc(0);

interface Frame {
  id: number;
  kind: number;
  head: unknown;
  bytes: Buffer;
}

/** Both processes trust each other, so frames are not checked. */
export function openChannel(socket: Socket, { onCall, onTold, onClosed }: ChannelHandlers): Channel {
  const waiting = new Map<number, { resolve: (frame: Frame) => void; reject: (error: Error) => void }>();
  let nextId = 1;
  let isClosed = false;
  let unsent: Buffer[] = [];

  /** Writes the frames of one turn of the event loop at once, because each write is a system call that wakes the other process. */
  const flush = () => {
    const frames = unsent;
    unsent = [];
    if (!isClosed) socket.write(frames.length === 1 ? (frames[0] ?? EMPTY) : Buffer.concat(frames));
  };
  const send = (kind: number, id: number, head: object, bytes: Buffer = EMPTY) => {
    if (unsent.length === 0) setImmediate(flush);
    const json = JSON.stringify(head);
    const length = Buffer.byteLength(json);
    const frame = Buffer.allocUnsafe(PREFIX_BYTES + length);
    frame.writeUInt32LE(PREFIX_BYTES - 4 + length + bytes.byteLength, 0);
    frame.writeUInt32LE(id, 4);
    frame.writeUInt8(kind, 8);
    frame.writeUInt32LE(length, 9);
    frame.write(json, PREFIX_BYTES);
    unsent.push(frame);
    if (bytes.byteLength > 0) unsent.push(bytes);
  };

  const answer = async ({ id, head, bytes }: Frame) => {
    try {
      const reply = await onCall(head, bytes);
      send(KINDS.answer, id, reply.head, reply.bytes);
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      send(KINDS.failure, id, { name, message });
    }
  };
  const settle = (frame: Frame) => {
    const call = waiting.get(frame.id);
    waiting.delete(frame.id);
    if (frame.kind === KINDS.answer) call?.resolve(frame);
    else call?.reject(Object.assign(new Error(), frame.head));
  };
  const read = splitFrames((frame) => {
    if (frame.kind === KINDS.call) void answer(frame);
    else if (frame.kind === KINDS.notice) onTold?.(frame.head);
    else settle(frame);
  });

  socket.on("data", read);
  // The error is followed by "close".
  socket.on("error", () => undefined);
  socket.once("close", () => {
    isClosed = true;
    for (const { reject } of waiting.values()) reject(closed());
    waiting.clear();
    onClosed?.();
  });
  return {
    async call<Answer>({ head, bytes }: Message) {
      if (isClosed) throw closed();
      const id = nextId;
      nextId = (nextId + 1) % 2 ** 32;
      const frame = await new Promise<Frame>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send(KINDS.call, id, head, bytes);
      });
      return { head: frame.head as Answer, bytes: frame.bytes };
    },
    tell: (head) => send(KINDS.notice, 0, head),
    isOpen: () => !isClosed,
  };
}

function closed(): ChannelClosedError {
  return new ChannelClosedError("The other process ended.");
}

/** @returns a function that takes the stream's chunks and calls `onFrame` with each complete frame. */
function splitFrames(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let size = 0;
  /** Bytes of the first frame, with its length; 4 while the length is unknown. */
  let wanted = 4;
  return (chunk) => {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size < wanted) return;
    let rest = chunks.length === 1 ? chunk : Buffer.concat(chunks, size);
    for (;;) {
      wanted = rest.byteLength < 4 ? 4 : 4 + rest.readUInt32LE(0);
      if (rest.byteLength < wanted) break;
      const headEnd = PREFIX_BYTES + rest.readUInt32LE(9);
      onFrame({
        id: rest.readUInt32LE(4),
        kind: rest.readUInt8(8),
        head: JSON.parse(rest.toString("utf8", PREFIX_BYTES, headEnd)),
        bytes: rest.subarray(headEnd, wanted),
      });
      rest = rest.subarray(wanted);
    }
    chunks = rest.byteLength > 0 ? [rest] : [];
    size = rest.byteLength;
  };
}
