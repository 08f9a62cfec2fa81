import type { Json } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { changedFields } from "../changes/changedFields.ts";
import { Diff } from "../changes/Diff.tsx";

interface TheirChangeProps {
  /** Definitions as JSON: the one that the edits started from, and the one that someone else saved. */
  before: object;
  after: object;
  onKeep: () => void;
  onDiscard: () => void;
}

/** The change that someone else saved in the meantime. The editor decides which changes to keep. */
export default function TheirChange({ before, after, onKeep, onDiscard }: TheirChangeProps) {
  return (
    <section aria-label="Their changes" className="grid gap-3">
      <Diff changes={changedFields(before as Json, after as Json)} />
      <div className="flex flex-wrap gap-3">
        <Button size="sm" onClick={onKeep}>
          Keep my changes
        </Button>
        <Button variant="secondary" size="sm" onClick={onDiscard}>
          Discard mine
        </Button>
      </div>
    </section>
  );
}
