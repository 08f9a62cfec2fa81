import Type, { type Static } from "typebox";
import { OverviewQuerySchema } from "./accounts.ts";

export const PageVersionsQuerySchema = Type.Object({
  path: Type.String({ minLength: 1, maxLength: 2000 }),
  from: OverviewQuerySchema.properties.from,
  to: OverviewQuerySchema.properties.to,
});
export type PageVersionsQuery = Static<typeof PageVersionsQuerySchema>;

/** A document as it was served; `archivedPagePath(version)` shows it. */
export interface PageVersion {
  version: string;
  /** What visitors it was for, words apart by spaces: `customer`, `<experiment>/<variation>`; empty for everybody. */
  variant: string;
  release: string;
  /** Milliseconds since the epoch. */
  firstServedAt: number;
}

/** Versions of a page that were served within a span, the latest first: those that began in it, and of each variant the one before. */
export interface PageVersionsResponse {
  versions: PageVersion[];
}
