import { queryOptions } from "@tanstack/react-query";
import { api } from "../shared/api.ts";

/** Who is signed in. Every other answer tells when that has ended. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: api.session,
  staleTime: Number.POSITIVE_INFINITY,
});
