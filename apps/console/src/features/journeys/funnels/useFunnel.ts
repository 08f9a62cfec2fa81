import type { FunnelState } from "@marquee/contract/schema";
import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { writeHref } from "../../../shared/address/writeHref.ts";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { EMPTY_FUNNEL, type FunnelDraft, readFunnel, writeFunnel } from "./funnelAddress.ts";

/** URL parameters of the open drop-off. */
const OPENED = ["left", "part"];

/** The funnel of the screen: a saved one, named in the URL by its ID, or one whose steps are in the URL. */
export function useFunnel() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const saved = useRoute("GET /funnels");
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const stored = saved.data?.funnels.find(({ id }) => String(id) === params.get("funnel")) ?? null;
  const edited = useMemo(() => readFunnel(params), [params]);
  const funnel: FunnelDraft = edited ?? stored?.definition.funnel ?? EMPTY_FUNNEL;
  const isChanged = edited !== null && JSON.stringify(edited) !== JSON.stringify(stored?.definition.funnel);
  const hrefOf = useCallback(
    (id: number | null, draft: FunnelDraft | null) => {
      const next = new URLSearchParams(search);
      for (const name of OPENED) next.delete(name);
      if (id === null) next.delete("funnel");
      else next.set("funnel", String(id));
      writeFunnel(next, draft);
      return writeHref(path, next);
    },
    [path, search],
  );
  return {
    saved,
    stored,
    /** The URL names a funnel that no longer exists. */
    isMissing: params.has("funnel") && saved.isSuccess && stored === null && edited === null,
    funnel,
    isChanged,
    /** Changes the funnel; Back undoes it. */
    change: (draft: FunnelDraft) =>
      navigate(hrefOf(stored?.id ?? null, draft.steps.length > 0 ? draft : null)),
    open: (state: FunnelState | null) => navigate(hrefOf(state?.id ?? null, null)),
  };
}
