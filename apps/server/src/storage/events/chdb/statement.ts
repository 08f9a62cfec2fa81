/** A request to the engine, as ClickHouse's HTTP interface carries it. */
export type Statement =
  | { kind: "insert"; table: string; columns: string[] | null; format: string; settings: Settings }
  | { kind: "command"; sql: string; parameters: Record<string, string>; settings: Settings }
  | { kind: "query"; sql: string; parameters: Record<string, string>; settings: Settings };

export type Settings = Record<string, string>;

/** URL parameters of the HTTP interface that are no settings of a query. */
const NOT_SETTINGS = new Set(["query", "query_id", "session_id", "database", "default_format", "role"]);
/** Settings about the HTTP exchange itself, which is ours. */
const EXCHANGE_SETTINGS = /^(send_progress|http_|wait_end_of_query|enable_http_compression|buffer_size)/;

/**
 * Reads one statement. Inserts carry their SQL in the address and their rows in the body, everything else its SQL in the body.
 * @throws Error when there is none, or more than one: the engine would run them all; or when it changes something where only reading is
 * allowed, which the engine itself looks after in queries.
 */
export function parseStatement(url: URLSearchParams, body: string): Statement {
  const sql = ((url.get("query") ?? "") + (url.has("query") ? "" : body)).trim().replace(/;\s*$/, "");
  if (!sql) throw new Error("The statement is empty.");
  if (withoutLiterals(sql).includes(";")) throw new Error("Send one statement at a time.");
  const settings = settingsOf(url);
  const isQuery = /^(SELECT|WITH|SHOW|EXISTS|DESCRIBE|EXPLAIN)\b/i.test(sql);
  // The engine writes a query's answer to a file even where it may only read.
  const isRead = isQuery && !/\bINTO\s+OUTFILE\b/i.test(withoutLiterals(sql));
  if (!isRead && (settings.readonly ?? "0") !== "0")
    throw new Error("Code: 164. DB::Exception: Cannot execute query in readonly mode. (READONLY)");
  const insert = /^INSERT\s+INTO\s+([\w.`"]+)(?:\s*\(([^)]*)\))?\s*FORMAT\s+(\w+)$/i.exec(sql);
  if (insert?.[1] && insert[3]) {
    const columns = insert[2]?.split(",").map((name) => name.trim().replace(/[`"]/g, "")) ?? null;
    return { kind: "insert", table: insert[1], columns, format: insert[3], settings };
  }
  return { kind: isQuery ? "query" : "command", sql, parameters: parametersOf(url), settings };
}

/** The statement with its settings inside, so that they end with it instead of staying with the session. */
export function withSettings(sql: string, settings: Settings): string {
  const pairs = Object.entries(settings).map(([name, value]) => `${name} = ${quote(value)}`);
  return pairs.length === 0 ? sql : `${sql} SETTINGS ${pairs.join(", ")}`;
}

function settingsOf(url: URLSearchParams): Settings {
  const pairs = [...url].filter(([name]) => {
    return (
      !NOT_SETTINGS.has(name) &&
      !name.startsWith("param_") &&
      !EXCHANGE_SETTINGS.test(name) &&
      /^\w+$/.test(name)
    );
  });
  return Object.fromEntries(pairs);
}

function parametersOf(url: URLSearchParams): Record<string, string> {
  const prefix = "param_";
  const pairs = [...url].filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(
    pairs.map(([name, value]) => [name.slice(prefix.length), unescapeParameter(value)]),
  );
}

/** Parameters arrive escaped as in TabSeparated (https://clickhouse.com/docs/interfaces/http#tabs-in-url-parameters). */
function unescapeParameter(value: string): string {
  const special: Record<string, string> = { t: "\t", n: "\n", r: "\r", "0": "\0", b: "\b", f: "\f" };
  return value.replace(/\\(.)/gs, (_, character: string) => special[character] ?? character);
}

/** Each alternative has a group for the end of the text, where what it began is not closed: searching for the end again and again would take quadratic time. */
const LITERAL =
  /'(?:[^'\\]|\\[\s\S]|'')*(?:'|(\\?$))|`[^`]*(?:`|($))|"[^"]*(?:"|($))|--[^\n]*|\/\*[\s\S]*?(?:\*\/|($))/g;

/** Without literals and comments. One that is not closed leaves a semicolon, because the engine may read it in another way. */
function withoutLiterals(sql: string): string {
  return sql.replace(LITERAL, (_whole, ...groups: (string | number | undefined)[]) =>
    groups.slice(0, 4).some((end) => end !== undefined) ? ";" : "",
  );
}

function quote(value: string): string {
  return /^\d+(\.\d+)?$/.test(value) ? value : `'${value.replace(/[\\']/g, "\\$&")}'`;
}
