import { Button } from "@marquee/ui";
import type { Scope } from "../../address/scope.ts";
import { Warning } from "../../ui/states.tsx";
import { useSegments } from "./useSegments.ts";

interface MissingSegmentsProps {
  scope: Scope;
  change: (change: Partial<Scope>) => void;
}

/** A note about missing segments in the URL, because of which the screen has no figures. */
export function MissingSegments({ scope, change }: MissingSegmentsProps) {
  const { data, isFetching } = useSegments();
  if (!data || isFetching) return null;
  const existingIds = scope.segments.filter((id) => data.segments.some((segment) => segment.id === id));
  if (existingIds.length === scope.segments.length) return null;
  return (
    <Warning role="alert" className="flex w-full flex-wrap items-center gap-x-3">
      A segment in this address was deleted, or is not shared with you.
      <Button variant="tertiary" size="sm" onClick={() => change({ segments: existingIds })}>
        Remove it
      </Button>
    </Warning>
  );
}
