import { routeQuery } from "./useRoute.ts";

/** An item of the content as it is in a draft; null for what is published. */
export const contentItem = (key: string, draft: number | null = null) =>
  routeQuery("GET /content/items/:key", { params: { key }, query: draft ? { draft } : {} });
