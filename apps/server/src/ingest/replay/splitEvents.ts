import { RejectedRequest } from "../rejectedRequest.ts";
import { badJson, MAX_EVENTS, tooLarge, tooManyEvents } from "./refuseSegment.ts";

/** Collects bytes that arrive in chunks. */
interface ByteCollector {
  /** @throws the error from `tooMany` above the limit. */
  add(bytes: Buffer): void;
  size(): number;
  /** Returns all collected bytes and resets. */
  take(): Buffer;
}

/** Splits a body `{ …, "events": [ … ] }` into events while it arrives. Of the events, only the current one is kept in memory. */
export interface EventSplitter {
  /** @throws {RejectedRequest} if a limit is exceeded or brackets do not match; also any error from the callback. */
  push(chunk: Buffer): void;
  /** @returns the body with an empty list of events, not yet checked to be JSON. @throws {RejectedRequest} if the body is incomplete. */
  end(): string;
}

/** Limit for one event: the largest is a full snapshot. */
const MAX_EVENT_BYTES = 10 * 1024 ** 2;
/** Limit for everything around the events. */
const MAX_REST_BYTES = 16 * 1024;
/** Each element of a page is two levels deeper in the JSON than its parent. */
const MAX_DEPTH = 2500;
/** Limit for one event: parsed values take more memory than their text. */
const MAX_VALUES = 1_000_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Matches the text up to the start of the events list. */
const BEGINNING = /"events"\s*:\s*\[$/;
const BEGINNING_BYTES = 100;

/** @param onEvent receives the JSON of each event in order. It is not yet parsed: the splitter only recognizes brackets, commas and strings. */
export function splitEvents(onEvent: (json: Buffer) => void): EventSplitter {
  const event = gather(MAX_EVENT_BYTES, () => tooLarge(`The event exceeds ${MAX_EVENT_BYTES} bytes.`));
  const rest = gather(MAX_REST_BYTES, () =>
    tooLarge(`The body without its events exceeds ${MAX_REST_BYTES} bytes.`),
  );
  let depth = 0;
  let values = 0;
  let events = 0;
  let isInText = false;
  let isEscaped = false;
  let isInEvents = false;
  let isFirst = true;
  let tail = "";

  function countValue(): void {
    values += 1;
    if (values > MAX_VALUES) throw tooLarge(`The event exceeds ${MAX_VALUES} values.`);
  }

  function descend(): void {
    depth += 1;
    countValue();
    if (depth <= MAX_DEPTH) return;
    const message = `The segment is nested deeper than ${MAX_DEPTH} levels.`;
    throw new RejectedRequest({ statusCode: 400, reason: "too_deep", message });
  }

  /** Passes on the event. An empty list has no event; an empty text between commas is passed on, so that the parser rejects it. */
  function finishEvent(isLast: boolean): void {
    events += 1;
    if (events > MAX_EVENTS) throw tooManyEvents();
    const json = event.take();
    if (!(isFirst && isLast && json.toString("latin1").trim() === "")) onEvent(json);
    isFirst = false;
    values = 0;
  }

  function addRest(bytes: Buffer): void {
    rest.add(bytes);
    tail = (tail + bytes.toString("latin1")).slice(-BEGINNING_BYTES);
  }

  function push(chunk: Buffer): void {
    let from = 0;
    const cutAt = (index: number) => {
      const bytes = chunk.subarray(from, index);
      if (isInEvents) event.add(bytes);
      else addRest(bytes);
      from = index;
    };
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInText = false;
      } else if (byte === QUOTE) isInText = true;
      else if (byte === COMMA) {
        countValue();
        if (!isInEvents || depth > 2) continue;
        cutAt(index);
        finishEvent(false);
        from = index + 1;
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        descend();
        if (isInEvents || depth > 2 || byte === OPEN_OBJECT) continue;
        cutAt(index + 1);
        isInEvents = BEGINNING.test(tail);
        isFirst = true;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        depth -= 1;
        if (depth < 0) throw badJson();
        if (!isInEvents || depth > 1) continue;
        cutAt(index);
        finishEvent(true);
        isInEvents = false;
      }
    }
    cutAt(chunk.length);
  }

  return {
    push,
    end() {
      if (depth !== 0 || isInText) throw badJson();
      return rest.take().toString("utf8");
    },
  };
}

/** @param tooMany creates the error for more than `limit` bytes. */
function gather(limit: number, tooMany: () => Error): ByteCollector {
  let pieces: Buffer[] = [];
  let size = 0;
  return {
    add(bytes) {
      size += bytes.byteLength;
      if (size > limit) throw tooMany();
      if (bytes.byteLength > 0) pieces.push(bytes);
    },
    size: () => size,
    take() {
      const whole = Buffer.concat(pieces, size);
      pieces = [];
      size = 0;
      return whole;
    },
  };
}
