import { useQueryClient } from "@tanstack/react-query";
import { reload, routeQuery } from "../../shared/api/useRoute.ts";

/** The second factors of the signed-in account. */
export const twoFactorQuery = routeQuery("GET /account/two-factor");

/** Refetches the factors and the sessions, because removing a factor ends sessions. */
export function useFactorsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => reload(queries, "GET /account/*");
}
