import { bestMatches, type ExperimentState } from "@marquee/contract";
import { type Area, may, mayOpen, SEARCH_LIMIT, type SearchResult } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { listExperiments } from "../../experiments/experimentStore.ts";
import type { Flags } from "../../flags/startFlags.ts";
import type { ListSitePages } from "../../publishing/sitePages.ts";
import { searchAccounts, searchLeads } from "./searchRecords.ts";

interface SearchRoutesOptions {
  db: RecordsDatabase;
  flags: Pick<Flags, "definitions">;
  listSitePages: ListSitePages;
}

/** The search of the command palette. It finds only what the screens would show the same account. */
export function searchRoutes({ db, flags, listSitePages }: SearchRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /search", async (request) => {
      const account = request.account;
      const has = (area: Area) => mayOpen(account, area);
      const typed = request.query.q.trim();
      if (typed === "") return { results: [] };
      const results = await Promise.all([
        has("analytics") ? searchPages(listSitePages, typed) : [],
        has("analytics") && may(account.role, "seePeople") ? searchLeads(db, typed) : [],
        has("content") ? searchExperiments(db, typed) : [],
        has("content") ? searchFlags(flags, typed) : [],
        searchAccounts(db, typed),
      ]);
      return { results: results.flat() };
    });
  };
}

/** The Overview of one page. The console's filters have these escapes within a value. */
function hrefOfPage(path: string): string {
  const value = path.replaceAll("%", "%25").replaceAll(",", "%2C");
  return `/?${new URLSearchParams({ f: `is,page,${value}` })}`;
}

async function searchPages(listSitePages: ListSitePages, typed: string): Promise<SearchResult[]> {
  const matches = bestMatches(await listSitePages(), typed, {
    textsOf: ({ path, title }) => [title, path, path.slice(1)],
    limit: SEARCH_LIMIT,
  });
  return matches.map(({ path, title }) => ({ kind: "page", title, detail: path, href: hrefOfPage(path) }));
}

const STATE_TEXTS: Record<ExperimentState, string> = {
  draft: "Draft",
  running: "Running",
  stopped: "Stopped",
};

async function searchExperiments(db: RecordsDatabase, typed: string): Promise<SearchResult[]> {
  const matches = bestMatches(await listExperiments(db), typed, {
    textsOf: ({ definition: { name, key } }) => [name, key],
    limit: SEARCH_LIMIT,
  });
  return matches.map(({ definition, state }) => ({
    kind: "experiment",
    title: definition.name || definition.key,
    detail: `${STATE_TEXTS[state]} · ${definition.key}`,
    href: `/experiments/${encodeURIComponent(definition.key)}`,
  }));
}

async function searchFlags(flags: Pick<Flags, "definitions">, typed: string): Promise<SearchResult[]> {
  const matches = bestMatches(flags.definitions(), typed, {
    textsOf: ({ key, description }) => [key, description],
    limit: SEARCH_LIMIT,
  });
  return matches.map(({ key, description, isArchived }) => ({
    kind: "flag",
    title: key,
    detail: [isArchived ? "Archived" : "", description].filter(Boolean).join(" · "),
    href: `/flags/${encodeURIComponent(key)}`,
  }));
}
