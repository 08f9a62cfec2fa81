import { Transform } from "node:stream";

const NEWLINE = 0x0a;
const BRACE = 0x7b;

/**
 * Passes on rows as JSON, one per line. ClickHouse writes an error that occurs after the first rows into the response, whose status was already
 * sent.
 * @throws if a line is not a row.
 */
export function checkLines(): Transform {
  let isLineStart = true;
  const isRow = (chunk: Buffer) => {
    if (isLineStart && chunk.length > 0 && chunk[0] !== BRACE) return false;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1))
      if (at + 1 < chunk.length && chunk[at + 1] !== BRACE) return false;
    if (chunk.length > 0) isLineStart = chunk.at(-1) === NEWLINE;
    return true;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isRow(chunk)) done(null, chunk);
      else done(new Error("The event store ended its response with an error."));
    },
  });
}
