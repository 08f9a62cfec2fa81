import {
  type ErrorDetailsResponse,
  type ErrorStatus,
  type ErrorsQuery,
  type ErrorsResponse,
  NO_OWNER,
  type Release,
} from "@marquee/contract/schema";
import type { FastifyRequest } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { bucketStarts, fillGaps } from "../../../platform/time/timeSeries.ts";
import { releaseAt, releasesWithin } from "../../archive/archiveQueries.ts";
import type { ScreenScope } from "../../questions/createQuestions.ts";
import { recordedVisitorOf, withReplays } from "../../replay/findReplays.ts";
import type { ReplayIds } from "../../replay/replayId.ts";
import { UNTOUCHED } from "../errors/errorStatusStore.ts";
import { queryAffected } from "../errors/queries/affectedBy.ts";
import { queryBreadcrumbs } from "../errors/queries/breadcrumbs.ts";
import { countErrorGroups, type ErrorChoice, queryErrorGroups } from "../errors/queries/errorGroups.ts";
import type { ErrorScope } from "../errors/queries/errorRows.ts";
import { queryErrorSeries } from "../errors/queries/errorSeries.ts";
import { type ErrorOccurrence, queryLatestError } from "../errors/queries/latestError.ts";
import type { StackResolver } from "../sourceMaps/createStackResolver.ts";

const MAX_GROUPS = 100;

interface Sources {
  eventStore: EventStore;
  db: RecordsDatabase;
  replayIds: Pick<ReplayIds, "write">;
  stacks: StackResolver;
  /** Sorted, oldest first. */
  releases: readonly Release[];
  /** Statuses of errors that someone changed, by fingerprint. */
  statuses: ReadonlyMap<string, ErrorStatus>;
}

/** Error groups of a scope in one state, or in all, and how many there are in each. */
export async function readErrors(
  { eventStore, stacks, releases, statuses }: Omit<Sources, "db" | "replayIds">,
  scope: ErrorScope,
  { state, owner }: { state: ErrorsQuery["state"] | undefined; owner: string | undefined },
): Promise<ErrorsResponse> {
  const inState = (wanted: ErrorStatus["state"]) =>
    fingerprintsWith(statuses, (each) => each.state === wanted);
  const [resolved, ignored] = [inState("resolved"), inState("ignored")];
  const owned = choiceOfOwner(statuses, owner);
  const [groups, counts] = await Promise.all([
    queryErrorGroups(eventStore, scope, {
      choice: withState(owned, state, { resolved, ignored }),
      limit: MAX_GROUPS + 1,
    }),
    countErrorGroups(eventStore, scope, { choice: owned, resolved, ignored }),
  ]);
  const visibleGroups = await Promise.all(
    groups
      .slice(0, MAX_GROUPS)
      .map(async (group) => ({
        ...group,
        firstRelease: group.firstRelease || releaseAt(releases, group.firstSeen),
        lastRelease: group.lastRelease || releaseAt(releases, group.lastSeen),
        source: await stacks.innermost(group.stack),
        status: statuses.get(group.fingerprint) ?? UNTOUCHED,
      })),
  );
  return { groups: visibleGroups, hasMore: groups.length > MAX_GROUPS, counts };
}

function fingerprintsWith(
  statuses: Sources["statuses"],
  matches: (status: ErrorStatus) => boolean,
): string[] {
  return [...statuses].filter(([, status]) => matches(status)).map(([fingerprint]) => fingerprint);
}

function choiceOfOwner(statuses: Sources["statuses"], owner: string | undefined): ErrorChoice {
  if (owner === undefined) return { only: null, except: [] };
  if (owner === NO_OWNER)
    return { only: null, except: fingerprintsWith(statuses, (each) => each.owner !== null) };
  return { only: fingerprintsWith(statuses, (each) => each.owner?.id === owner), except: [] };
}

function withState(
  { only, except }: ErrorChoice,
  state: ErrorsQuery["state"] | undefined,
  { resolved, ignored }: { resolved: string[]; ignored: string[] },
): ErrorChoice {
  if (state === undefined) return { only, except };
  if (state === "open") return { only, except: [...except, ...resolved, ...ignored] };
  const wanted = state === "resolved" ? resolved : ignored;
  return { only: only ? only.filter((each) => wanted.includes(each)) : wanted, except };
}

/** One error of a scope. @throws {ApiError} not_found for an unknown error. */
export async function readErrorDetails(
  sources: Sources,
  fingerprint: string,
  { scope, request }: { scope: ScreenScope; request: Pick<FastifyRequest, "account"> },
): Promise<ErrorDetailsResponse> {
  const { eventStore, stacks, releases, statuses } = sources;
  const starts = bucketStarts(scope);
  const [series, latest, affected] = await Promise.all([
    queryErrorSeries(eventStore, scope, { fingerprint, starts }),
    queryLatestError(eventStore, scope, fingerprint),
    queryAffected(eventStore, scope, fingerprint),
  ]);
  if (!latest) throw new ApiError("not_found", "Error not found. Go back to the list.");
  const { message, stack, browser, messageId, rumSession } = latest;
  return {
    message,
    status: statuses.get(fingerprint) ?? UNTOUCHED,
    series: fillGaps(starts, series, { count: 0, visitors: 0 }),
    releases: releasesWithin(releases, scope),
    affected,
    latest: {
      messageId: rumSession === "" && !messageId.startsWith("monitoring ") ? messageId : null,
      browser,
      at: latest.at,
      stack: stack === "" ? [] : await stacks.lines(stack),
      ...(await readVisit(sources, latest, request)),
    },
  };
}

/** Breadcrumbs before an error in its visit, with their moments in the replay. */
async function readVisit(
  stores: Pick<Sources, "eventStore" | "db" | "replayIds">,
  latest: ErrorOccurrence,
  request: Pick<FastifyRequest, "account">,
): Promise<Pick<ErrorDetailsResponse["latest"], "breadcrumbs" | "replay">> {
  const { eventStore } = stores;
  const { sessionId, at } = latest;
  const visitorId = latest.rumSession === "" ? latest.visitorId : await recordedVisitorOf(eventStore, latest);
  const crumbs = await queryBreadcrumbs(eventStore, { ...latest, visitorId });
  const momentOf = (at: number) => ({ sessionId, visitorId, at });
  const [error, ...breadcrumbs] = await withReplays(stores, request, [
    { kind: "error" as const, text: "", detail: "", at, moment: momentOf(at) },
    ...crumbs.map((crumb) => ({ ...crumb, moment: momentOf(crumb.at) })),
  ]);
  return { breadcrumbs, replay: error?.replay ?? null };
}
