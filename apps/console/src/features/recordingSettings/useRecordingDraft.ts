import type { RecordingSettings } from "@marquee/contract";
import type { RecordingResponse } from "@marquee/contract/schema";
import { request } from "../../shared/api/request.ts";
import { routeKey } from "../../shared/api/useRoute.ts";
import { type Draft, type Editable, useDraft } from "../../shared/draft/useDraft.ts";

/** Props of each section of the form. */
export interface RecordingFieldsProps {
  settings: RecordingSettings;
  onChange: (change: Partial<RecordingSettings>) => void;
}

/** Key of the settings in the change history. There is only one set. */
export const RECORDING_KEY = "default";

type RecordingDefinition = RecordingSettings & { key: string };
export type RecordingState = Editable<RecordingDefinition>;
export type RecordingDraft = Draft<RecordingDefinition, RecordingState>;

const SOURCE = {
  entity: "recording",
  keyOf: (key: string) => routeKey("GET /recording", key),
  load: () => loadRecording(),
  save: async ({ revision, definition }: { revision: number; definition: RecordingDefinition }) => {
    const { key: _key, ...settings } = definition;
    return stateOf(await request("PUT /recording", { body: { revision, settings } }));
  },
} as const;

export async function loadRecording(): Promise<RecordingState> {
  return stateOf(await request("GET /recording"));
}

function stateOf({ settings, ...about }: RecordingResponse): RecordingState {
  return { ...about, definition: { key: RECORDING_KEY, ...settings } };
}

/** The draft of the recording settings. */
export function useRecordingDraft(first: RecordingState): RecordingDraft {
  return useDraft<RecordingDefinition, RecordingState>(SOURCE, first);
}
