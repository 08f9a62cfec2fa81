import { useMemo } from "react";
import { Checklist } from "./Checklist.tsx";
import { type DemoCopy, tourWords } from "./demoCopy.ts";
import { Guide } from "./Guide.tsx";
import { TopBar } from "./TopBar.tsx";
import { useTour } from "./tour/useTour.ts";
import { WorkspacePane } from "./views/WorkspacePane.tsx";

/** The demo, the whole of its document: what to do on the left (first, on phones), the sample workspace beside it. */
export function DemoApp({ copy }: { copy: DemoCopy }) {
  const words = useMemo(() => tourWords(copy), [copy]);
  const { tour, dispatch } = useTour(words);
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
