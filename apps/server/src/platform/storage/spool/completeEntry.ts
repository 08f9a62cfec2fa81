import { languageOf, screenClassOf } from "@marquee/contract";
import { linkedSessionOf, withoutQueries, withoutQuery } from "../events/keptColumns.ts";
import { describeSource, SOURCE_COLUMNS, type SourceRow } from "../events/migrations/007-sources.ts";
import { respellRow } from "../events/migrations/019-one-spelling.ts";
import type { MigrationContext } from "../events/migrations/migration.types.ts";
import type { SpoolEntry } from "./entries.ts";

type Row = Record<string, unknown>;

/**
 * Adds the columns of migration 007 to rows that an earlier version spooled, and gives them the spelling of migration 019, by the rules of those migrations. An
 * unreadable row stays unchanged: the event store rejects it, and it is stored as rejected.
 * @param site of the rows.
 */
export function completeEntry(entry: SpoolEntry, site: MigrationContext["site"]): SpoolEntry {
  const complete = COMPLETE[entry.table];
  const isComplete = entry.isCurrent || !complete;
  if (isComplete && entry.isRespelled) return entry;
  const completeLine = (line: string) => {
    try {
      const row = JSON.parse(line) as Row;
      const completed = isComplete ? row : complete(row, site);
      return JSON.stringify(entry.isRespelled ? completed : respellRow(entry.table, completed));
    } catch {
      return line;
    }
  };
  const rows = entry.lines.toString().trimEnd().split("\n");
  const lines = rows.map((line) => `${completeLine(line)}\n`);
  return { ...entry, lines: Buffer.from(lines.join("")), isCurrent: true, isRespelled: true };
}

const COMPLETE: Record<string, (row: Row, site: MigrationContext["site"]) => Row> = {
  events: completeEvent,
  monitoring_events: (row) => ({
    ...row,
    name: row.type === "resource" ? withoutQuery(textOf(row.name)) : row.name,
    error_stack: withoutQueries(textOf(row.error_stack)),
    linked_session: linkedSessionOf(JSON.parse(textOf(row.raw)) as object),
  }),
};

function completeEvent(row: Row, site: MigrationContext["site"]): Row {
  const sources = SOURCE_COLUMNS.map((column) => [column, textOf(row[column])]);
  const context = JSON.parse(textOf(row.context)) as {
    screen?: { width?: unknown };
    attribution?: { last?: { utm_content?: unknown; utm_term?: unknown } };
  };
  return {
    ...row,
    ...describeSource(Object.fromEntries(sources) as SourceRow),
    site: site.id,
    host: row.host || site.host,
    last_content: textOf(context.attribution?.last?.utm_content),
    last_term: textOf(context.attribution?.last?.utm_term),
    language: languageOf(textOf(row.locale)),
    screen_class: screenClassOf(context.screen?.width),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
