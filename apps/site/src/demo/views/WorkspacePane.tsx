import type { DemoCopy } from "../demoCopy.ts";
import type { GuideProps } from "../Guide.tsx";
import { currentStep } from "../tour/tour.ts";
import { previewWorkspace, type View, type Workspace } from "../tour/workspace.ts";
import { BoardView } from "./BoardView.tsx";
import { BrainPanel } from "./BrainPanel.tsx";
import { ListView } from "./ListView.tsx";
import { SharePanel } from "./SharePanel.tsx";
import { TimelineView } from "./TimelineView.tsx";
import { ViewTabs } from "./ViewTabs.tsx";

export type ViewProps = GuideProps;

/** The sample workspace: one list, seen in three ways, with what the step brings beside it. Before the start it shows what will be, and rests. */
export function WorkspacePane(props: ViewProps) {
  const { copy, tour, dispatch } = props;
  const isResting = tour.phase === "intro";
  const workspace = isResting ? previewOf(copy) : tour.workspace;
  const { view, listName } = workspace;
  const step = tour.phase === "steps" ? currentStep(tour) : null;
  const ViewOfList = VIEWS[view];
  return (
    <div
      inert={isResting}
      className="flex min-w-0 flex-col bg-background md:col-start-2 md:row-span-2 md:row-start-1"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-4 border-hairline border-b px-4 pt-3 md:px-6">
        <h2 className="truncate pb-2.5 font-medium text-sm">{listName ?? copy.workspace}</h2>
        {listName !== null && (
          <ViewTabs copy={copy} view={view} onShow={(next) => dispatch({ type: "showView", view: next })} />
        )}
      </div>
      <div className="grow p-4 md:p-6">
        {step === "brain" && <BrainPanel {...props} />}
        {step === "share" && <SharePanel {...props} />}
        <ViewOfList {...props} tour={{ ...tour, workspace }} />
      </div>
    </div>
  );
}

function previewOf({ list, samples }: DemoCopy): Workspace {
  return previewWorkspace(list.suggestion, list.taskSuggestion, samples);
}

const VIEWS: Record<View, (props: ViewProps) => React.ReactNode> = {
  list: ListView,
  board: BoardView,
  timeline: TimelineView,
};
