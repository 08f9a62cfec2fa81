import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";

/** The second factors of the signed-in account. */
export const twoFactorQuery = queryOptions({
  queryKey: ["account", "two-factor"],
  queryFn: () => request("GET /account/two-factor"),
});

/** Refetches the factors and the sessions, because removing a factor ends sessions. */
export function useFactorsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["account"] });
}
