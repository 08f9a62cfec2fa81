import { type ExperimentResponse, may } from "@marquee/contract/schema";
import { useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { useState } from "react";
import { useLocation } from "wouter";
import { reload, useRoute } from "../../../shared/api/useRoute.ts";
import { ChangeList } from "../../../shared/changes/ChangeList.tsx";
import { type JustPublished, PublishedNotice } from "../../../shared/changes/PublishedNotice.tsx";
import { formatAgo, formatPrecise } from "../../../shared/format/format.ts";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { BackLink, LinkButton, TextLink } from "../../../shared/ui/links.tsx";
import { type ScreenProps, useTitle, viewOnlyText } from "../../../shared/ui/screen.tsx";
import { Skeleton } from "../../../shared/ui/states.tsx";
import { latestStep, variationName, whatVaries } from "../experimentTexts.ts";
import { StateBadge } from "../StateBadge.tsx";
import { Plan } from "./Plan.tsx";
import { useShownPhase } from "./results/PhasePicker.tsx";
import { Results } from "./results/Results.tsx";
import { Steps } from "./steps/Steps.tsx";

/** One experiment: status, actions, results and plan. */
export function Experiment({ params: { key: experimentKey }, account: { role } }: ScreenProps<"key">) {
  const experiment = useRoute("GET /experiments/:key", { params: { key: experimentKey } });
  useTitle(experiment.data?.definition.name ?? experimentKey);
  return (
    <>
      <BackLink href="/experiments">Experiments</BackLink>
      <QueryView query={experiment} loading={<Skeleton className="mt-5 h-160" />}>
        {(data) => <Body experiment={data} mayEdit={may(role, "edit")} />}
      </QueryView>
    </>
  );
}

function Body({ experiment, mayEdit }: { experiment: ExperimentResponse; mayEdit: boolean }) {
  const { definition, phase } = experiment;
  const { key, name } = definition;
  const selectedPhase = useShownPhase(experiment);
  const [, navigate] = useLocation();
  const [published, setPublished] = useState<JustPublished>(null);
  const queries = useQueryClient();
  return (
    <>
      <div className="mt-2 flex flex-wrap items-start gap-x-6 gap-y-3">
        <h1 className="wrap-anywhere min-w-0 flex-1 basis-80 text-balance font-display text-title">{name}</h1>
        {mayEdit && (
          <div className="flex flex-wrap gap-3">
            <LinkButton variant="secondary" href={`/experiments/${encodeURIComponent(key)}/edit`}>
              Edit
            </LinkButton>
            <Steps experiment={experiment} onPublished={(revision) => setPublished({ revision })} />
          </div>
        )}
      </div>
      <About experiment={experiment} mayEdit={mayEdit} />
      <PublishedNotice
        published={published}
        onTakenBack={() => {
          setPublished("taken back");
          void reload(queries, "GET /experiments*");
        }}
      />
      <div
        className={clsx(
          "mt-8 grid items-start gap-x-12 gap-y-12",
          phase > 0 && "lg:grid-cols-[minmax(0,1fr)_20rem]",
        )}
      >
        <div className="min-w-0">
          <Results experiment={experiment} />
          {phase > 0 && (
            <p className="mt-2 text-xs">
              <TextLink href="/events?event=Experiment+Viewed">View exposure events</TextLink>
            </p>
          )}
        </div>
        <Plan experiment={experiment} isWide={phase === 0} isBesideEarlier={selectedPhase !== phase} />
      </div>
      <section className="mt-12">
        <h2 className="font-medium">History</h2>
        <ChangeList
          query={{ entity: "experiment", key }}
          mayRevert={mayEdit}
          // Reverting the creation deletes the experiment.
          onReverted={({ before }) => before === null && navigate("/experiments")}
          empty={<p className="mt-2 border-hairline border-t py-2 text-ink-muted">No changes yet.</p>}
        />
      </section>
    </>
  );
}

function About({ experiment, mayEdit }: { experiment: ExperimentResponse; mayEdit: boolean }) {
  const { definition, state, phase, shipped, publication, takenBack } = experiment;
  const { step, at } = latestStep(experiment);
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted">
      <StateBadge state={state} />
      <span title={formatPrecise(at)}>
        {step} {formatAgo(at, Date.now())}
        {phase > 0 && `, phase ${phase}`}
      </span>
      <span>{whatVaries(definition)}</span>
      {shipped !== null && (
        <span className="font-medium text-ink">
          {takenBack ? (
            <>
              Shipped {variationName(definition, shipped)}, then undone{" "}
              <span title={formatPrecise(takenBack.at)}>{formatAgo(takenBack.at, Date.now())}</span>.
            </>
          ) : (
            `${definition.kind === "content" ? "Shipped" : "Everyone gets"} ${variationName(definition, shipped)}.`
          )}
        </span>
      )}
      {publication !== null && <RevisionLink number={publication} />}
      {takenBack && <RevisionLink number={takenBack.revision} isTakenBack />}
      {!mayEdit && <p className="basis-full">{viewOnlyText("Ask an editor to start, stop or ship it.")}</p>}
    </div>
  );
}

function RevisionLink({ number, isTakenBack = false }: { number: number; isTakenBack?: boolean }) {
  const name = isTakenBack ? `Undone by revision ${number}` : `Revision ${number}`;
  return <TextLink href={`/publications?open=${number}`}>{name}</TextLink>;
}
