import { type DestinationStream, type LogFn, type Logger, pino } from "pino";
import { type DescribedError, describeError } from "./describeError.ts";
import { plainAddress } from "./plainAddress.ts";
import { plainWords } from "./plainWords.ts";
import { createRepeats } from "./repeats.ts";
import { describeRequest, requestOf } from "./requestLog.ts";
import { plainOutput } from "./stackFrames.ts";

interface LogOptions {
  /** As in `LOG_LEVEL`. */
  level: string;
  /** Standard output by default. */
  to?: DestinationStream;
}

interface Line {
  fields: Record<string, unknown>;
  text: string;
}

const { warn: WARN, fatal: FATAL } = pino.levels.values as { warn: number; fatal: number };

/** Fields that distinguish lines with the same text, with few values each. */
const KEY_FIELDS = ["connection", "destination", "table"];
/** Fields with a known URL of this site, such as a page's. */
const ADDRESS_FIELDS = new Set(["address", "page", "path"]);

/**
 * The logger of every process. A line contains the text passed by the code, errors in the form of {@link describeError}, requests by ID and route,
 * numbers, and plain words of texts. From level warn on, equal lines are written once a minute, with a count.
 */
export function createLog({ level, to }: LogOptions): Logger {
  const repeats = createRepeats();
  const options = {
    level,
    serializers: { err: describeError, req: describeRequest },
    hooks: {
      logMethod(this: Logger, args: unknown[], method: LogFn, levelNumber: number) {
        const { fields, text } = lineOf(args, this);
        const write = (more: object = {}) => method.call(this, { ...fields, ...more }, text);
        // The ingest process has counted its own lines.
        const isCounted = levelNumber >= WARN && levelNumber < FATAL && !("repeated" in fields);
        if (
          !isCounted ||
          repeats.isFirst(keyOf(fields, text, levelNumber), (repeated) => write({ repeated }))
        )
          write();
      },
    },
  };
  return to ? pino(options, to) : pino(options);
}

/** @param args those of pino's methods: a text and values for it, after an object or an error. */
function lineOf(args: readonly unknown[], log: Logger): Line {
  const [first, ...surplus] = args;
  const hasFields = typeof first === "object" && first !== null;
  const [message] = hasFields ? surplus : args;
  const logged = first instanceof Error ? { err: first } : hasFields ? first : {};
  const request = requestOf(log);
  const fields = {
    ...(request && { reqId: request.id, req: describeRequest(request) }),
    ...Object.fromEntries(Object.entries(logged).flatMap(safeField)),
  };
  // Fastify includes URLs in its own texts.
  if (typeof message === "string") return { fields, text: request ? plainWords(message) : message };
  return { fields, text: (fields as { err?: DescribedError }).err?.message ?? "" };
}

function safeField([name, value]: [string, unknown]): [string, unknown][] {
  if (name === "err" || value instanceof Error) return [[name, describeError(value)]];
  if (name === "req") return [[name, describeRequest(value)]];
  if (name === "reqId" || value === null || ["number", "boolean"].includes(typeof value))
    return [[name, value]];
  if (typeof value !== "string") return [];
  if (name === "stderr") return [[name, plainOutput(value)]];
  return [[name, ADDRESS_FIELDS.has(name) ? plainAddress(value) : plainWords(value)]];
}

function keyOf(fields: Record<string, unknown>, text: string, level: number): string {
  const err = fields.err as DescribedError | undefined;
  const [frame] = err?.stack?.split("\n") ?? [];
  const root = rootOf(err);
  return JSON.stringify([
    level,
    text,
    err?.type,
    root?.type,
    root?.code,
    root?.constraint,
    err?.statement,
    frame,
    ...KEY_FIELDS.map((name) => fields[name]),
  ]);
}

function rootOf(err: DescribedError | undefined): DescribedError | undefined {
  return err?.cause ? rootOf(err.cause) : err;
}
