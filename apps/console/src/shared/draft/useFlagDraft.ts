import type { FlagDefinition } from "@marquee/contract";
import type { FlagState } from "@marquee/contract/schema";
import { type RequestBody, request } from "../api/request.ts";
import { routeKey } from "../api/useRoute.ts";
import { type Draft, useDraft } from "./useDraft.ts";

export type FlagDraft = Draft<FlagDefinition, FlagState>;

const SOURCE = {
  entity: "flag",
  keyOf: (key: string) => routeKey("GET /flags/:key", { params: { key } }),
  load: (key: string) => request("GET /flags/:key", { params: { key } }),
  save: (body: RequestBody<"PUT /flags/:key">) =>
    request("PUT /flags/:key", { params: { key: body.definition.key }, body }),
} as const;

/** The draft of a flag. */
export function useFlagDraft(first: FlagState): FlagDraft {
  return useDraft<FlagDefinition, FlagState>(SOURCE, first);
}
