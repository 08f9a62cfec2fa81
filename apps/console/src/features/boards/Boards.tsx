import { formatCounted, goalsInUse } from "@marquee/contract";
import { type ReportState, reportScreen } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useState } from "react";
import { useLocation } from "wouter";
import { useRoute } from "../../shared/api/useRoute.ts";
import { formatDay } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { isBoard, useReports } from "../../shared/reports/useReports.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { AddButton } from "../../shared/ui/IconButton.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, InlineError, Skeleton, UndoLine } from "../../shared/ui/states.tsx";
import { useVersioned } from "../../shared/versioned/useVersioned.ts";
import { emptyBoard, firstBoard } from "./firstBoard.ts";
import { ReportDialog } from "./ReportDialog.tsx";
import { ReportMenu } from "./ReportMenu.tsx";
import { ShareList } from "./ShareDialog.tsx";

/** Boards, saved reports and, for owners, the links that show them to people without an account. */
export function Boards({ title, account }: ScreenProps) {
  const reports = useReports();
  const { save, restore } = useVersioned("reports");
  const [, navigate] = useLocation();
  const [isNew, setNew] = useState(false);
  const [deleted, setDeleted] = useState<ReportState | null>(null);
  const goals = useRoute("GET /goals");
  const mayEdit = reports.data?.mayEdit ?? false;
  const boards = reports.data?.reports.filter(isBoard) ?? [];
  const open = ({ id }: ReportState) => navigate(`/boards/${id}`);
  const createFirst = () => {
    save.mutate({ stored: null, definition: firstBoard(goalsInUse(goals.data?.goals)) }, { onSuccess: open });
  };
  return (
    <>
      <ScreenHeader title={title}>
        {mayEdit && boards.length > 0 && (
          <AddButton className="ml-auto" onClick={() => setNew(true)}>
            New board
          </AddButton>
        )}
      </ScreenHeader>
      <About>
        Keep what you look at often. Open any screen, choose <b className="font-medium">Save</b>, then save it
        as a report or pin it to a board.
      </About>
      <UndoLine
        text={deleted && `Deleted ${deleted.definition.name}. Its links and emails have ended.`}
        isBusy={save.isPending}
        onUndo={() => deleted && restore(deleted, () => setDeleted(null))}
      />
      <InlineError error={save.error} />
      <QueryView query={reports} loading={<Skeleton className="mt-6 h-96" />} className="mt-6 grid gap-10">
        {({ reports: all, owners }) => {
          const saved = all.filter((each) => !isBoard(each));
          const rest = { owners, mayEdit, onDeleted: setDeleted };
          return (
            <>
              {boards.length === 0 ? (
                <EmptyState
                  title="No boards yet"
                  action={
                    mayEdit && (
                      <div className="flex flex-wrap justify-center gap-3">
                        <Button size="sm" disabled={save.isPending || goals.isPending} onClick={createFirst}>
                          Create a starter board
                        </Button>
                        <Button variant="secondary" size="sm" onClick={() => setNew(true)}>
                          Start empty
                        </Button>
                      </div>
                    )
                  }
                >
                  {mayEdit
                    ? "A starter board has visitors, leads, your goals, top sources and top pages. You can change all of it."
                    : "Editors can make boards and share them with everyone."}
                </EmptyState>
              ) : (
                <BoardList boards={boards} {...rest} />
              )}
              <section aria-labelledby="saved-reports">
                <h2 id="saved-reports" className="font-display font-semibold text-lead">
                  Saved reports
                </h2>
                {saved.length === 0 ? (
                  <p className="mt-2 text-ink-muted">
                    No reports yet. A report is a screen with its filters, saved under a name.
                  </p>
                ) : (
                  <ReportTable reports={saved} {...rest} />
                )}
              </section>
              {account.role === "owner" && <SharedLinks />}
            </>
          );
        }}
      </QueryView>
      {isNew && (
        <ReportDialog
          stored={null}
          report={emptyBoard()}
          owners={[]}
          onDone={(created) => {
            setNew(false);
            if (created) open(created);
          }}
        />
      )}
    </>
  );
}

