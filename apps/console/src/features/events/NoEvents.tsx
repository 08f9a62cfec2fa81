import { ButtonLink } from "@marquee/ui";
import { Empty } from "../../shared/states.tsx";

/** Why the list is empty, and what to do. */
export function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="No event matches">
        Choose a longer span above, or take a filter away. What arrived just now is under Live.
      </Empty>
    );
  }
  return (
    <Empty
      title="No events in this span"
      action={
        <ButtonLink href="/" size="sm">
          Open the site
        </ButtonLink>
      }
    >
      Open the site, agree to be measured and look around; what you do arrives here within seconds.
    </Empty>
  );
}
