import { routeQuery } from "./useRoute.ts";

/** A content item in a draft, or its published version if `draft` is null. */
export const contentItem = (key: string, draft: number | null = null) =>
  routeQuery("GET /content/items/:key", { params: { key }, query: draft ? { draft } : {} });
