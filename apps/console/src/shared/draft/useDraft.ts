import type { Json } from "@marquee/contract";
import type {
  ChangeEntity,
  ChangeQuery,
  ExperimentResponse,
  FlagState,
  RecordingResponse,
  SiteResponse,
  Versioned,
} from "@marquee/contract/schema";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError, request, requestJson } from "../api/request.ts";
import { routeKey } from "../api/useRoute.ts";
import { changedFields, type FieldChange } from "../changes/changedFields.ts";
import { forgetKeptDraft, type KeptDraft, readKeptDraft, registerDraft } from "./keptDrafts.ts";

/** Route paths of settings, flags and experiments, each of which is edited on its own page. */
const PATHS = {
  flag: "/flags/:key",
  experiment: "/experiments/:key",
  site: "/site",
  recording: "/recording",
} as const satisfies Record<keyof States, string>;
interface States {
  flag: FlagState;
  experiment: ExperimentResponse;
  site: SiteResponse;
  recording: RecordingResponse;
}

type AnyState = Versioned<object>;

/** Loads and saves drafts of one kind. */
export interface DraftSource<State extends AnyState> {
  /** The entity in the change history, and its key there. */
  entity: ChangeEntity;
  keyOf: (definition: State["definition"]) => string;
  /** Query key of the item on its screen. */
  queryKeyOf: (definition: State["definition"]) => QueryKey;
  load: (definition: State["definition"]) => Promise<State>;
  save: (change: Pick<State, "definition" | "revision">) => Promise<State>;
}

/** Key in the change history of settings that exist once. */
export const ONLY_KEY = "default";

/** A draft source for one `GET` and one `PUT` route. */
export function draftsOf<Kind extends keyof States>(kind: Kind): DraftSource<States[Kind]> {
  const path: (typeof PATHS)[keyof States] = PATHS[kind];
  const keyOf = (definition: object) => ("key" in definition ? String(definition.key) : ONLY_KEY);
  const inputOf = (definition: object) =>
    path.endsWith("/:key") ? { params: { key: keyOf(definition) } } : {};
  return {
    entity: kind,
    keyOf,
    queryKeyOf: (definition) => {
      const input = inputOf(definition);
      return routeKey(`GET ${path}`, ...(Object.keys(input).length > 0 ? [input] : []));
    },
    load: (definition) => requestJson(`GET ${path}`, inputOf(definition)),
    save: ({ revision, definition }) =>
      requestJson(`PUT ${path}`, { ...inputOf(definition), body: { revision, definition } }),
  };
}

/** Query options of an editor's screen: the editor starts from stored data, not from the cache, and a refetch must not replace a draft. */
export const EDITOR_QUERY = { refetchOnWindowFocus: false, gcTime: 0 } as const;

/** An item that is being edited. */
export interface Draft<State extends AnyState> {
  /** The state that the draft started from. */
  base: State;
  draft: State["definition"];
  /** The unsaved changes. */
  changes: FieldChange[];
  set: (change: Partial<State["definition"]>) => void;
  discard: () => void;
  /** Saves the draft, or another definition in its place. */
  save: (definition?: State["definition"]) => void;
  isSaving: boolean;
  error: Error | null;
  /** The version someone else saved, if it blocked our save. */
  conflict: State | null;
  takeTheirs: () => void;
  /** Applies our changes on top of theirs, which become the new base. */
  keepOurs: () => void;
  /** Whether the message about the last save is visible. */
  isSaved: boolean;
  /** ID of the change made by the last save; null if it can't be reverted. */
  savedChange: number | null;
  /** Hides the message about the last save. */
  forgetSave: () => void;
  /** Increases on every reset, so that fields drop their typed text. */
  beginning: number;
  /** Resets the draft to the stored version. */
  reload: () => Promise<void>;
}

const CONFLICT = 409;

/** The part of a draft that an editor's frame needs. */
export type AnyDraft = Omit<Draft<AnyState>, "set" | "save">;

/** Holds edits locally until they are saved, and detects if someone else saved in between. */
export function useDraft<State extends AnyState>(
  { entity, keyOf, queryKeyOf, load, save }: DraftSource<State>,
  first: State,
): Draft<State> {
  type Definition = State["definition"];
  const queries = useQueryClient();
  const name = `${entity} ${keyOf(first.definition)}`;
  const [keptDraft] = useState(() => readKeptDraft<State, Definition>(name));
  const [base, setBase] = useState(keptDraft?.base ?? first);
  const [draft, setDraft] = useState(keptDraft?.draft ?? first.definition);
  const [beginning, setBeginning] = useState(0);
  const [conflict, setConflict] = useState<State | null>(null);

  const beginFrom = (state: State) => {
    setBase(state);
    setDraft(state.definition);
    setBeginning((last) => last + 1);
    setConflict(null);
    queries.setQueryData(queryKeyOf(state.definition), state);
  };
  const saving = useMutation({
    mutationFn: async (definition: Definition) => {
      const state = await save({ revision: base.revision, definition });
      return { state, change: await findChange(state, { entity, key: keyOf(state.definition) }) };
    },
    onSuccess: ({ state }) => {
      beginFrom(state);
    },
    onError: async (error, definition) => {
      if (error instanceof ApiError && error.status === CONFLICT) setConflict(await load(definition));
    },
  });

  const changes = changedFields(asJson(base.definition), asJson(draft));
  useKeptOnExpiry(name, changes.length > 0 ? { base, draft } : null);
  return {
    base,
    draft,
    beginning,
    changes,
    set: (change) => {
      setDraft((last) => ({ ...last, ...change }));
      if (saving.isSuccess) saving.reset();
    },
    discard: () => beginFrom(base),
    save: (definition: Definition = draft) => saving.mutate(definition),
    isSaving: saving.isPending,
    error: conflict ? null : saving.error,
    conflict,
    takeTheirs: () => conflict && beginFrom(conflict),
    keepOurs: () => {
      if (conflict) setBase(conflict);
      setConflict(null);
      saving.reset();
    },
    isSaved: saving.isSuccess,
    savedChange: saving.data?.change ?? null,
    forgetSave: saving.reset,
    reload: async () => beginFrom(await load(base.definition)),
  };
}

/** Keeps unsaved changes if the session ends, until the person has signed in again. @param unsaved null without changes. */
function useKeptOnExpiry(name: string, unsaved: KeptDraft<unknown, unknown> | null): void {
  const latest = useRef(unsaved);
  latest.current = unsaved;
  const isDirty = unsaved !== null;
  // The draft is on screen now.
  useEffect(() => forgetKeptDraft(name), [name]);
  useEffect(() => {
    if (isDirty) return registerDraft(name, () => latest.current ?? { base: null, draft: null });
  }, [name, isDirty]);
}

/** ID of the change that a save made; null if it is no longer the latest, or can't be reverted. */
async function findChange(
  { updatedAt }: AnyState,
  query: Pick<ChangeQuery, "entity" | "key">,
): Promise<number | null> {
  const { changes } = await request("GET /changes", { query });
  const [latest] = changes;
  return latest?.at === updatedAt && latest?.isReversible ? latest.id : null;
}

/** Safe: definitions are loaded from and saved as JSON. */
export function asJson(definition: object): Json {
  return definition as Json;
}
