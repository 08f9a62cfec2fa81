/** A request to the engine, parsed from ClickHouse's HTTP interface. */
export type Statement =
  | { kind: "insert"; table: string; columns: string[] | null; format: string; settings: Settings }
  | { kind: "command"; sql: string; parameters: Record<string, string>; settings: Settings }
  | { kind: "query"; sql: string; parameters: Record<string, string>; settings: Settings };

export type Settings = Record<string, string>;

/** URL parameters of the HTTP interface that are not query settings. */
const NOT_SETTINGS = new Set(["query", "query_id", "session_id", "database", "default_format", "role"]);
/** Settings of the HTTP exchange, which do not apply to the engine. */
const EXCHANGE_SETTINGS = /^(send_progress|http_|wait_end_of_query|enable_http_compression|buffer_size)/;

/**
 * Parses one statement. An insert has its SQL in the URL and its rows in the body; every other statement has its SQL in the body.
 * @throws Error when there is no statement, or more than one, because the engine would run all of them; or when `readonly` is set
 * and the statement is not a query. For queries, the engine enforces `readonly` itself.
 */
export function parseStatement(url: URLSearchParams, body: string): Statement {
  const sql = ((url.get("query") ?? "") + (url.has("query") ? "" : body)).trim().replace(/;\s*$/, "");
  if (!sql) throw new Error("The statement is empty.");
  if (withoutLiterals(sql).includes(";")) throw new Error("Send one statement at a time.");
  const settings = settingsOf(url);
  const isQuery = /^(SELECT|WITH|SHOW|EXISTS|DESCRIBE|EXPLAIN)\b/i.test(sql);
  // The engine writes a query's result to a file even in read-only mode.
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

/** Adds settings to the statement itself, so that they do not persist in the session. */
export function withSettings(sql: string, settings: Settings): string {
  const pairs = Object.entries(settings).map(([name, value]) => `${name} = ${quote(value)}`);
  if (pairs.length === 0) return sql;
  // It may already end with settings.
  return `${sql}${hasOwnSettings(sql) ? "," : " SETTINGS"} ${pairs.join(", ")}`;
}

/** Whether the statement itself ends with settings, not a query in parentheses within it. */
function hasOwnSettings(sql: string): boolean {
  const [, ...rest] = withoutLiterals(sql)
    .toUpperCase()
    .split(/\sSETTINGS\s/);
  return !/[()]/.test(rest.at(-1) ?? "(");
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

/** Each alternative has a group that matches the end of the text if it is unclosed; searching for the end repeatedly would be quadratic. */
const LITERAL =
  /'(?:[^'\\]|\\[\s\S]|'')*(?:'|(\\?$))|`[^`]*(?:`|($))|"[^"]*(?:"|($))|--[^\n]*|\/\*[\s\S]*?(?:\*\/|($))/g;

/** Removes literals and comments. Replaces an unclosed one with a semicolon, because the engine may parse it differently. */
function withoutLiterals(sql: string): string {
  return sql.replace(LITERAL, (_whole, ...groups: (string | number | undefined)[]) =>
    groups.slice(0, 4).some((end) => end !== undefined) ? ";" : "",
  );
}

function quote(value: string): string {
  return /^\d+(\.\d+)?$/.test(value) ? value : `'${value.replace(/[\\']/g, "\\$&")}'`;
}
