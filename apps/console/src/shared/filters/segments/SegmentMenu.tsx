import type { SavedSegment } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { ChevronDown, Info } from "lucide-react";
import type { Scope } from "../../address/scope.ts";
import { isFiltered } from "../../address/useScope.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { Failure, Skeleton } from "../../ui/states.tsx";
import { MenuLink } from "../RangeMenu.tsx";
import { withSegment } from "./segmentFilters.ts";
import { useSegments } from "./useSegments.ts";

interface SegmentMenuProps {
  scope: Scope;
  hrefWith: (change: Partial<Scope>) => string;
  /** Opens a segment. */
  onOpen: (id: number) => void;
  /** Saves the current filters. */
  onSave: () => void;
}

/** Saved segments, as a button that opens the list. */
export function SegmentMenu(props: SegmentMenuProps) {
  return (
    <Popover
      label="Segments"
      trigger={
        <>
          Segments
          <ChevronDown aria-hidden="true" className="size-3.5 text-ink-muted" />
        </>
      }
      align="end"
    >
      {(close) => <Segments {...props} close={close} />}
    </Popover>
  );
}

function Segments({ scope, hrefWith, onOpen, onSave, close }: SegmentMenuProps & { close: () => void }) {
  const { data, error, refetch } = useSegments();
  if (!data)
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40" />;
  const list = (title: string, segments: readonly SavedSegment[]) =>
    segments.length > 0 && (
      <section aria-label={title}>
        <h3 className="px-2.5 pt-1 text-ink-muted text-xs">{title}</h3>
        <ul className="grid">
          {segments.map(({ id, definition: { name } }) => (
            <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center">
              <MenuLink
                href={hrefWith(withSegment(scope, id))}
                isChosen={scope.segments.includes(id)}
                onFollow={close}
              >
                <span className="wrap-anywhere">{name}</span>
              </MenuLink>
              <IconButton
                label={`Show ${name}`}
                Icon={Info}
                onClick={() => {
                  close();
                  onOpen(id);
                }}
              />
            </li>
          ))}
        </ul>
      </section>
    );
  const canSave = isFiltered(scope);
  return (
    <div className="grid gap-2 sm:w-80">
      {data.segments.length === 0 && (
        <p className="px-2.5 py-1.5 text-ink-muted">
          A segment is a set of filters with a name, such as “Mobile visitors from ads”. There are none yet.
        </p>
      )}
      {list(
        "Only yours",
        data.segments.filter(({ definition }) => !definition.isShared),
      )}
      {list(
        "Shared with everyone",
        data.segments.filter(({ definition }) => definition.isShared),
      )}
      <div className="border-hairline border-t pt-2">
        <Button
          variant="tertiary"
          size="sm"
          disabled={!canSave}
          onClick={() => {
            close();
            onSave();
          }}
        >
          Save as segment
        </Button>
        {!canSave && <p className="px-3.5 pb-1 text-ink-muted text-xs">Add a filter first.</p>}
      </div>
    </div>
  );
}
