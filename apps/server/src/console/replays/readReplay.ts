import type { ReplayAnswer } from "@marquee/contract/schema";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryRecordedSession } from "../../storage/events/queries/replays/recordedSession.ts";
import { queryReplayMarks } from "../../storage/events/queries/replays/replayMarks.ts";
import { queryReplaySegments } from "../../storage/events/queries/replays/replaySegments.ts";
import { withTallies } from "./readReplays.ts";
import { noSuchReplay, readReplayId } from "./replayId.ts";

/** One recorded session: figures, where its segments lie, what happened. @throws {ApiError} not_found */
export async function readReplay(store: EventStore, id: string): Promise<ReplayAnswer> {
  const key = readReplayId(id);
  const [session, segments, marks] = await Promise.all([
    queryRecordedSession(store, key),
    queryReplaySegments(store, key),
    queryReplayMarks(store, key),
  ]);
  const [replay] = session ? await withTallies(store, [session]) : [];
  if (!replay) throw noSuchReplay();
  return { replay, segments, marks };
}
