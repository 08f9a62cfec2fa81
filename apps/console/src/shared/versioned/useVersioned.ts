import type { ConsoleRoute, StoredRecord } from "@marquee/contract/schema";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, type RequestBody, type ResponseOf, requestJson } from "../api/request.ts";
import { routeKey } from "../api/useRoute.ts";

/** Versioned records by route name, with the field of the `GET` response that has the list. */
const LISTS = {
  goals: "goals",
  funnels: "funnels",
  notes: "notes",
  alerts: "alerts",
  reports: "reports",
  segments: "segments",
  "campaign-links": "links",
  "ad-costs": "imports",
} as const satisfies Partial<Record<KindOf<ConsoleRoute>, string>>;

type KindOf<Route> = Route extends `PUT /${infer Kind}/:id` ? Kind : never;
export type RecordKind = keyof typeof LISTS;
type BodyOf<Kind extends RecordKind> = RequestBody<`PUT /${Kind}/:id`>;
export type DefinitionOf<Kind extends RecordKind> =
  BodyOf<Kind> extends { definition: infer Definition } ? Definition : never;
export type StateOf<Kind extends RecordKind> = ResponseOf<`PUT /${Kind}/:id`> & StoredRecord<object>;

export interface Save<Kind extends RecordKind> {
  /** Null for a new record. */
  stored: Pick<StoredRecord<object>, "id" | "revision"> | null;
  definition: DefinitionOf<Kind>;
  /** Additional fields of the request. */
  more?: Omit<BodyOf<Kind>, "revision" | "definition">;
}

/** Creates and changes records of a kind. The kind's list is updated immediately; the server says what else to refetch. */
export const saveRecord = <Kind extends RecordKind>(queries: QueryClient, kind: Kind) => ({
  // `Save` has checked the body, so the response has this type.
  mutationFn: ({ stored, definition, more }: Save<Kind>): Promise<StateOf<Kind>> =>
    stored
      ? requestJson(`PUT /${kind}/:id`, {
          params: { id: String(stored.id) },
          body: { ...more, revision: stored.revision, definition },
        })
      : // Cost imports start from a file, not from a definition.
        requestJson(`POST /${kind}` as ConsoleRoute, { body: { definition } }),
  onSuccess: (saved: StateOf<Kind>) => {
    queries.setQueriesData({ queryKey: routeKey(`GET /${kind}`) }, withRecord(kind, saved));
  },
});

/** The stored record; undefined if it is deleted. */
export async function readRecord<Kind extends RecordKind>(
  queries: QueryClient,
  kind: Kind,
  id: number,
): Promise<StateOf<Kind> | undefined> {
  const route = `GET /${kind}` as const;
  const answer: Answer = await queries.fetchQuery({
    queryKey: routeKey(route),
    queryFn: () => requestJson(route),
  });
  return answer[LISTS[kind]]?.find((each) => each.id === id) as StateOf<Kind> | undefined;
}

/**
 * Creates, changes, ends and restores records of a kind. `ended` is the record that was ended last, to offer
 * undoing it.
 */
export function useVersioned<Kind extends RecordKind>(kind: Kind) {
  const save = useMutation(saveRecord(useQueryClient(), kind));
  const [ended, setEnded] = useState<StateOf<Kind> | null>(null);
  const setEnd = (stored: StateOf<Kind>, isEnded: boolean, onDone?: (saved: StateOf<Kind>) => void) => {
    const definition = withEnd(stored.definition, isEnded) as DefinitionOf<Kind>;
    const onSuccess = (saved: StateOf<Kind>) => {
      setEnded(isEnded ? saved : null);
      onDone?.(saved);
    };
    save.mutate({ stored, definition }, { onSuccess });
  };
  return {
    save,
    ended,
    end: (stored: StateOf<Kind>, onDone?: (saved: StateOf<Kind>) => void) => setEnd(stored, true, onDone),
    restore: (stored: StateOf<Kind>, onDone?: (saved: StateOf<Kind>) => void) =>
      setEnd(stored, false, onDone),
  };
}

type Answer = Readonly<Record<string, readonly StoredRecord<object>[]>>;

/** A definition with the flag that ends or restores its record. */
export const withEnd = (definition: object, isEnded: boolean): object =>
  "isArchived" in definition ? { ...definition, isArchived: isEnded } : { ...definition, isDeleted: isEnded };

/** The response with a saved record added to its list, or a deleted one removed. */
const withRecord = (kind: RecordKind, saved: StoredRecord<object>) => (answer: Answer | undefined) => {
  const list = answer?.[LISTS[kind]];
  if (!list) return answer;
  const isDeleted = "isDeleted" in saved.definition && saved.definition.isDeleted === true;
  const place = list.findIndex(({ id }) => id === saved.id);
  const next = isDeleted
    ? list.filter(({ id }) => id !== saved.id)
    : list.toSpliced(place < 0 ? list.length : place, 1, saved);
  return { ...answer, [LISTS[kind]]: next };
};

/** Whether someone else has saved in between. */
export const isConflict = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === "conflict";
