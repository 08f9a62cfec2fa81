import { Button } from "@marquee/ui";
import type { ReactNode } from "react";
import type { DemoCopy } from "../../copy/copy.ts";
import { currentStep } from "../tour/tour.ts";
import type { TourProps } from "../tour/useTour.ts";
import { previewWorkspace, VIEWS, type View, type Workspace } from "../tour/workspace.ts";
import { BoardView } from "./BoardView.tsx";
import { BrainPanel } from "./BrainPanel.tsx";
import { ListView } from "./ListView.tsx";
import { SharePanel } from "./SharePanel.tsx";
import { TimelineView } from "./TimelineView.tsx";

const COMPONENTS: Record<View, (props: TourProps) => ReactNode> = {
  list: ListView,
  board: BoardView,
  timeline: TimelineView,
};

/**
 * The sample workspace: one list in three views, with the panel of the current step (`BrainPanel`, `SharePanel`).
 * Before the tour starts it shows an inactive preview.
 */
export function WorkspacePane(props: TourProps) {
  const { copy, tour, dispatch } = props;
  const isResting = tour.phase === "intro";
  const workspace = isResting ? previewOf(copy) : tour.workspace;
  const { view, listName } = workspace;
  const step = tour.phase === "steps" ? currentStep(tour) : null;
  const ViewOfList = COMPONENTS[view];
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

interface ViewTabsProps {
  copy: DemoCopy;
  view: View;
  onShow: (view: View) => void;
}

/** Buttons that switch the view of the list. */
function ViewTabs({ copy, view, onShow }: ViewTabsProps) {
  return (
    <fieldset aria-label={copy.views.label} className="-mx-2 flex min-w-0">
      {VIEWS.map((each) => (
        <Button
          key={each}
          variant={each === view ? "tab-active" : "tab"}
          size="sm"
          className="px-2.5!"
          aria-pressed={each === view}
          onClick={() => onShow(each)}
        >
          {copy.views[each]}
        </Button>
      ))}
    </fieldset>
  );
}
