import { formatDuration } from "@marquee/contract";
import { may } from "@marquee/contract/schema";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter";
import { formatInstant } from "../../../shared/format/format.ts";
import { BackLink, TextLink } from "../../../shared/ui/links.tsx";
import { type ScreenProps, useTitle } from "../../../shared/ui/screen.tsx";
import { Failure } from "../../../shared/ui/states.tsx";
import { listHref } from "../replayFilters.ts";
import { DeleteReplay } from "./DeleteReplay.tsx";
import { Player } from "./Player.tsx";
import { replayQuery } from "./replayQuery.ts";

/** One recorded session: the player and the session's details. */
export function Replay({ params: { id: replayId }, account: { role } }: ScreenProps<"id">) {
  const search = useSearch();
  const [isAsking, setAsking] = useState(false);
  const answer = useQuery(replayQuery(replayId));
  const replay = answer.data?.replay;
  const title = replay ? `Replay of ${formatInstant(replay.start)}` : "Replay";
  useTitle(title);
  return (
    <>
      <BackLink href={listHref(search)}>Replays</BackLink>
      <header className="mt-1 mb-3 flex flex-wrap items-center gap-x-5 gap-y-1">
        <h1 className="font-display text-title">{title}</h1>
        {replay && (
          <p className="text-ink-muted text-xs">
            {[
              `active for ${formatDuration(replay.activeTime)} of ${formatDuration(replay.length)}`,
              replay.browser,
              replay.device,
              replay.country,
              replay.source && `from ${replay.source}`,
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        )}
        {replay && (
          <p className="ml-auto flex items-center gap-4">
            <TextLink href={`/privacy-requests?id=${encodeURIComponent(replay.visitorId)}`}>
              View visitor's data
            </TextLink>
            {may(role, "edit") && <DeleteReplay id={replay.id} isAsking={isAsking} onAsk={setAsking} />}
          </p>
        )}
      </header>
      {answer.isError ? (
        <Failure error={answer.error} onRetry={() => answer.refetch()} />
      ) : (
        <Player replayId={replayId} answer={answer.data} isHeld={isAsking} />
      )}
    </>
  );
}
