import type { Scope } from "../../shared/address/scope.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import type { RequestBody } from "../../shared/api/request.ts";
import { siteId } from "../../shared/query/siteId.ts";

type Scoped = Pick<RequestBody<"POST /query/funnel">, "site_id" | "date_range" | "filters" | "include">;

/** Date range, filters and comparison of the scope, as journey requests expect them. */
export function journeyQuery(scope: Scope, { isCompared = false } = {}): Scoped {
  const { metrics, ...query } = toQuestion(scope, Date.now(), { metrics: ["visitors"], isCompared });
  // Safe cast: query types are readonly, body types are not.
  return { ...query, site_id: siteId() };
}
