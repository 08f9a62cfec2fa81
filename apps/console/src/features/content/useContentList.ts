import type { ContentResponse } from "@marquee/contract/schema";
import { useRoute } from "../../shared/api/useRoute.ts";
import { namesOf } from "./contentTexts.ts";

/** All content of the site, with the open drafts. */
export function useContentList() {
  return useRoute("GET /content");
}

/** Titles of items with their language, by key. */
export function useItemNames(): (item: string) => string {
  const { data } = useContentList();
  return namesOf(data?.items ?? [], data?.drafts ?? []);
}

/** Changes whenever a page may look different: something was published or restored, or the draft was changed. */
export function useContentVersion(draft: number | null): string {
  const { data } = useContentList();
  return data ? contentVersion(data, draft) : "";
}

export function contentVersion(
  { head, drafts }: Pick<ContentResponse, "head" | "drafts">,
  draft: number | null,
): string {
  return `${head} ${drafts.find(({ id }) => id === draft)?.updatedAt ?? ""}`;
}
