import { Button } from "@marquee/ui";
import { LinkButton } from "../../shared/LinkButton.tsx";
import { Empty } from "../../shared/states.tsx";

/** Why the list is empty, and what to do. */
export function NoReplays({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <Empty
        title="No replay matches"
        action={
          <Button variant="secondary" size="sm" onClick={onClear}>
            Clear the filters
          </Button>
        }
      >
        Choose a longer span above, or take a filter away.
      </Empty>
    );
  }
  return (
    <Empty
      title="Nothing was recorded in this span"
      action={<LinkButton href="/recording">Open the recording's settings</LinkButton>}
    >
      Of the visitors who agree to be measured, the share of sessions is recorded that the settings say. Raise
      it, or add a rule for the pages that matter; the next visit that it lets in appears here within a
      minute.
    </Empty>
  );
}
