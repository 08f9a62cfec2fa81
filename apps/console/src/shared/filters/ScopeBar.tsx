import { cutText, ONE_SECOND } from "@marquee/contract";
import { Button, Switch } from "@marquee/ui";
import { ListFilter } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ownHosts } from "../address/ownHosts.ts";
import { isTooLong, MAX_DAYS } from "../address/range.ts";
import { namesHosts, type Scope } from "../address/scope.ts";
import { isFiltered, useScope } from "../address/useScope.ts";
import type { CardDraft } from "../reports/draftCard.ts";
import { SaveReport } from "../reports/SaveReport.tsx";
import { hasSingleKeys } from "../ui/singleKeys.ts";
import { Warning } from "../ui/states.tsx";
import { CompareMenu } from "./CompareMenu.tsx";
import { FilterChips } from "./FilterChips.tsx";
import { type EditedFilter, FilterDialog } from "./FilterDialog.tsx";
import { RangeMenu } from "./RangeMenu.tsx";
import { MissingSegments } from "./segments/MissingSegments.tsx";
import { SaveSegmentDialog } from "./segments/SaveSegmentDialog.tsx";
import { SegmentDialog } from "./segments/SegmentDialog.tsx";
import { SegmentMenu } from "./segments/SegmentMenu.tsx";

const NEW_FILTER: EditedFilter = {
  list: "filters",
  index: null,
  filter: { operator: "is", dimension: "event:page", values: [] },
};
const KEY = "f";

interface ScopeBarProps {
  /** False for screens without comparison. */
  hasComparison?: boolean;
  /**
   * Whether the screen shows at most {@link MAX_DAYS}: those that do not use the query API, which have no comparison
   * either.
   */
  isLimited?: boolean;
  /** False for screens with their own date range. */
  hasRange?: boolean;
  /** False for screens that only cover the site's own pages. */
  hasHosts?: boolean;
  /** The screen's cards, to pin to boards. */
  cards?: readonly CardDraft[];
}

/** Date range, comparison and filters of the screen, all of them in the URL. The key F adds a filter. */
export function ScopeBar(props: ScopeBarProps) {
  const {
    hasComparison = true,
    isLimited = !hasComparison,
    hasRange = true,
    hasHosts = true,
    cards = [],
  } = props;
  const { scope, ignored, hrefWith, change } = useScope();
  const [edited, setEdited] = useState<EditedFilter | null>(null);
  const [segment, setSegment] = useState<number | "new" | null>(null);
  useKey(KEY, () => setEdited(NEW_FILTER));
  const edit = (list: EditedFilter["list"], index: number) => {
    const filter = scope[list][index];
    if (filter) setEdited({ list, index, filter });
  };
  return (
    <>
      <search
        className="flex flex-wrap items-center gap-2 max-sm:w-full sm:ml-auto"
        aria-label="Date range and filters"
      >
        <button
          type="button"
          title={`Add a filter (${KEY.toUpperCase()})`}
          aria-keyshortcuts={KEY}
          onClick={() => setEdited(NEW_FILTER)}
          className="flex h-9 items-center gap-1.5 rounded-sm border border-control/50 px-2.5 hover:border-ink sm:px-3"
        >
          <ListFilter aria-hidden="true" className="size-4 text-ink-muted" />
          Filter
        </button>
        <SegmentMenu scope={scope} hrefWith={hrefWith} onOpen={setSegment} onSave={() => setSegment("new")} />
        {hasComparison && scope.range !== "all" && (
          <CompareMenu scope={scope} hrefWith={hrefWith} change={change} />
        )}
        {hasHosts && ownHosts().length > 0 && !namesHosts(scope) && (
          <Switch
            label="Other hosts"
            isOn={scope.includesOtherHosts}
            onChange={(includesOtherHosts) => change({ includesOtherHosts })}
          />
        )}
        {hasRange && (
          <RangeMenu
            range={scope.range}
            hrefOf={(range) => hrefWith({ range })}
            onChoose={(range) => change({ range })}
          />
        )}
        <SaveReport cards={cards} />
      </search>
      {hasRange && isLimited && isTooLong(scope.range, Date.now()) && (
        <p className="w-full text-ink-muted text-xs">This screen shows the last {MAX_DAYS} days.</p>
      )}
      {ignored.length > 0 && <Ignored parameters={ignored} onRemove={() => change({})} />}
      {scope.segments.length > 0 && <MissingSegments scope={scope} change={change} />}
      {isFiltered(scope) && (
        <div className="-mt-3 w-full">
          <FilterChips scope={scope} change={change} onEdit={edit} onOpenSegment={setSegment} />
        </div>
      )}
      {segment === "new" && (
        <SaveSegmentDialog scope={scope} change={change} onDismiss={() => setSegment(null)} />
      )}
      {typeof segment === "number" && (
        <SegmentDialog id={segment} scope={scope} change={change} onDismiss={() => setSegment(null)} />
      )}
      {edited && (
        <FilterDialog
          edited={edited}
          scope={withoutEdited(scope, edited)}
          onDismiss={() => setEdited(null)}
          onApply={(applied) => {
            change(withEdited(scope, edited, applied));
            setEdited(null);
          }}
        />
      )}
    </>
  );
}

function withoutEdited(scope: Scope, { list, index }: EditedFilter): Scope {
  return { ...scope, [list]: scope[list].filter((_, place) => place !== index) };
}

/** The scope with the edited filter replaced, or at the end of its list. */
export function withEdited(scope: Scope, edited: EditedFilter, { list, filter }: EditedFilter): Scope {
  if (edited.index !== null && edited.list === list)
    return { ...scope, [list]: scope[list].with(edited.index, filter) };
  const rest = withoutEdited(scope, edited);
  return { ...rest, [list]: [...rest[list], filter] };
}

interface IgnoredProps {
  /** Ignored parameters, as in the URL. */
  parameters: readonly string[];
  onRemove: () => void;
}

const SHOWN = 3;
const MAX_PARAMETER_LENGTH = 80;

function Ignored({ parameters, onRemove }: IgnoredProps) {
  const visibleParameters = parameters.slice(0, SHOWN).map((each) => cutText(each, MAX_PARAMETER_LENGTH));
  return (
    <Warning role="alert" className="flex w-full flex-wrap items-center gap-x-3">
      <span className="wrap-anywhere">
        Part of this address is malformed and was ignored: <code>{visibleParameters.join(", ")}</code>
        {parameters.length > SHOWN && ` and ${parameters.length - SHOWN} more`}
      </span>
      <Button variant="tertiary" size="sm" onClick={onRemove}>
        Remove it
      </Button>
    </Warning>
  );
}

/** The first key of shortcuts that open screens. The key after it is not a separate shortcut. */
const GO = "g";
/** How long the second key may take, in milliseconds. */
const PAUSE = 1.5 * ONE_SECOND;

/** Calls back when a key is pressed alone, unless the person types, a dialog is open, or such shortcuts are off. */
function useKey(key: string, onPress: () => void): void {
  const goAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isSecond = event.timeStamp - goAt.current <= PAUSE;
      goAt.current = event.key === GO ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (isSecond || !hasSingleKeys()) return;
      if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      const isTyping =
        target instanceof HTMLElement && target.closest("input,select,textarea,[contenteditable]");
      if (isTyping || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      onPress();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  });
}
