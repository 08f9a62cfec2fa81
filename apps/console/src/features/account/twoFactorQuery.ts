import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api } from "../../shared/api/api.ts";

/** The second factors of whoever is signed in. */
export const twoFactorQuery = queryOptions({ queryKey: ["account", "two-factor"], queryFn: api.twoFactor });

/** Asks again, and for the sessions too: removing a factor ends some. */
export function useFactorsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["account"] });
}
