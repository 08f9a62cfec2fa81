import { displayPath, formatCount, type Redirect } from "@marquee/contract";
import type { RedirectRow } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { PenLine, Trash2, Undo2 } from "lucide-react";
import { formatInstant } from "../../shared/format/format.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import type { EditedRedirect } from "./RedirectForm.tsx";

export const COLUMNS: readonly Column<RedirectRow>[] = [
  {
    id: "from",
    header: "From",
    isMain: true,
    sortValue: ({ redirect }) => redirect.from,
    cell: ({ redirect, state, problem }) => (
      <>
        <span className={`wrap-anywhere font-medium ${state === "removed" ? "line-through" : ""}`}>
          {displayPath(redirect.from)}
        </span>
        {redirect.match === "prefix" && <span className="text-ink-muted"> and everything below it</span>}
        {problem && <span className="block text-clay text-xs">{problem}</span>}
      </>
    ),
    text: ({ redirect }) => displayPath(redirect.from),
  },
  {
    id: "to",
    header: "To",
    from: MEDIUM,
    cell: ({ redirect }) => (redirect.status === 410 ? "Gone" : displayPath(redirect.to)),
  },
  {
    id: "kind",
    header: "Response",
    from: WIDE,
    width: "w-20",
    sortValue: ({ redirect }) => redirect.status,
    cell: ({ redirect }) => redirect.status,
    folded: () => null,
  },
  {
    id: "state",
    header: "Status",
    width: "w-32",
    sortValue: ({ state }) => state,
    cell: ({ state, problem }) => (
      <Badge tone={problem ? "clay" : state === "published" ? "leaf" : "sun"}>{STATES[state]}</Badge>
    ),
    text: ({ state }) => STATES[state],
  },
  {
    id: "hits",
    header: "Hits",
    hint: "Requests today and in the 27 days before, without bots. Who sent them isn't recorded.",
    isNumeric: true,
    from: MEDIUM,
    width: "w-20",
    sortValue: ({ hits }) => hits,
    cell: ({ hits }) => formatCount(hits),
    folded: () => null,
  },
  {
    id: "last",
    header: "Last hit",
    from: WIDE,
    width: "w-40",
    sortValue: ({ lastHit }) => lastHit,
    cell: ({ lastHit }) => (lastHit === null ? "–" : formatInstant(lastHit)),
    folded: () => null,
  },
];

const STATES: Record<RedirectRow["state"], string> = {
  published: "Published",
  added: "New in draft",
  changed: "In draft",
  removed: "Removed in draft",
};

interface RowActions {
  change: (row: RedirectRow, value: Redirect | null) => void;
  undo: (id: string) => void;
  edit: (edited: EditedRedirect) => void;
  isBusy: boolean;
}

/** What can be done with a redirect in the draft. */
export function actionsColumn({ change, undo, edit, isBusy }: RowActions): Column<RedirectRow> {
  return {
    id: "actions",
    header: "Actions",
    isHeaderHidden: true,
    width: "w-24",
    text: () => "",
    cell: (row) => (
      <div className="-my-2 flex justify-end">
        {row.state === "removed" ? (
          <IconButton
            label={`Keep ${displayPath(row.redirect.from)}`}
            Icon={Undo2}
            isDisabled={isBusy}
            onClick={() => undo(row.id)}
          />
        ) : (
          <>
            <IconButton
              label={`Edit ${displayPath(row.redirect.from)}`}
              Icon={PenLine}
              onClick={() => edit(row)}
            />
            <IconButton
              label={`Remove ${displayPath(row.redirect.from)}`}
              Icon={Trash2}
              isDisabled={isBusy}
              onClick={() => (row.state === "added" ? undo(row.id) : change(row, null))}
            />
          </>
        )}
      </div>
    ),
  };
}
