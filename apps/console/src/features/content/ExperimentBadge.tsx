import { Badge } from "@marquee/ui";
import { TextLink } from "../../shared/ui/links.tsx";
import type { RunningExperiment } from "./useRunningExperiments.ts";

/** Says that a running experiment varies a text, and links to the experiment. */
export function ExperimentBadge({ experiment: { key, name } }: { experiment: RunningExperiment }) {
  return (
    <Badge tone="sky">
      <span>
        In experiment{" "}
        <TextLink href={`/experiments/${encodeURIComponent(key)}`} className="decoration-current!">
          {name}
        </TextLink>
      </span>
    </Badge>
  );
}
