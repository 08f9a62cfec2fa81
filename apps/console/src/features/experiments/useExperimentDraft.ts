import type { ExperimentResponse } from "@marquee/contract/schema";
import { ApiError } from "../../shared/api/request.ts";
import { type Draft, type DraftSource, draftsOf, useDraft } from "../../shared/draft/useDraft.ts";

export type ExperimentDraft = Draft<ExperimentResponse>;

const STORED = draftsOf("experiment");

const CONFLICT = 409;
const BAD_REQUEST = 400;

/** For a new experiment, a conflict means that the key is taken. Report it as an error of that field. */
const NEW: DraftSource<ExperimentResponse> = {
  ...STORED,
  save: async (change) => {
    try {
      return await STORED.save(change);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error;
      throw new ApiError(BAD_REQUEST, `key: ${error.message}`);
    }
  },
};

/** The draft of an experiment, new or saved. */
export const useExperimentDraft = (first: ExperimentResponse): ExperimentDraft =>
  useDraft(first.revision === 0 ? NEW : STORED, first);
