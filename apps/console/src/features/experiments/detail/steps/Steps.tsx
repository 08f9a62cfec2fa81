import type { ExperimentAnswer } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useState } from "react";
import { ShipDialog } from "./ShipDialog.tsx";
import { StartDialog } from "./StartDialog.tsx";
import { StopDialog } from "./StopDialog.tsx";

type Step = "start" | "stop" | "ship";

/** What can be done now: a draft is started; what runs is stopped or shipped; what stopped is shipped or started again. */
export function Steps({ experiment }: { experiment: ExperimentAnswer }) {
  const [asked, setAsked] = useState<Step | null>(null);
  const { state } = experiment;
  const dismiss = () => setAsked(null);
  return (
    <>
      {state === "running" && (
        <Button variant="secondary" size="sm" onClick={() => setAsked("stop")}>
          Stop
        </Button>
      )}
      {state === "stopped" && (
        <Button variant="secondary" size="sm" onClick={() => setAsked("start")}>
          Start again
        </Button>
      )}
      {state === "draft" ? (
        <Button size="sm" onClick={() => setAsked("start")}>
          Start
        </Button>
      ) : (
        <Button size="sm" onClick={() => setAsked("ship")}>
          Ship a variation
        </Button>
      )}
      {asked === "start" && <StartDialog experiment={experiment} onDismiss={dismiss} />}
      {asked === "stop" && <StopDialog experiment={experiment} onDismiss={dismiss} />}
      {asked === "ship" && <ShipDialog experiment={experiment} onDismiss={dismiss} />}
    </>
  );
}