interface ListProps {
  owners: readonly string[];
  mayEdit: boolean;
  onDeleted: (deleted: ReportState) => void;
}

function BoardList({ boards, ...rest }: ListProps & { boards: readonly ReportState[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {boards.map((stored) => (
        <li
          key={stored.id}
          className="relative flex items-start gap-2 rounded-lg border border-hairline p-4 focus-within:border-accent hover:border-ink"
        >
          <div className="min-w-0 flex-1">
            <h2 className="wrap-anywhere font-display font-semibold text-lead leading-tight">
              <TextLink href={`/boards/${stored.id}`} className="no-underline before:absolute before:inset-0">
                {stored.definition.name}
              </TextLink>
            </h2>
            {stored.definition.description && (
              <p className="wrap-anywhere mt-1 text-ink-muted">{stored.definition.description}</p>
            )}
            <p className="wrap-anywhere mt-2 text-ink-muted text-xs">
              {formatCounted(stored.definition.content.cards.length, "card")} ·{" "}
              {stored.definition.isShared ? "Shared with everyone" : "Only yours"}
              {stored.owner && ` · ${stored.owner}`}
            </p>
          </div>
          <div className="relative -mt-1.5 -mr-2">
            <ReportMenu {...rest} stored={stored} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The address at which a report opens. */
function hrefOf({ definition: { content } }: ReportState): string {
  return content.kind === "screen" ? content.path + (content.search && `?${content.search}`) : "/boards";
}

function screenTitle({ definition: { content } }: ReportState): string {
  return content.kind === "screen" ? (reportScreen(content.path)?.title ?? content.path) : "Board";
}

function ReportTable({ reports, ...rest }: ListProps & { reports: readonly ReportState[] }) {
  const columns: Column<ReportState>[] = [
    {
      id: "name",
      header: "Report",
      isMain: true,
      sortValue: ({ definition }) => definition.name,
      text: ({ definition }) => definition.name,
      cell: (stored) => (
        <>
          <TextLink href={hrefOf(stored)}>{stored.definition.name}</TextLink>
          {stored.definition.description && (
            <span className="wrap-anywhere block text-ink-muted text-xs">
              {stored.definition.description}
            </span>
          )}
        </>
      ),
    },
    {
      id: "screen",
      header: "Screen",
      width: "w-32",
      from: MEDIUM,
      sortValue: screenTitle,
      cell: screenTitle,
    },
    {
      id: "owner",
      header: "Owner",
      width: "w-52",
      from: WIDE,
      className: "wrap-anywhere text-ink-muted",
      cell: ({ owner, definition }) => `${owner ?? "Nobody"}${definition.isShared ? "" : " (private)"}`,
    },
    {
      id: "changed",
      header: "Changed",
      width: "w-32",
      from: MEDIUM,
      unit: "time",
      sortValue: ({ updatedAt }) => updatedAt,
      cell: ({ updatedAt }) => formatDay(updatedAt),
    },
    {
      id: "actions",
      header: "Actions",
      isHeaderHidden: true,
      width: "w-14",
      className: "text-right",
      cell: (stored) => (
        <div className="-my-1.5 inline-block text-left">
          <ReportMenu {...rest} stored={stored} />
        </div>
      ),
    },
  ];
  return (
    <DataTable
      caption="Saved reports"
      columns={columns}
      rows={reports}
      keyOf={({ id }) => String(id)}
      csv={{ isPresent: true }}
    />
  );
}

/** Every link, for owners. */
function SharedLinks() {
  const shares = useRoute("GET /shares");
  return (
    <section aria-labelledby="shared-links">
      <h2 id="shared-links" className="font-display font-semibold text-lead">
        Shared links
      </h2>
      <p className="mb-3 text-ink-muted text-xs">
        Anyone with a link sees its board or report without an account until the link expires or is revoked.
      </p>
      <QueryView query={shares} loading={<Skeleton className="h-24" />}>
        {(data) => <ShareList shares={data.shares} hasNames />}
      </QueryView>
    </section>
  );
}
