import { Session } from "chdb";
import { type Statement, withSettings } from "./statement.ts";

/** The embedded ClickHouse engine on one data directory. One process at a time may open it. */
export interface Engine {
  /** @returns the response's bytes; empty for an insert or command. @throws the engine's own error. */
  execute(statement: Statement, body: Buffer): Promise<Uint8Array>;
  /**
   * Rows of a query as JSON, one per line, as they are read. Each chunk ends with a complete row. @throws the engine's own
   * error.
   */
  stream(statement: Statement): AsyncIterable<Uint8Array>;
  stop(): void;
}

/** Queries on one session run one at a time, so reads use several sessions. */
const READ_SESSIONS = 4;

type RawInsertFormat = Parameters<Session["insert"]>[0] extends infer P
  ? Extract<P, { format: string; values: Buffer }>["format"]
  : never;

/** @param args engine arguments, as for `clickhouse local`. */
export function startEngine(path: string, args: readonly string[]): Engine {
  const open = () => new Session(path, { connectionArgs: args });
  const writer = open();
  const readers = Array.from({ length: READ_SESSIONS }, () => ({ session: open(), running: 0 }));
  let lastWrite: Promise<unknown> = Promise.resolve();

  /** Runs writes one at a time; a failed write does not stop the next. */
  const write = <T>(task: () => Promise<T>): Promise<T> => {
    const done = lastWrite.then(task, task);
    lastWrite = done;
    return done;
  };
  const read = async (sql: string, parameters: Record<string, string>): Promise<Uint8Array> => {
    const reader = readers.reduce((least, each) => (each.running < least.running ? each : least));
    reader.running += 1;
    try {
      return (await run(reader.session, sql, parameters)).bytes();
    } finally {
      reader.running -= 1;
    }
  };

  return {
    async execute(statement, body) {
      const { settings } = statement;
      if (statement.kind === "query")
        return read(withSettings(statement.sql, settings), statement.parameters);
      await write(async () => {
        if (statement.kind === "command")
          return run(writer, withSettings(statement.sql, settings), statement.parameters);
        const { table, columns, format } = statement;
        const target = { table, format: format as RawInsertFormat, values: body, settings };
        return writer.insert(columns ? { ...target, columns } : target);
      });
      return new Uint8Array();
    },
    async *stream(statement) {
      if (statement.kind !== "query") throw new Error("Only queries can be streamed.");
      // A stream occupies its session until its end.
      const session = open();
      try {
        const sql = withSettings(statement.sql, statement.settings);
        for await (const chunk of session.queryStream(sql, { format: "JSONEachRow" })) yield chunk.raw();
      } finally {
        session.close();
      }
    },
    stop() {
      for (const { session } of readers) session.close();
      writer.close();
    },
  };
}

function run(session: Session, sql: string, parameters: Record<string, string>) {
  const isBound = Object.keys(parameters).length > 0;
  return isBound
    ? session.queryBindAsync(sql, parameters, { format: "TabSeparated" })
    : session.queryAsync(sql, { format: "TabSeparated" });
}
