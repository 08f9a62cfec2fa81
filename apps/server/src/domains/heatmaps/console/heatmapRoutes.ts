import {
  type ClickCounts,
  HEATMAP_BANDS,
  type HeatmapBand,
  type HeatmapKind,
  type HeatmapQuery,
  type HeatmapResponse,
  type HeatmapVariant,
  heatmapCount,
  MAX_HEATMAP_PAGES,
  UNKNOWN_VERSION,
} from "@marquee/contract/schema";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { Records } from "../../../platform/storage/records/records.ts";
import { validateDateRange } from "../../../platform/time/dateRange.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { goalStore } from "../../goals/goalStore.ts";
import { queryShownVariations } from "../../monitoring/errors/queries/shownVariations.ts";
import type { Questions } from "../../questions/createQuestions.ts";
import type { Selection } from "../../questions/queries/selection.ts";
import { queryBandCounts } from "../queries/bandCounts.ts";
import { queryClickedElements } from "../queries/clickedElements.ts";
import { queryClickCells } from "../queries/clicks.ts";
import { queryHeatmapPages } from "../queries/heatmapPages.ts";
import { queryHeatmapTotals } from "../queries/heatmapTotals.ts";
import type { InteractionFilter } from "../queries/interactions.ts";
import { queryScrollDepth } from "../queries/scrollDepth.ts";
import { querySectionTimes } from "../queries/sectionTimes.ts";
import { querySectionViews } from "../queries/sectionViews.ts";
import { queryStoredClicks } from "../queries/storedClicks.ts";
import { queryVersionCounts, type VersionCount } from "../queries/versionCounts.ts";
import { type ArchivedVersion, chooseVersions, readArchivedVersions, shownOf } from "./pageVersions.ts";

const MAX_CELLS = 5000;

const MAX_ELEMENTS = 200;

/** Shown for a page without interactions. */
const USUAL_BAND: HeatmapBand = 1200;

interface Sources {
  db: Records["db"];
  eventStore: EventStore;
  questions: Pick<Questions, "select">;
}

type Figures = Omit<
  HeatmapResponse,
  "variants" | "bands" | "variations" | "stored" | "shown" | "band" | "drawnVersion"
>;

interface DrawnOptions extends Pick<HeatmapResponse, "shown" | "variants"> {
  kept: readonly ArchivedVersion[];
}

/** Heatmaps: pages with interactions, and clicks and scroll depth of one page. */
export function heatmapRoutes(sources: Sources) {
  const { eventStore, db, questions } = sources;
  const select = ({
    query,
    account,
  }: Pick<FastifyRequest<{ Querystring: { filters?: string } }>, "query" | "account">) =>
    questions.select(query.filters, { account: account?.id }, { leavesOutCustomers: true });
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /heatmaps/pages", async (request) => {
      const { filters: _, ...span } = request.query;
      validateDateRange(span);
      const filter = { ...span, selection: await select(request) };
      const [pages, stored] = await Promise.all([
        queryHeatmapPages(eventStore, filter, MAX_HEATMAP_PAGES),
        queryStoredClicks(eventStore),
      ]);
      return { pages, stored };
    });

    addRoute(scope, "GET /heatmaps/sections", async (request) => {
      const { goal: id, filters: _, ...given } = request.query;
      validateDateRange(given);
      const page = { ...given, selection: await select(request) };
      const goal = id === undefined ? null : (await goalStore.find(db, id)).goal;
      const [views, seconds] = await Promise.all([
        querySectionViews(eventStore, { ...page, goal }),
        querySectionTimes(eventStore, page),
      ]);
      const sections = views.sections.map((each) => ({
        ...each,
        seconds: seconds.get(each.section) ?? null,
      }));
      return { goal: goal && { id: goal.id, name: goal.name }, ...views, sections };
    });

    addRoute(scope, "GET /heatmaps", async (request) =>
      readHeatmap(sources, request.query, await select(request)),
    );
  };
}

