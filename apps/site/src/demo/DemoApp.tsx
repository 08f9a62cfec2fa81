import { Button } from "@marquee/ui";
import type { DemoCopy } from "../copy/copy.ts";
import { Checklist } from "./Checklist.tsx";
import { Guide } from "./Guide.tsx";
import { useTour } from "./tour/useTour.ts";
import { WorkspacePane } from "./views/WorkspacePane.tsx";

/** ID of the JSON script element with the copy in the demo's document. */
export const DEMO_COPY_ID = "demo-copy";

/** The demo document: instructions on the left (on top on phones), next to them the sample workspace. */
export function DemoApp({ copy }: { copy: DemoCopy }) {
  const { tour, dispatch } = useTour(copy);
  return (
    <main aria-label={copy.title} className="flex min-h-svh flex-col bg-surface max-md:pb-16">
      <TopBar
        copy={copy}
        isStarted={tour.phase !== "intro"}
        onRestart={() => dispatch({ type: "restart" })}
      />
      <div className="grid grow grid-rows-[auto_1fr_auto] md:grid-cols-[19rem_minmax(0,1fr)] md:grid-rows-[auto_1fr] lg:grid-cols-[22rem_minmax(0,1fr)]">
        <Guide copy={copy} tour={tour} dispatch={dispatch} />
        <WorkspacePane copy={copy} tour={tour} dispatch={dispatch} />
        <Checklist copy={copy} tour={tour} dispatch={dispatch} />
      </div>
    </main>
  );
}

interface TopBarProps {
  copy: DemoCopy;
  isStarted: boolean;
  onRestart: () => void;
}

/** The workspace's name, a note about the sample, and a restart button. */
function TopBar({ copy, isStarted, onRestart }: TopBarProps) {
  return (
    <header className="flex h-12 items-center gap-3 border-hairline border-b pr-1.5 pl-4 text-xs">
      <span className="truncate font-medium">{copy.workspace}</span>
      <span className="truncate text-ink-muted max-xs:hidden">{copy.note}</span>
      <Button
        variant="tertiary"
        size="sm"
        className="ml-auto px-2.5! text-xs!"
        disabled={!isStarted}
        onClick={onRestart}
      >
        {copy.restart}
      </Button>
    </header>
  );
}
