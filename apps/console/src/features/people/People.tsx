import { useQuery } from "@tanstack/react-query";
import { api } from "../../shared/api/api.ts";
import { ScreenHeader } from "../../shared/ui/ScreenHeader.tsx";
import type { ScreenProps } from "../../shared/ui/screen.types.ts";
import { Failure, Skeleton } from "../../shared/ui/states.tsx";
import { Invitations } from "./Invitations.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { PeopleTable } from "./PeopleTable.tsx";

/** Who may use the console, and who is asked to. Owners change it. */
export function People({ title, account }: ScreenProps) {
  const people = useQuery({ queryKey: ["people"], queryFn: api.people });
  const isOwner = account.role === "owner";
  return (
    <>
      <ScreenHeader title={title} />
      <p className="mt-1 max-w-prose text-ink-muted">
        Viewers read, editors change the site, owners manage people too.
        {!isOwner && " You may look; ask an owner to change something here."}
      </p>
      {people.isPending && <Skeleton className="mt-6 h-64" />}
      {people.isError && !people.data && <Failure error={people.error} onRetry={() => people.refetch()} />}
      {people.data && (
        <div className="mt-6 grid max-w-4xl gap-10">
          <PeopleTable people={people.data.people} account={account} />
          {isOwner && <InviteForm />}
          <Invitations invitations={people.data.invitations} isOwner={isOwner} />
        </div>
      )}
    </>
  );
}