/** The heatmap of one page in a date range. @throws {ApiError} bad_request for an invalid date range. */
async function readHeatmap(
  { db, eventStore }: Sources,
  query: HeatmapQuery,
  selection: Selection,
): Promise<HeatmapResponse> {
  validateDateRange(query);
  const { kind, shown: askedShown, band: askedBand, from, to, page } = query;
  const narrowed = { from, to, page, selection };
  const kept = await readArchivedVersions(db, page);
  const [variants, variations, stored] = await Promise.all([
    readVariants(eventStore, narrowed, kept),
    queryShownVariations(eventStore, { from, to }),
    queryStoredClicks(eventStore),
  ]);
  const { shown, versions } = chooseVersions(
    kept,
    askedShown,
    mostUsed(variants, kind)?.shown ?? shownOf(""),
  );
  const bands = await queryBandCounts(eventStore, { ...narrowed, versions });
  const named = HEATMAP_BANDS.find((band) => band === askedBand);
  const band = named ?? mostUsed(bands, kind)?.band ?? USUAL_BAND;
  const figures = await readFigures(eventStore, { ...narrowed, versions, width: widthsOf(band) }, kind);
  const drawnVersion = chooseDrawn({ shown, variants, kept });
  return { variants, bands, variations, stored, shown, band, drawnVersion, ...figures };
}

async function readFigures(
  store: EventStore,
  filter: InteractionFilter,
  heatmap: HeatmapKind,
): Promise<Figures> {
  const kind = heatmap === "scroll" ? "all" : heatmap;
  const [totals, cells, elements, scroll] = await Promise.all([
    queryHeatmapTotals(store, filter),
    queryClickCells(store, { ...filter, kind, limit: MAX_CELLS + 1 }),
    queryClickedElements(store, { ...filter, kind, limit: MAX_ELEMENTS + 1 }),
    queryScrollDepth(store, filter),
  ]);
  const all = totals.counts[kind];
  return {
    ...totals,
    cells: cells.slice(0, MAX_CELLS),
    hasMoreCells: cells.length > MAX_CELLS,
    elements: elements.slice(0, MAX_ELEMENTS).map((element) => ({ ...element, share: element.clicks / all })),
    hasMoreElements: elements.length > MAX_ELEMENTS,
    scroll,
  };
}

/** The entry that a heatmap shows by default: with the most clicks of its kind, then the most sessions. Scroll depth counts sessions only. */
function mostUsed<Entry extends { sessions: number; counts: ClickCounts }>(
  entries: readonly Entry[],
  kind: HeatmapKind,
): Entry | undefined {
  return entries.toSorted(
    (one, other) => heatmapCount(other, kind) - heatmapCount(one, kind) || other.sessions - one.sessions,
  )[0];
}

function widthsOf(band: HeatmapBand): { from: number; to: number | null } {
  return { from: band, to: HEATMAP_BANDS.find((next) => next > band) ?? null };
}

/**
 * The latest shown version that has views, otherwise the latest archived one. Clicks of unknown versions are
 * drawn on the latest version.
 */
function chooseDrawn({ shown, variants, kept }: DrawnOptions): string | null {
  const used = variants.find((variant) => variant.shown === shown)?.versions[0]?.version;
  const named = kept.find(({ version, group }) => version === shown || group === shown)?.version;
  return used ?? named ?? kept[0]?.version ?? null;
}

/** Variants of a page that have interactions, those with the most sessions first. */
async function readVariants(
  store: EventStore,
  filter: InteractionFilter,
  kept: readonly ArchivedVersion[],
): Promise<HeatmapVariant[]> {
  const found = await queryVersionCounts(store, filter, { known: kept, others: UNKNOWN_VERSION });
  return found
    .filter(({ version }) => version === null)
    .map(({ group, sessions, counts }) => ({
      shown: group,
      variant: kept.find((version) => version.group === group)?.variant ?? "",
      sessions,
      counts,
      versions: kept
        .filter((version) => version.group === group)
        .flatMap((version) => withCounts(version, found)),
    }));
}

function withCounts({ version, firstServedAt }: ArchivedVersion, counts: readonly VersionCount[]) {
  const found = counts.find((count) => count.version === version);
  return found ? [{ version, firstServedAt, sessions: found.sessions, counts: found.counts }] : [];
}
