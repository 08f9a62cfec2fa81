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
  type QueryScopeSchema,
  UNKNOWN_VERSION,
} from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { Records } from "../../../platform/storage/records/records.ts";
import type { SignedInAccount } from "../../accounts/accounts.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { goalStore } from "../../goals/goalStore.ts";
import { queryShownVariations } from "../../monitoring/errors/queries/shownVariations.ts";
import type { Questions, ScreenScope } from "../../questions/createQuestions.ts";
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
  questions: Pick<Questions, "scope">;
}

type Figures = Omit<
  HeatmapResponse,
  "variants" | "bands" | "variations" | "stored" | "shown" | "band" | "drawnVersion"
>;

interface DrawnOptions extends Pick<HeatmapResponse, "shown" | "variants"> {
  archived: readonly ArchivedVersion[];
}

/** Heatmaps: pages with interactions, and clicks and scroll depth of one page. */
export function heatmapRoutes(sources: Sources) {
  const { eventStore, db, questions } = sources;
  const scopeOf = (query: Static<typeof QueryScopeSchema>, account: SignedInAccount) =>
    questions.scope(query, { account: account.id }, { leavesOutCustomers: true });
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "POST /query/heatmaps/pages", async ({ account, body }) => {
      const filter = await scopeOf(body, account);
      const [pages, stored] = await Promise.all([
        queryHeatmapPages(eventStore, filter, MAX_HEATMAP_PAGES),
        queryStoredClicks(eventStore),
      ]);
      return { pages, stored };
    });

    addRoute(scope, "POST /query/heatmaps/sections", async ({ account, body }) => {
      const { goal: id } = body;
      const page = { ...(await scopeOf(body, account)), page: body.page };
      const goal = id === undefined ? null : { id, ...(await goalStore.find(db, id)).definition };
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

    addRoute(scope, "POST /query/heatmaps", async ({ account, body }) =>
      readHeatmap(sources, body, await scopeOf(body, account)),
    );
  };
}

/** The heatmap of one page in a date range. */
async function readHeatmap(
  { db, eventStore }: Sources,
  { kind, shown: askedShown, band: askedBand, page }: HeatmapQuery,
  { from, to, selection }: ScreenScope,
): Promise<HeatmapResponse> {
  const narrowed = { from, to, page, selection };
  const archived = await readArchivedVersions(db, page);
  const [variants, variations, stored] = await Promise.all([
    readVariants(eventStore, narrowed, archived),
    queryShownVariations(eventStore, { from, to }),
    queryStoredClicks(eventStore),
  ]);
  const { shown, versions } = chooseVersions(
    archived,
    askedShown,
    mostUsed(variants, kind)?.shown ?? shownOf(""),
  );
  const bands = await queryBandCounts(eventStore, { ...narrowed, versions });
  const named = HEATMAP_BANDS.find((band) => band === askedBand);
  const band = named ?? mostUsed(bands, kind)?.band ?? USUAL_BAND;
  const figures = await readFigures(eventStore, { ...narrowed, versions, width: widthsOf(band) }, kind);
  const drawnVersion = chooseDrawn({ shown, variants, archived });
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
function chooseDrawn({ shown, variants, archived }: DrawnOptions): string | null {
  const used = variants.find((variant) => variant.shown === shown)?.versions[0]?.version;
  const named = archived.find(({ version, group }) => version === shown || group === shown)?.version;
  return used ?? named ?? archived[0]?.version ?? null;
}

/** Variants of a page that have interactions, those with the most sessions first. */
async function readVariants(
  store: EventStore,
  filter: InteractionFilter,
  archived: readonly ArchivedVersion[],
): Promise<HeatmapVariant[]> {
  const versionCounts = await queryVersionCounts(store, filter, {
    versions: archived,
    others: UNKNOWN_VERSION,
  });
  return versionCounts
    .filter(({ version }) => version === null)
    .map(({ group, sessions, counts }) => ({
      shown: group,
      variant: archived.find((version) => version.group === group)?.variant ?? "",
      sessions,
      counts,
      versions: archived
        .filter((version) => version.group === group)
        .flatMap((version) => withCounts(version, versionCounts)),
    }));
}

function withCounts({ version, firstServedAt }: ArchivedVersion, counts: readonly VersionCount[]) {
  const match = counts.find((count) => count.version === version);
  return match ? [{ version, firstServedAt, sessions: match.sessions, counts: match.counts }] : [];
}
