import type { Goal, LeadOutcome, Metric, SiteEntry, Timestamp } from "@marquee/contract";
import { ESTIMATE_DAYS, type ExperimentResponse, type ExperimentSummary } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { listGoals } from "../../goals/goalStore.ts";
import type { Questions } from "../../questions/createQuestions.ts";
import { readDateRange } from "../../questions/dateRanges.ts";
import { ownHosts } from "../../site/ownHosts.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import type { CheckContext } from "../checks/checkDefinition.ts";
import { readEstimate } from "../estimate/readEstimate.ts";
import type { ExperimentStore } from "../experimentStore.ts";
import { pathOfExperiment } from "../pathOfExperiment.ts";
import { readPublications } from "../readPublications.ts";
import { readResults } from "../results/readResults.ts";

interface PageTextRoutesOptions {
  listPageTexts: SiteEntry["listPageTexts"];
}

interface ExperimentRoutesOptions {
  eventStore: EventStore;
  db: RecordsDatabase;
  experiments: ExperimentStore;
  pathOfPage: CheckContext["pathOfPage"];
  questions: Pick<Questions, "select">;
  site: Pick<CurrentSite, "current" | "publicHost">;
  now: () => Timestamp;
}

const STEPS = ["start", "stop", "ship"] as const;

/** Routes to list, read, estimate, save, start, stop and ship experiments, and to read their results. */
export function experimentRoutes({
  eventStore,
  db,
  experiments: store,
  pathOfPage,
  questions,
  site,
  now,
}: ExperimentRoutesOptions) {
  const estimateSpan = () => {
    const { timeZone: tz, weekStart } = site.current();
    return readDateRange(`${ESTIMATE_DAYS}d`, { now: now(), tz, weekStart }, null);
  };
  return async (scope: FastifyInstance): Promise<void> => {
    const detailsOf = async (experiment: ExperimentSummary): Promise<ExperimentResponse> => ({
      ...experiment,
      phases: await store.phases(experiment.definition.key),
      ...(await readPublications(db, [experiment]))(experiment),
      path: pathOfExperiment(experiment.definition, { pathOfPage }),
    });

    addRoute(scope, "GET /experiments", async () => {
      const experiments = await store.list();
      const publicationOf = await readPublications(db, experiments);
      return {
        experiments: experiments.map((each) => ({ ...each, takenBack: publicationOf(each).takenBack })),
      };
    });

    addRoute(scope, "GET /experiments/:key", async ({ params }) => detailsOf(await store.find(params.key)));

    addRoute(scope, "POST /query/experiments/:key", async ({ account, body, params }) => {
      const { site_id, filters, explored, ...choice } = body;
      const selection = await questions.select(body, { account: account.id });
      const metric = explored === undefined ? null : exploredMetric(explored, await listGoals(db));
      const experiment = await store.find(params.key);
      const { timeZone: tz } = site.current();
      const resultsScope = { ...choice, tz, selection, explored: metric };
      return readResults({ eventStore, db, now }, experiment, resultsScope);
    });

    addRoute(scope, "GET /experiments/:key/shipping", async ({ params, query }) => ({
      fields: await store.shipping(params.key, query.variation),
    }));

    addRoute(scope, "POST /experiments/estimate", async ({ body }) =>
      readEstimate({ eventStore, pathOfPage, span: estimateSpan(), hosts: ownHosts(site) }, body),
    );

    addRoute(scope, "PUT /experiments/:key", async (request) => {
      const { email } = request.account;
      const { body, params } = request;
      if (body.definition.key !== params.key) {
        throw new ApiError("bad_request", "key: An experiment's key can't be changed.");
      }
      return detailsOf(await store.save(body, email));
    });

    for (const step of STEPS) {
      addRoute(scope, `POST /experiments/:key/${step}`, async (request) => {
        const { email } = request.account;
        return detailsOf(await store[step](request.params.key, request.body, email));
      });
    }
  };
}

const LEAD_NAMES: Record<LeadOutcome, string> = {
  leads: "Leads",
  won_leads: "Won leads",
  won_value: "Won value",
};

/** A metric outside the experiment to read results for. @throws {ApiError} not_found if there is no such goal. */
function exploredMetric(id: string, goals: readonly Goal[]): Metric {
  const plain = { id, event: "", path: "", property: "", goal: "increase", isGuardrail: false } as const;
  const lead = Object.keys(LEAD_NAMES).find((name): name is LeadOutcome => name === id);
  if (lead)
    return { ...plain, name: LEAD_NAMES[lead], type: lead === "won_value" ? "value" : "conversion", lead };
  const goal = goals.find((each) => each.id === Number.parseInt(id.slice("goal-".length), 10));
  if (!goal) throw new ApiError("not_found", `There is no goal for ${id}. It may be archived.`);
  const { name, condition, value } = goal;
  if (!id.endsWith("-value")) return { ...plain, name, type: "conversion", condition };
  return { ...plain, name: `${name}: value`, type: "value", condition, worth: value ?? 0 };
}

/** Pages with editable text. */
export function pageTextRoutes({ listPageTexts }: PageTextRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /page-texts", async () => ({ pages: listPageTexts() }));
  };
}
