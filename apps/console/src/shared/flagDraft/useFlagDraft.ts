import type { FlagDefinition, Json } from "@marquee/contract";
import type { FlagState } from "@marquee/contract/schema";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, api } from "../api.ts";
import { changedFields, type FieldChange } from "../changes/changedFields.ts";

export interface FlagDraft {
  /** What the draft began from. */
  base: FlagState;
  draft: FlagDefinition;
  /** What saving would change. */
  changes: FieldChange[];
  set: (change: Partial<FlagDefinition>) => void;
  discard: () => void;
  /** Saves the draft, or another definition in its place. */
  save: (definition?: FlagDefinition) => void;
  isSaving: boolean;
  error: Error | null;
  /** What somebody else saved meanwhile, where that stopped ours. */
  conflict: FlagState | null;
  takeTheirs: () => void;
  /** Goes on with ours on top of theirs: what saving would change is told against theirs from then on. */
  keepOurs: () => void;
  /** Whether the last save is done and still told. */
  isSaved: boolean;
  /** Id of the change that the last save made, where it can be taken back. */
  savedChange: number | null;
  /** The last save is told no longer. */
  forgetSave: () => void;
  /** Grows whenever the draft begins anew, so that fields forget what was typed into them. */
  beginning: number;
  /** Begins anew from what the store holds. */
  reload: () => Promise<void>;
}

const CONFLICT = 409;

/** A flag while somebody edits it: theirs until saved, safe against another editor's save in between. */
export function useFlagDraft(first: FlagState): FlagDraft {
  const queries = useQueryClient();
  const [base, setBase] = useState(first);
  const [draft, setDraft] = useState(first.definition);
  const [beginning, setBeginning] = useState(0);
  const [conflict, setConflict] = useState<FlagState | null>(null);
  const key = first.definition.key;

  const beginFrom = (state: FlagState) => {
    setBase(state);
    setDraft(state.definition);
    setBeginning((last) => last + 1);
    setConflict(null);
    queries.setQueryData(["flag", key], state);
  };
  const saving = useMutation({
    mutationFn: async (definition: FlagDefinition) => {
      const state = await api.saveFlag({ revision: base.revision, definition });
      return { state, change: await findChange(state) };
    },
    onSuccess: ({ state }) => {
      beginFrom(state);
      for (const name of ["flags", "changes"]) queries.invalidateQueries({ queryKey: [name] });
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.status === CONFLICT) setConflict(await api.flag(key));
    },
  });

  return {
    base,
    draft,
    beginning,
    changes: changedFields(asJson(base.definition), asJson(draft)),
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
    reload: async () => beginFrom(await api.flag(key)),
  };
}

/** Which line of the audit log a save made; null where it is not the latest any more. */
async function findChange({ definition: { key }, updatedAt }: FlagState): Promise<number | null> {
  const { changes } = await api.changes({ entity: "flag", key });
  const [latest] = changes;
  return latest?.at === updatedAt && latest?.isReversible ? latest.id : null;
}

/** A definition came as JSON and is written as JSON. */
function asJson(definition: FlagDefinition): Json {
  return definition as unknown as Json;
}
