import { describe, expect, it } from "vitest";
import { parseStatement, withSettings } from "./statement.ts";

const url = (parameters: Record<string, string>) => new URLSearchParams(parameters);

describe("parseStatement", () => {
  it("parses an insert from the URL, with its columns and settings", () => {
    const query = "INSERT INTO events (`message_id`, type) FORMAT JSONEachRow";
    expect(
      parseStatement(url({ query, query_id: "1", insert_deduplication_token: "b1" }), '{"a":";"}'),
    ).toEqual({
      kind: "insert",
      table: "events",
      columns: ["message_id", "type"],
      format: "JSONEachRow",
      settings: { insert_deduplication_token: "b1" },
    });
  });

  it("parses a query from the body, with its parameters", () => {
    const sql = "SELECT count() FROM events WHERE path = {path:String} FORMAT JSON";
    expect(
      parseStatement(url({ param_path: "/x;y", max_execution_time: "5", wait_end_of_query: "1" }), `${sql};`),
    ).toEqual({ kind: "query", sql, parameters: { path: "/x;y" }, settings: { max_execution_time: "5" } });
  });

  it("unescapes parameters", () => {
    const statement = parseStatement(url({ param_a: "it\\'s\\ta \\\\ tab" }), "SELECT {a:String}");
    expect(statement).toMatchObject({ parameters: { a: "it's\ta \\ tab" } });
  });

  it("allows a semicolon only in a literal or a comment", () => {
    expect(parseStatement(url({}), "SELECT ';' -- a; b\n").kind).toBe("query");
    expect(() => parseStatement(url({}), "SELECT 1; DROP TABLE events")).toThrow("one statement");
    expect(() => parseStatement(url({}), "SELECT 'a\\'; DROP TABLE events; --'; SELECT 1")).toThrow(
      "one statement",
    );
  });

  it.each(["'", "`", '"', "/*", "'\\"])("rejects a statement with an unclosed %s", (opening) => {
    for (const sql of [`SELECT 1 ${opening} DROP TABLE events`, `SELECT $$${opening}$$; DROP TABLE events`])
      expect(() => parseStatement(url({}), sql)).toThrow("one statement");
  });

  it("rejects writes in read-only mode", () => {
    const read = (sql: string, parameters = {}) => parseStatement(url({ readonly: "1", ...parameters }), sql);
    expect(read("SELECT 1")).toMatchObject({ kind: "query", settings: { readonly: "1" } });
    expect(() => read("DROP TABLE events")).toThrow("Code: 164");
    expect(() => read("", { query: "INSERT INTO events FORMAT JSONEachRow" })).toThrow("Code: 164");
    expect(parseStatement(url({ readonly: "0" }), "DROP TABLE events").kind).toBe("command");
  });

  it("rejects an empty statement", () => {
    expect(() => parseStatement(url({}), "  ; ")).toThrow("The statement is empty.");
  });
});

describe("withSettings", () => {
  it("quotes everything but numbers", () => {
    expect(withSettings("SELECT 1", { a: "5", b: "it's" })).toBe("SELECT 1 SETTINGS a = 5, b = 'it\\'s'");
    expect(withSettings("SELECT 1", {})).toBe("SELECT 1");
  });

  it("adds to the settings that a statement ends with", () => {
    expect(withSettings("DROP TABLE a SETTINGS b = 0", { c: "1" })).toBe(
      "DROP TABLE a SETTINGS b = 0, c = 1",
    );
    const other = "SELECT ' SETTINGS ' FROM (SELECT 1 SETTINGS a = 1)";
    expect(withSettings(other, { c: "1" })).toBe(`${other} SETTINGS c = 1`);
  });
});
