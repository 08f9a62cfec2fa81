import type { FlagDefinition } from "@marquee/contract";
import type { FlagState } from "@marquee/contract/schema";
import { api } from "../api/api.ts";
import { type Draft, useDraft } from "./useDraft.ts";

export type FlagDraft = Draft<FlagDefinition, FlagState>;

const SOURCE = { entity: "flag", load: api.flag, save: api.saveFlag } as const;

/** A flag while somebody edits it. */
export function useFlagDraft(first: FlagState): FlagDraft {
  return useDraft<FlagDefinition, FlagState>(SOURCE, first);
}
