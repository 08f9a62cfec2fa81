import type { SessionAnswer } from "@marquee/contract/schema";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../shared/api/api.ts";

/** Who is signed in, and whether somebody was until a moment ago, on another screen. */
export type Session = SessionAnswer & { hasEnded?: boolean };

/** Who is signed in. Every other answer tells when that has ended. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: (): Promise<Session> => api.session(),
  staleTime: Number.POSITIVE_INFINITY,
});
