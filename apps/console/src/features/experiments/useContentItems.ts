import type { ContentItemResponse } from "@marquee/contract/schema";
import { useQueries } from "@tanstack/react-query";
import { contentItem } from "../../shared/api/contentItem.ts";

/** Several items by key; those that no longer exist are missing. */
export function useContentItems(keys: readonly string[]): {
  isPending: boolean;
  items: ReadonlyMap<string, ContentItemResponse>;
} {
  const queries = useQueries({ queries: keys.map((key) => contentItem(key)) });
  const items = queries.flatMap(({ data }, index) => (data ? [[keys[index] ?? "", data] as const] : []));
  return { isPending: queries.some(({ isPending }) => isPending), items: new Map(items) };
}
