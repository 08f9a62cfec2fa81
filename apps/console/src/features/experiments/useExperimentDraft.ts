import type { ExperimentDefinition } from "@marquee/contract";
import type { ExperimentAnswer } from "@marquee/contract/schema";
import { ApiError, api } from "../../shared/api/api.ts";
import { type Draft, useDraft } from "../../shared/draft/useDraft.ts";

export type ExperimentDraft = Draft<ExperimentDefinition, ExperimentAnswer>;

const STORED = { entity: "experiment", load: api.experiment, save: api.saveExperiment } as const;

const CONFLICT = 409;
const BAD_REQUEST = 400;

/** Where nothing is in store yet, another experiment with the key is a wrong key and not somebody else's change. */
const NEW = {
  ...STORED,
  save: async (change: Parameters<typeof api.saveExperiment>[0]) => {
    try {
      return await api.saveExperiment(change);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error;
      throw new ApiError(BAD_REQUEST, `key: ${error.message}`);
    }
  },
} as const;

/** An experiment while somebody edits it. */
export function useExperimentDraft(first: ExperimentAnswer): ExperimentDraft {
  return useDraft<ExperimentDefinition, ExperimentAnswer>(first.revision === 0 ? NEW : STORED, first);
}
