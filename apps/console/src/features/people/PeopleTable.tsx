import type { Person, SessionAnswer } from "@marquee/contract/schema";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../shared/api/api.ts";
import { Problem } from "../../shared/ui/Problem.tsx";
import { PersonRow } from "./PersonRow.tsx";
import { ResetTwoFactorDialog } from "./ResetTwoFactorDialog.tsx";
import { RightsDialog } from "./RightsDialog.tsx";
import { isLess, type RightsChange } from "./rightsChange.ts";

interface PeopleTableProps {
  people: readonly Person[];
  account: NonNullable<SessionAnswer["account"]>;
}

/** Everybody with an account. More rights are given at once; taking some away is asked about first. */
export function PeopleTable({ people, account }: PeopleTableProps) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<RightsChange | null>(null);
  const [reset, setReset] = useState<Person | null>(null);
  const change = useMutation({
    mutationFn: ({ person, role }: RightsChange) =>
      role ? api.changeRole(person.id, role) : api.removePerson(person.id),
    onSuccess: () => setAsked(null),
    // Whatever came of it, the list says how things stand; without rights of one's own, that one is signed out.
    onSettled: () => queries.invalidateQueries({ queryKey: ["people"] }),
  });
  const ask = (wanted: RightsChange) => {
    change.reset();
    if (isLess(wanted)) setAsked(wanted);
    else change.mutate(wanted);
  };
  return (
    <section aria-label="People with an account">
      <table className="w-full table-fixed text-left">
        <colgroup>
          <col />
          <col className="w-32 sm:w-40" />
          <col className="w-32 max-lg:hidden" />
          <col className="w-32 max-lg:hidden" />
          <col className="w-12 sm:w-28" />
        </colgroup>
        <thead>
          <tr className="border-hairline border-b text-ink-muted text-xs">
            <th className="py-2 pr-4 font-medium">Person</th>
            <th className="py-2 pr-4 font-medium">Role</th>
            <th className="py-2 pr-4 font-medium max-lg:hidden">Last seen</th>
            <th className="py-2 pr-4 font-medium max-lg:hidden">Last sign-in</th>
            <th className="py-2 font-medium">
              <span className="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              account={account}
              onChange={ask}
              onResetTwoFactor={() => setReset(person)}
            />
          ))}
        </tbody>
      </table>
      <div className="mt-3" role="status">
        {change.isSuccess && <p className="text-ink-muted">{doneText(change.variables)}</p>}
      </div>
      {change.isError && !asked && <Problem error={change.error} />}
      {reset && <ResetTwoFactorDialog person={reset} onDismiss={() => setReset(null)} />}
      <RightsDialog
        change={asked}
        isSelf={asked?.person.email === account.email}
        isBusy={change.isPending}
        error={change.error}
        onConfirm={() => asked && change.mutate(asked)}
        onDismiss={() => setAsked(null)}
      />
    </section>
  );
}

function doneText({ person, role }: RightsChange): string {
  return role ? `${person.email} is ${role} now.` : `Removed ${person.email}.`;
}
