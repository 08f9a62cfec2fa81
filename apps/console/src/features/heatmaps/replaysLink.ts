import { type Scope, withFilter, writeScope } from "../../shared/address/scope.ts";
import { writeHref } from "../../shared/address/writeHref.ts";
import type { Mode } from "./stage/stage.types.ts";

export interface ReplaysLink {
  href: string;
  label: string;
}

interface ReplaysOptions {
  page: string;
  scope: Scope;
  mode: Mode;
}

/**
 * Link to the replays of sessions that visited the page, with the same filters; for the rage and dead click heatmaps, only sessions with
 * such clicks. The replay list can't filter by element, version or window size, so the label does not mention them.
 */
export function replaysLink({ page, scope, mode }: ReplaysOptions): ReplaysLink {
  const frustration = mode === "rage" || mode === "dead" ? mode : "";
  const params = new URLSearchParams(frustration && { frustration });
  writeScope(
    "/replays",
    params,
    withFilter(scope, { operator: "is", dimension: "event:page", values: [page] }),
  );
  return {
    href: writeHref("/replays", params),
    label: `Replays of visits to this page${frustration && `, with ${frustration} clicks`}`,
  };
}
