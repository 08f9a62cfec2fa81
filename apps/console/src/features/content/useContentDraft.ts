import type { Json } from "@marquee/contract";
import type { ContentField, ContentItemResponse, DraftField } from "@marquee/contract/schema";
import { hashKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { contentItem } from "../../shared/api/contentItem.ts";
import { ApiError, request } from "../../shared/api/request.ts";
import { reload } from "../../shared/api/useRoute.ts";
import { beforeSignOut } from "../../shared/draft/typedTexts.ts";
import { itemName } from "./contentTexts.ts";
import { createDraftSaver, type FieldAddress } from "./draftSaver.ts";
import { keepTyped } from "./typedStore.ts";
import { useRunningExperiments } from "./useRunningExperiments.ts";

interface ContentDraftOptions {
  /** Key of the item that is edited; empty for none. */
  item: string;
  /** ID of the draft; null until the first change creates one. */
  draft: number | null;
  /** Email address of the account: texts typed in this browser belong to the account that typed them. */
  account: string;
  onCreated: (draft: number) => void;
  /** Creates the draft, if another form of the screen is responsible for that. */
  createDraft?: () => Promise<number>;
}

/** The fields of an item in a draft, saved as they are typed. */
export function useContentDraft({ item, draft, account, onCreated, createDraft }: ContentDraftOptions) {
  const queries = useQueryClient();
  const reading = useMemo(() => contentItem(item, draft), [item, draft]);
  const key = reading.queryKey;
  const query = useQuery({
    ...reading,
    enabled: item !== "",
    // A draft that another form of the screen just created has the same content, so keep the form, its focus and its announcements while it
    // loads.
    placeholderData: (last, lastQuery) =>
      lastQuery && hashKey(lastQuery.queryKey) === hashKey(contentItem(item).queryKey) ? last : undefined,
  });
  const experimentOf = useRunningExperiments();
  const [, redraw] = useState(0);
  const [saves, setSaves] = useState(0);
  const createElsewhere = useRef(createDraft);
  createElsewhere.current = createDraft;
  const created = useRef<{ draft: Promise<number> | null }>({ draft: null });

  const { saver, ensureDraft } = useMemo(() => {
    const creation = created.current;
    creation.draft = null;
    const ensureDraft = (): Promise<number> => {
      if (draft !== null) return Promise.resolve(draft);
      creation.draft ??=
        createElsewhere.current?.() ??
        queries
          .ensureQueryData(reading)
          .then(({ item }) =>
            request("POST /content/drafts", { body: { name: `Changes to ${itemName(item)}` } }),
          )
          .then(({ id }) => id);
      creation.draft.catch(() => {
        creation.draft = null;
      });
      return creation.draft;
    };
    const store = keepTyped({ account, item, draft });
    const stopKeeping = store.stop;
    const saving = createDraftSaver({
      store,
      async send(field) {
        try {
          const id = await ensureDraft();
          // Texts typed before the draft existed now belong to this draft alone.
          store.moveTo(id);
          const { field: saved } = await request("PUT /content/drafts/:id/field", {
            params: { id: String(id) },
            body: field,
          });
          return saved;
        } catch (error) {
          // After a session ends, the person gets the sign-in form, and then this screen with their unsaved
          // texts.
          if (error instanceof ApiError && error.status === 401) void reload(queries, "GET /content");
          throw error;
        }
      },
      isRefusal: (error) => error instanceof ApiError && [400, 403, 404, 409].includes(error.status),
      onSaved: (address, field) => {
        queries.setQueryData<ContentItemResponse>(
          key,
          (response) => response && withChange(response, address, field),
        );
        setSaves((count) => count + 1);
      },
      onChange: () => redraw((count) => count + 1),
    });
    const stop = () => {
      saving.stop();
      stopKeeping();
    };
    return { saver: { ...saving, stop }, ensureDraft };
  }, [item, draft, account, key, reading, queries]);
  useEffect(() => {
    const end = beforeSignOut(saver.flush);
    return () => {
      end();
      saver.stop();
    };
  }, [saver]);

  const state = saver.state();
  // The server may find a problem with the saved value, and the first save has created a draft.
  useEffect(() => {
    if (saves === 0 || state.kind !== "saved") return;
    if (draft === null)
      void created.current.draft?.then((id) => {
        // The form stays as it is while the draft loads.
        queries.setQueryData(contentItem(item, id).queryKey, queries.getQueryData(key));
        onCreated(id);
      });
    else void reload(queries, "GET /content*");
  }, [saves, state.kind, draft, onCreated, queries, item, key]);

  const changes = useMemo(
    () => new Map(query.data?.changes.map((change) => [change.pointer, change])),
    [query.data],
  );
  const read = ({ pointer, value }: ContentField): Json => {
    const newest = saver.typed({ item, pointer }) ?? changes.get(pointer);
    return newest ? newest.value : value;
  };
  const type = useCallback(
    (pointer: string, value: Json) =>
      saver.type({ item, pointer, value, revision: changes.get(pointer)?.revision ?? 0 }),
    [saver, item, changes],
  );
  return {
    query,
    draft,
    /** The draft that stores the changes. The first change creates it. */
    ensureDraft,
    state,
    changes,
    read,
    type,
    /** The running experiment that varies a field; null for none. */
    experimentOf: (pointer: string) => experimentOf({ item, pointer }),
    refusalOf: (pointer: string) => saver.refusal({ item, pointer }),
    /** Discards the typed value in favor of the stored one. */
    giveUp: (pointer: string) => {
      saver.giveUp({ item, pointer });
      void reload(queries, "GET /content*");
    },
    /** Sends the typed value even though someone else has changed the field since. */
    insist: async (pointer: string) => {
      const value = saver.typed({ item, pointer })?.value;
      const { data } = await query.refetch();
      const stored = data?.changes.find((change) => change.pointer === pointer);
      saver.giveUp({ item, pointer });
      if (value !== undefined) saver.type({ item, pointer, value, revision: stored?.revision ?? 0 });
    },
    flush: saver.flush,
  };
}

export type ContentDraft = ReturnType<typeof useContentDraft>;

function withChange(
  response: ContentItemResponse,
  { pointer }: FieldAddress,
  field: DraftField | null,
): ContentItemResponse {
  const otherChanges = response.changes.filter((change) => change.pointer !== pointer);
  return { ...response, changes: field ? [...otherChanges, field] : otherChanges };
}
