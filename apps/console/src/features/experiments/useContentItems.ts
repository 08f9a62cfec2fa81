import type { ContentItemResponse } from "@marquee/contract/schema";
import { queryOptions, useQueries } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";

/** An item with its fields, as it is published. */
export function contentItem(key: string) {
  return queryOptions({
    queryKey: ["content", "published", key],
    queryFn: () => request("GET /content/items/:key", { params: { key }, query: {} }),
  });
}

/** Several items by key; those that do not exist any more are not in it. */
export function useContentItems(keys: readonly string[]): {
  isPending: boolean;
  items: ReadonlyMap<string, ContentItemResponse>;
} {
  const queries = useQueries({ queries: keys.map(contentItem) });
  const items = queries.flatMap(({ data }, index) => (data ? [[keys[index] ?? "", data] as const] : []));
  return { isPending: queries.some(({ isPending }) => isPending), items: new Map(items) };
}
