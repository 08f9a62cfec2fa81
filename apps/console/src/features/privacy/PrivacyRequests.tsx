import { may } from "@marquee/contract/schema";
import { Button, Field } from "@marquee/ui";
import type { FormEvent } from "react";
import { useFilters } from "../../shared/address/useFilters.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { NotForViewers, Skeleton } from "../../shared/ui/states.tsx";
import { Audit } from "./Audit.tsx";
import { Erasure } from "./Erasure.tsx";
import { Person } from "./Person.tsx";
import { Retention } from "./Retention.tsx";

interface LookUpProps {
  id: string;
  onLookUp: (id: string) => void;
}

const NAMES = ["id", "scope"] as const;
/** How often to refetch while data is being erased, in milliseconds. */
const REFRESH_INTERVAL = 3000;

/** Looks up a person's data, with export, deletion and the log of requests. */
export function PrivacyRequests({ title, account: { role } }: ScreenProps) {
  const [{ id, scope }, setFilters] = useFilters(NAMES);
  const rights = useRoute(
    "GET /privacy-requests",
    {},
    {
      enabled: may(role, "seePeople"),
      refetchInterval: ({ state }) => (state.data?.erasure.runningSince ? REFRESH_INTERVAL : false),
    },
  );
  if (!may(role, "seePeople")) {
    return (
      <>
        <ScreenHeader title={title} />
        <NotForViewers what="Privacy requests" />
      </>
    );
  }
  return (
    <>
      <ScreenHeader title={title} />
      <LookUp key={id} id={id} onLookUp={(requestedId) => setFilters({ id: requestedId, scope: "" })} />
      {id && <Person key={id} id={id} scope={scope === "name" ? "name" : "person"} />}
      <Audit />
      <QueryView query={rights} loading={<Skeleton className="mt-10 h-24" />}>
        {(data) => (
          <>
            <Erasure {...data.erasure} />
            <Retention {...data} />
          </>
        )}
      </QueryView>
    </>
  );
}

/** The search form for a person. */
function LookUp({ id, onLookUp }: LookUpProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onLookUp(String(new FormData(event.currentTarget).get("id")).trim());
  };
  return (
    <search className="mt-5 block max-w-xl">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <Field
            label="Anonymous ID, user ID, email address or lead ID"
            name="id"
            defaultValue={id}
            required
            minLength={3}
            maxLength={254}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <Button submit size="sm" className="h-10" variant={id ? "secondary" : "primary"}>
          Look up
        </Button>
      </form>
    </search>
  );
}
