import type { ImportSystem } from "@marquee/contract";
import type { IgnoredPart, ImportProblem } from "@marquee/contract/schema";
import { CsvError, parse } from "csv-parse";
import { createRowCollector, type ImportedRow, MAX_ROWS } from "./importedRows.ts";
import { type ImportFile, importFiles, UnreadableFileError } from "./importFiles.ts";
import { createTables, type ReportProblem } from "./importTables.ts";

/** The content of an upload. One with problems must not be imported. */
export interface ImportContent {
  /** Null if no table was recognized. */
  system: ImportSystem | null;
  rows: ImportedRow[];
  /** The first problems. */
  problems: ImportProblem[];
  problemCount: number;
  ignored: IgnoredPart[];
  doubtful: IgnoredPart[];
}

interface Upload {
  bytes: Buffer;
  /** Name of the file. */
  name: string;
  /** The current day in the site's time zone, in ISO 8601. */
  today: string;
  /** Maximum number of rows, one per day and value. */
  maxRows?: number;
}

const MAX_SHOWN_PROBLEMS = 20;
const MAX_SHOWN_PARTS = 30;
const MAX_LINES = 3_000_000;
const LINES_AT_ONCE = 200;
const MAX_RECORD_LENGTH = 100_000;

/** Reads an export of GA4 or Plausible: a CSV file, or a ZIP archive of several. The largest take seconds, during which other work continues. */
export async function readImport({ bytes, name, today, maxRows = MAX_ROWS }: Upload): Promise<ImportContent> {
  const reader = createReader(today, maxRows);
  try {
    for (const file of await importFiles(bytes, name)) await reader.read(file);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    reader.fail({ file: name, line: 0, column: "", message: error.message });
  }
  return reader.content();
}

function createReader(today: string, maxRows: number) {
  const collector = createRowCollector(maxRows);
  const problems: ImportProblem[] = [];
  const ignored = createPartList();
  const doubtful = createPartList();
  let problemCount = 0;
  let lines = 0;
  let system: ImportSystem | null = null;
  const fail = (problem: ImportProblem) => {
    problemCount += 1;
    if (problems.length < MAX_SHOWN_PROBLEMS) problems.push(problem);
  };
  /** @returns false if the table belongs to a different system than earlier tables. */
  const isOfSystem = (tableSystem: ImportSystem) => {
    system ??= tableSystem;
    return system === tableSystem;
  };
  const read = async (file: ImportFile) => {
    const place = (line: number, column: string, message: string) =>
      fail({ file: file.name, line, column, message });
    const tables = createTables({
      file: file.name,
      today,
      collector,
      isOfSystem,
      fail: place,
      ignore: ignored.add,
      doubt: doubtful.add,
    });
    for await (const { record, line } of recordsOf(file, place)) {
      lines += 1;
      if (lines > MAX_LINES || collector.isFull()) {
        place(
          line,
          "",
          `The export has more than ${maxRows.toLocaleString("en-US")} values by day. Export a shorter date range, and import one after the other.`,
        );
        break;
      }
      tables.add(record, line);
      // Yields so that pages and other requests are handled.
      if (lines % LINES_AT_ONCE === 0) await new Promise(setImmediate);
    }
    tables.end();
  };
  const content = (): ImportContent => {
    const rows = collector.rows();
    if (rows.length === 0 && problemCount === 0)
      fail({ file: "", line: 0, column: "", message: NOTHING_FOUND });
    return {
      system,
      rows: problemCount > 0 ? [] : rows,
      problems,
      problemCount,
      ignored: ignored.parts(),
      doubtful: doubtful.parts(),
    };
  };
  return { read, fail, content };
}

/** Parts of a file, each once. */
function createPartList() {
  const parts = new Map<string, IgnoredPart>();
  return {
    add(part: string, reason: string) {
      if (parts.size < MAX_SHOWN_PARTS) parts.set(`${part}\n${reason}`, { part, reason });
    },
    parts: () => [...parts.values()],
  };
}

const NOTHING_FOUND =
  "No table by day was recognized. In GA4, set your language to English, and export an exploration with the dimension Date and metrics such as Sessions, Active users and Views. From Plausible, choose the ZIP file of its export.";

/** Records of a CSV file with the lines that they end on. */
async function* recordsOf(
  file: ImportFile,
  fail: ReportProblem,
): AsyncGenerator<{ record: string[]; line: number }> {
  try {
    const delimiter = await delimiterOf(file);
    const parser = parse({
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      delimiter,
      max_record_size: MAX_RECORD_LENGTH,
    });
    const feed = feedText(await file.open(), parser);
    for await (const { record, info } of parser) yield { record, line: info.lines };
    await feed;
  } catch (error) {
    if (error instanceof UnreadableFileError) fail(0, "", error.message);
    else if (error instanceof CsvError)
      fail(
        Number((error as { lines?: unknown }).lines ?? 0),
        "",
        'A quote is not closed, or the line is far too long. Quote a value as "like this".',
      );
    else throw error;
  }
}

/** Writes a file to the parser as text. Errors go to the parser, whose reader gets them. */
async function feedText(parts: AsyncIterable<Buffer>, parser: ReturnType<typeof parse>): Promise<void> {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    for await (const part of parts) {
      const text = decode(() => decoder.decode(part, { stream: true }));
      if (text.includes("\0")) throw new UnreadableFileError(NOT_TEXT);
      if (!parser.write(text)) await new Promise((resolve) => parser.once("drain", resolve));
    }
    decode(() => decoder.decode());
    parser.end();
  } catch (error) {
    parser.destroy(error as Error);
  }
}

const NOT_TEXT = "The file is not text in UTF-8. Export it as CSV, not as a spreadsheet or PDF.";

function decode(read: () => string): string {
  try {
    return read();
  } catch {
    throw new UnreadableFileError(NOT_TEXT);
  }
}

/** The delimiter that is most frequent in the first table's header. */
async function delimiterOf(file: ImportFile): Promise<string> {
  const decoder = new TextDecoder();
  let start = "";
  for await (const part of await file.open()) {
    start += decoder.decode(part, { stream: true });
    if (start.length > 20_000) break;
  }
  const header =
    start.split(/\r?\n/).find((line) => line.trim() !== "" && !/^["\uFEFF]{0,2}#/.test(line)) ?? "";
  const count = (delimiter: string) => header.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}
