import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";

/** The second factors of the signed-in account. */
export const twoFactorQuery = queryOptions({
  queryKey: ["account", "two-factor"],
  queryFn: () => request("GET /account/two-factor"),
});

/** Asks again, and for the sessions too: removing a factor ends some. */
export function useFactorsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["account"] });
}
