import { DEFAULT_RANGE, type GoalDefinition } from "@marquee/contract";
import { type GoalReport, type GoalState, may } from "@marquee/contract/schema";
import { useState } from "react";
import { EVERYTHING } from "../../shared/address/scope.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { rangeText } from "../../shared/filters/RangeMenu.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { draftCard, GOALS_CONTENT } from "../../shared/reports/draftCard.ts";
import { SaveReport } from "../../shared/reports/SaveReport.tsx";
import { AddButton } from "../../shared/ui/IconButton.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { InlineError, UndoLine, Warning } from "../../shared/ui/states.tsx";
import { useVersioned } from "../../shared/versioned/useVersioned.ts";
import { FirstGoals } from "./FirstGoals.tsx";
import { GoalDialog } from "./GoalDialog.tsx";
import { GoalTable } from "./GoalTable.tsx";

/** Every goal with its conversion rate. */
const GOALS_CARD = draftCard(EVERYTHING, GOALS_CONTENT);

/** What the dialog edits: a stored goal, a new one, or nothing. */
type Editing = GoalState | "new" | null;

/** Goals with their conversions in the default date range. */
export function Goals({ title, account: { role } }: ScreenProps) {
  const goals = useRoute("GET /goals");
  const reports = useRoute("GET /goals/reports");
  const { save, ended, end, restore } = useVersioned("goals");
  const [editing, setEditing] = useState<Editing>(null);
  const mayEdit = may(role, "edit");
  const hasGoals = (goals.data?.goals.length ?? 0) > 0;
  const create = (definition: GoalDefinition) => save.mutate({ stored: null, definition });
  return (
    <>
      <ScreenHeader title={title}>
        {mayEdit && hasGoals && (
          <div className="ml-auto flex flex-wrap items-center gap-2">
            <SaveReport cards={[GOALS_CARD]} />
            <AddButton onClick={() => setEditing("new")}>New goal</AddButton>
          </div>
        )}
      </ScreenHeader>
      <About mayEdit={mayEdit}>
        What you want visitors to do. A goal counts everything that was recorded, even before you defined it.
        Figures cover {rangeText(DEFAULT_RANGE)}.
      </About>
      <UndoLine
        text={ended && `Archived ${ended.definition.name}. It no longer counts anywhere.`}
        isBusy={save.isPending}
        onUndo={() => ended && restore(ended)}
      />
      {save.isError && <Problem error={save.error} />}
      <QueryView
        query={goals}
        empty={(data) =>
          data.goals.length === 0 &&
          data.unreadable.length === 0 && (
            <FirstGoals
              mayEdit={mayEdit}
              isBusy={save.isPending}
              onCreate={create}
              onOwn={() => setEditing("new")}
            />
          )
        }
        className="mt-5"
      >
        {(data) => (
          <>
            {data.unreadable.length > 0 && (
              <Warning className="mb-5">
                A newer version of the server saved {data.unreadable.join(", ")} in a way that this version
                can't read. They don't count anywhere until you update.
              </Warning>
            )}
            {reports.isError && !reports.data && <Problem error={reports.error} />}
            <GoalTable
              goals={data.goals}
              reports={reports.data && byId(reports.data.reports)}
              onEdit={mayEdit ? setEditing : null}
              onRestore={mayEdit ? restore : null}
            />
          </>
        )}
      </QueryView>
      {editing !== null && (
        <GoalDialog
          key={editing === "new" ? "new" : `${editing.id} ${editing.revision}`}
          stored={editing === "new" ? null : editing}
          onDone={() => setEditing(null)}
          onArchive={(stored) => end(stored, () => setEditing(null))}
        />
      )}
    </>
  );
}

function Problem({ error }: { error: Error }) {
  return (
    <div className="mt-3">
      <InlineError error={error} />
    </div>
  );
}

const byId = (reports: readonly GoalReport[]) => new Map(reports.map((report) => [report.id, report]));
