import type { Json } from "@marquee/contract";
import type { ChangeEntity } from "@marquee/contract/schema";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError, request } from "../api/request.ts";
import { changedFields, type FieldChange } from "../changes/changedFields.ts";
import { forgetKeptDraft, type KeptDraft, readKeptDraft, registerDraft } from "./keptDrafts.ts";

/** The stored state of an item that several people may edit. */
export interface Editable<Definition extends { key: string }> {
  definition: Definition;
  /** 0 if it was never saved. */
  revision: number;
  /** In milliseconds since the epoch; null if it was never saved. */
  updatedAt: number | null;
  updatedBy: string | null;
}

/** Loads and saves drafts of one kind. */
export interface DraftSource<Definition extends { key: string }, State extends Editable<Definition>> {
  /** The entity in the change history. */
  entity: Exclude<ChangeEntity, "account">;
  /** Where the screen's query has the item. */
  keyOf: (key: string) => QueryKey;
  load: (key: string) => Promise<State>;
  save: (change: { revision: number; definition: Definition }) => Promise<State>;
}

/** An item that is being edited. */
export interface Draft<Definition extends { key: string }, State extends Editable<Definition>> {
  /** The state that the draft started from. */
  base: State;
  draft: Definition;
  /** The unsaved changes. */
  changes: FieldChange[];
  set: (change: Partial<Definition>) => void;
  discard: () => void;
  /** Saves the draft, or another definition in its place. */
  save: (definition?: Definition) => void;
  isSaving: boolean;
  error: Error | null;
  /** The version someone else saved, if it blocked our save. */
  conflict: State | null;
  takeTheirs: () => void;
  /** Keeps our changes on top of theirs and compares with theirs from now on. */
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

/** Holds edits locally until they are saved, and detects if someone else saved in between. */
export function useDraft<Definition extends { key: string }, State extends Editable<Definition>>(
  { entity, keyOf, load, save }: DraftSource<Definition, State>,
  first: State,
): Draft<Definition, State> {
  const queries = useQueryClient();
  const name = `${entity} ${first.definition.key}`;
  const [kept] = useState(() => readKeptDraft<State, Definition>(name));
  const [base, setBase] = useState(kept?.base ?? first);
  const [draft, setDraft] = useState(kept?.draft ?? first.definition);
  const [beginning, setBeginning] = useState(0);
  const [conflict, setConflict] = useState<State | null>(null);

  const beginFrom = (state: State) => {
    setBase(state);
    setDraft(state.definition);
    setBeginning((last) => last + 1);
    setConflict(null);
    queries.setQueryData(keyOf(state.definition.key), state);
  };
  const saving = useMutation({
    mutationFn: async (definition: Definition) => {
      const state = await save({ revision: base.revision, definition });
      return { state, change: await findChange(entity, state) };
    },
    onSuccess: ({ state }) => {
      beginFrom(state);
    },
    onError: async (error, { key }) => {
      if (error instanceof ApiError && error.status === CONFLICT) setConflict(await load(key));
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
    save: (definition = draft) => saving.mutate(definition),
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
    reload: async () => beginFrom(await load(base.definition.key)),
  };
}

/** Keeps unsaved changes if the session ends, until the person has signed in again. @param unsaved null without changes. */
function useKeptOnExpiry(name: string, unsaved: KeptDraft<unknown, unknown> | null): void {
  const latest = useRef(unsaved);
  latest.current = unsaved;
  const isDirty = unsaved !== null;
  // It is on screen now.
  useEffect(() => forgetKeptDraft(name), [name]);
  useEffect(() => {
    if (isDirty) return registerDraft(name, () => latest.current ?? { base: null, draft: null });
  }, [name, isDirty]);
}

/** ID of the change that a save made; null if it is no longer the latest, or can't be reverted. */
async function findChange<Definition extends { key: string }>(
  entity: ChangeEntity,
  { definition: { key }, updatedAt }: Editable<Definition>,
): Promise<number | null> {
  const { changes } = await request("GET /changes", { query: { entity, key } });
  const [latest] = changes;
  return latest?.at === updatedAt && latest?.isReversible ? latest.id : null;
}

/** Safe: definitions are loaded from and saved as JSON. */
function asJson(definition: object): Json {
  return definition as Json;
}
