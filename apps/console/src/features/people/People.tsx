import { useQuery } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader } from "../../shared/ui/ScreenHeader.tsx";
import type { ScreenProps } from "../../shared/ui/screen.types.ts";
import { Skeleton } from "../../shared/ui/states.tsx";
import { Invitations } from "./Invitations.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { PeopleTable } from "./PeopleTable.tsx";

/** Who may use the console, and who is asked to. Owners change it. */
export function People({ title, account }: ScreenProps) {
  const people = useQuery({ queryKey: ["people"], queryFn: () => request("GET /people") });
  const isOwner = account.role === "owner";
  return (
    <>
      <ScreenHeader title={title} />
      <p className="mt-1 max-w-prose text-ink-muted">
        Viewers can read, editors can change the site, and owners can also manage people.
        {!isOwner && " You have view-only access. Ask an owner to make changes."}
      </p>
      <QueryView
        query={people}
        loading={<Skeleton className="mt-6 h-64" />}
        className="mt-6 grid max-w-4xl gap-10"
      >
        {(data) => (
          <>
            <PeopleTable people={data.people} account={account} />
            {isOwner && <InviteForm />}
            <Invitations invitations={data.invitations} isOwner={isOwner} />
          </>
        )}
      </QueryView>
    </>
  );
}
