import type { SessionAnswer } from "@marquee/contract/schema";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../shared/api.ts";
import { ScreenHeader } from "../../shared/ScreenHeader.tsx";
import { Failure, Skeleton } from "../../shared/states.tsx";
import { useFilters } from "../../shared/useFilters.ts";
import { Audit } from "./Audit.tsx";
import { LookUp } from "./LookUp.tsx";
import { Person } from "./Person.tsx";
import { Retention } from "./Retention.tsx";

const NAMES = ["id"] as const;

interface RightsProps {
  role: NonNullable<SessionAnswer["account"]>["role"];
}

/** What is kept about one person, a copy of it, its deletion; and who asked for which. */
export function Rights({ role }: RightsProps) {
  const [{ id }, setFilters] = useFilters(NAMES);
  const rights = useQuery({ queryKey: ["rights"], queryFn: api.rights });
  return (
    <>
      <ScreenHeader title="Data rights" />
      <LookUp key={id} id={id} onLookUp={(asked) => setFilters({ id: asked })} />
      {id && <Person key={id} id={id} mayAct={role !== "viewer"} />}
      <Audit />
      {rights.isPending && <Skeleton className="mt-10 h-24" />}
      {rights.isError && !rights.data && <Failure error={rights.error} onRetry={() => rights.refetch()} />}
      {rights.data && <Retention {...rights.data} />}
    </>
  );
}
