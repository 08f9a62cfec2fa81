import { goalsInUse } from "@marquee/contract";
import { MIN_FUNNEL_STEPS, may } from "@marquee/contract/schema";
import { keepPreviousData } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useFilters } from "../../../shared/address/useFilters.ts";
import { isFiltered, useScope } from "../../../shared/address/useScope.ts";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { FunnelSteps } from "../../../shared/cards/FunnelSteps.tsx";
import { rulesText } from "../../../shared/cards/stepTexts.ts";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { draftCard } from "../../../shared/reports/draftCard.ts";
import type { ScreenProps } from "../../../shared/ui/screen.tsx";
import { EmptyState, InlineError, Skeleton, Warning } from "../../../shared/ui/states.tsx";
import { useVersioned } from "../../../shared/versioned/useVersioned.ts";
import { JourneyHeader } from "../JourneyHeader.tsx";
import { journeyQuery } from "../journeyQuery.ts";
import { DropOff } from "./DropOff.tsx";
import { FirstFunnel, SUGGESTED, SUGGESTED_NAME } from "./FirstFunnel.tsx";
import { FunnelBreakdown, readBreakdown } from "./FunnelBreakdown.tsx";
import { FunnelEditor } from "./FunnelEditor.tsx";
import { SavedFunnels } from "./SavedFunnels.tsx";
import { useFunnel } from "./useFunnel.ts";

const PARAMS = ["by", "left", "part"] as const;

/** How many visits get from one step to the next, and where they drop out. All choices are in the URL. */
export function Funnels({ title, account: { role } }: ScreenProps) {
  const { scope } = useScope();
  const { saved, stored, isMissing, funnel, isChanged, change, open } = useFunnel();
  const { data: all } = useRoute("GET /goals");
  const goals = useMemo(() => goalsInUse(all?.goals), [all]);
  const names = useMemo(() => new Map(goals.map(({ id, name }) => [id, name])), [goals]);
  const [{ by, left, part }, set] = useFilters(PARAMS);
  const { save } = useVersioned("funnels");
  const dimension = readBreakdown(by);
  const mayEdit = may(role, "edit");
  const isComplete = funnel.steps.length >= MIN_FUNNEL_STEPS;
  const body = {
    ...journeyQuery(scope, { isCompared: true }),
    funnel,
    ...(dimension && { breakdown: dimension }),
  };
  const answer = useRoute(
    "POST /query/funnel",
    { body },
    { enabled: isComplete, placeholderData: keepPreviousData },
  );
  const openDropOff = useCallback(
    (step: number, value = "") => set({ left: String(step), part: value }),
    [set],
  );
  const leftAfter = Number(left);
  const isOpen = Number.isInteger(leftAfter) && leftAfter >= 1 && leftAfter < funnel.steps.length;
  const suggested = saved.data?.funnels.find(({ definition }) => definition.name === SUGGESTED_NAME);
  const suggest = () => {
    if (suggested) return open(suggested);
    if (!mayEdit) return change(SUGGESTED);
    save.mutate(
      { stored: null, definition: { name: SUGGESTED_NAME, funnel: SUGGESTED, isArchived: false } },
      { onSuccess: open },
    );
  };
  return (
    <>
      <JourneyHeader
        title={title}
        chosen="Funnels"
        hasComparison
        cards={
          isComplete
            ? [
                draftCard(scope, {
                  title: stored?.definition.name ?? "Funnel",
                  width: "half",
                  content: { kind: "funnel", funnel },
                }),
              ]
            : []
        }
      />
      <QueryView query={saved} loading={<Loading />} className="mt-5">
        {(data) => (
          <>
            {isMissing && (
              <Warning className="mb-4">This funnel doesn't exist. Its link may be outdated.</Warning>
            )}
            <SavedFunnels
              saved={data}
              stored={stored}
              funnel={funnel}
              isChanged={isChanged}
              mayEdit={mayEdit}
              onOpen={open}
            />
            <InlineError error={save.error} />
            <div className="mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-[19rem_1fr]">
              <FunnelEditor funnel={funnel} goals={goals} names={names} onChange={change} />
              {funnel.steps.length === 0 ? (
                <FirstFunnel
                  mayEdit={mayEdit}
                  isSaved={suggested !== undefined}
                  isBusy={save.isPending}
                  onSuggested={suggest}
                />
              ) : isComplete ? (
                <div className="min-w-0">
                  <QueryView
                    query={answer}
                    loading={<Skeleton className="h-96" />}
                    empty={({ steps }) =>
                      steps[0]?.units === 0 && <NobodyStarted isNarrowed={isFiltered(scope)} />
                    }
                  >
                    {(counts) =>
                      // While another funnel loads, the previous one stays on screen.
                      counts.steps.length !== funnel.steps.length ? (
                        <Skeleton className="h-96" />
                      ) : (
                        <>
                          <FunnelSteps funnel={funnel} answer={counts} names={names} onOpen={openDropOff} />
                          <FunnelBreakdown
                            funnel={funnel}
                            dimension={dimension}
                            answer={counts}
                            onChoose={(name) => set({ by: name, part: "" })}
                            onOpen={openDropOff}
                          />
                        </>
                      )
                    }
                  </QueryView>
                  <p className="mt-6 max-w-prose text-ink-muted text-xs">
                    {rulesText(funnel)} All steps are in the date range. Bots and known customers are
                    excluded.
                  </p>
                </div>
              ) : (
                <p className="text-ink-muted">Add a second step to see how many get there.</p>
              )}
            </div>
          </>
        )}
      </QueryView>
      {isComplete && isOpen && (
        <DropOff
          funnel={funnel}
          scope={scope}
          names={names}
          step={leftAfter}
          part={dimension && part !== "" ? { dimension, value: part } : null}
          onDismiss={() => set({ left: "", part: "" })}
        />
      )}
    </>
  );
}

function NobodyStarted({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <EmptyState title="Nobody took the first step">
      {isNarrowed
        ? "Remove a filter, choose a longer date range, or change the first step."
        : "Choose a longer date range, or change the first step."}
    </EmptyState>
  );
}

function Loading() {
  return (
    <div className="mt-6 grid gap-8 lg:grid-cols-[19rem_1fr]">
      <Skeleton className="h-64" />
      <Skeleton className="h-96" />
    </div>
  );
}
