import type { ExperimentDefinition } from "@marquee/contract";
import type { ExperimentResponse } from "@marquee/contract/schema";
import { ApiError, type RequestBody, request } from "../../shared/api/request.ts";
import { routeKey } from "../../shared/api/useRoute.ts";
import { type Draft, useDraft } from "../../shared/draft/useDraft.ts";

export type ExperimentDraft = Draft<ExperimentDefinition, ExperimentResponse>;

const STORED = {
  entity: "experiment",
  keyOf: (key: string) => routeKey("GET /experiments/:key", { params: { key } }),
  load: (key: string) => request("GET /experiments/:key", { params: { key } }),
  save: (body: RequestBody<"PUT /experiments/:key">) =>
    request("PUT /experiments/:key", { params: { key: body.definition.key }, body }),
} as const;

const CONFLICT = 409;
const BAD_REQUEST = 400;

/** For a new experiment, a conflict means that the key is taken. Report it as an error of that field. */
const NEW = {
  ...STORED,
  save: async (body: RequestBody<"PUT /experiments/:key">) => {
    try {
      return await STORED.save(body);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error;
      throw new ApiError(BAD_REQUEST, `key: ${error.message}`);
    }
  },
} as const;

/** The draft of an experiment, new or saved. */
export function useExperimentDraft(first: ExperimentResponse): ExperimentDraft {
  return useDraft<ExperimentDefinition, ExperimentResponse>(first.revision === 0 ? NEW : STORED, first);
}
