import { formatCount, formatCounted } from "@marquee/contract";
import type { PathNode, PathsQuery } from "@marquee/contract/schema";
import { keepPreviousData } from "@tanstack/react-query";
import { useCallback } from "react";
import { useLocation } from "wouter";
import { readTexts, writeTexts } from "../../../shared/address/filters.ts";
import { useFilters, useHrefWith } from "../../../shared/address/useFilters.ts";
import { useScope } from "../../../shared/address/useScope.ts";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { FilterSelect } from "../../../shared/filters/filters.tsx";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import type { ScreenProps } from "../../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../../shared/ui/states.tsx";
import { JourneyHeader } from "../JourneyHeader.tsx";
import { journeyQuery } from "../journeyQuery.ts";
import { nodeKey, nodeText } from "../nodeTexts.ts";
import { AnchorSelect } from "./AnchorSelect.tsx";
import { PathDiagram } from "./PathDiagram.tsx";
import { PathTable } from "./PathTable.tsx";

type Anchor = PathsQuery["anchor"];

const PARAMS = ["at", "to", "of", "as"] as const;
const HOME: Anchor = { kind: "page", name: "/", detail: "" };

/** The anchor as in the URL: `page,/pricing` or `event,Overlay Opened,sales`. */
const writeAnchor = ({ kind, name, detail }: PathNode) =>
  writeTexts([kind, name, ...(detail === "" ? [] : [detail])]);

function readAnchor(text: string): Anchor {
  const [kind, name = "", detail = ""] = readTexts(text);
  return (kind === "page" || kind === "event") && name !== "" ? { kind, name, detail } : HOME;
}

/** Where visits went from a page or event, or came from before it. All choices are in the URL. */
export function Paths({ title }: ScreenProps) {
  const { scope } = useScope();
  const [{ at, to, of, as }, set] = useFilters(PARAMS);
  const [, navigate] = useLocation();
  const hrefWith = useHrefWith();
  const anchor = readAnchor(at);
  const body: PathsQuery = {
    ...journeyQuery(scope),
    anchor,
    direction: to === "toward" ? "toward" : "from",
    of: of === "all" ? "all" : "main",
  };
  const answer = useRoute("POST /query/paths", { body }, { placeholderData: keepPreviousData });
  const choose = useCallback(
    (node: PathNode) => navigate(hrefWith({ at: nodeKey(node) === nodeKey(HOME) ? "" : writeAnchor(node) })),
    [navigate, hrefWith],
  );
  return (
    <>
      <JourneyHeader title={title} chosen="Paths" />
      <search
        aria-label="Paths"
        className="mt-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-[20rem_10rem_14rem_10rem]"
      >
        <AnchorSelect anchor={anchor} onChoose={choose} />
        <FilterSelect
          label="Direction"
          all="Paths from it"
          value={to === "toward" ? to : ""}
          choices={[["toward", "Paths toward it"]]}
          onChange={(value) => set({ to: value })}
        />
        <FilterSelect
          label="Steps"
          all="Pages, overlays, forms"
          value={of === "all" ? of : ""}
          choices={[["all", "Also clicks and other events"]]}
          onChange={(value) => set({ of: value })}
        />
        <FilterSelect
          label="View"
          all="Diagram"
          value={as === "table" ? as : ""}
          choices={[["table", "Table"]]}
          onChange={(value) => set({ as: value })}
        />
      </search>
      <QueryView
        query={answer}
        loading={<Skeleton className="mt-6 h-[28rem]" />}
        empty={({ visits }) =>
          visits === 0 && (
            <EmptyState title={`No visit with ${nodeText(anchor)}`}>
              Choose another page or event, a longer date range, or remove a filter.
            </EmptyState>
          )
        }
        className="mt-6"
      >
        {({ visits, visitors, occurrences, links }) => (
          <>
            <p className="font-display font-semibold text-[2rem] leading-tight tabular-nums">
              {formatCounted(visits, "visit")}
            </p>
            <p className="wrap-anywhere text-ink-muted">
              {anchor.kind === "page" ? `viewed ${nodeText(anchor)} ` : `with “${nodeText(anchor)}” `}
              {formatCount(occurrences)} {occurrences === 1 ? "time" : "times"}, by{" "}
              {formatCounted(visitors, "visitor")}.{" "}
              {body.direction === "from"
                ? "Paths start at the first time in each visit."
                : "Paths end at the last time in each visit."}
            </p>
            {as === "table" ? (
              <PathTable links={links} onChoose={choose} />
            ) : (
              <PathDiagram links={links} direction={body.direction} onChoose={choose} />
            )}
          </>
        )}
      </QueryView>
      <p className="mt-6 max-w-prose text-ink-muted text-xs">
        Repetitions in a row count once. Each column names its eight most frequent steps; the others are
        “Other”. Choose a step to see the paths from there.
      </p>
    </>
  );
}
