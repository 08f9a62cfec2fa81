import { capitalize } from "@marquee/contract";
import type { TeamMember } from "@marquee/contract/schema";
import { Badge, Button, Select } from "@marquee/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { areasText, ROLE_CHOICES, ROLE_NAMES, readRole } from "../../shared/account/roles.ts";
import { request } from "../../shared/api/request.ts";
import { reload } from "../../shared/api/useRoute.ts";
import { formatAgo, formatPrecise } from "../../shared/format/format.ts";
import { type Column, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import type { Account } from "../../shared/ui/screen.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { AreasDialog } from "./AreasDialog.tsx";
import {
  isDemotion,
  ResetTwoFactorDialog,
  type RoleChange,
  RoleDialog,
  SignOutDialog,
} from "./PersonDialogs.tsx";

interface TeamTableProps {
  people: readonly TeamMember[];
  account: Account;
}

/** All accounts. A promotion applies immediately; a demotion or removal asks for confirmation. */
export function TeamTable({ people, account }: TeamTableProps) {
  const queries = useQueryClient();
  const [roleChange, setRoleChange] = useState<RoleChange | null>(null);
  const [reset, setReset] = useState<TeamMember | null>(null);
  const [signedOut, setSignedOut] = useState<TeamMember | null>(null);
  const [narrowed, setNarrowed] = useState<TeamMember | null>(null);
  const change = useMutation({
    mutationFn: ({ person, role }: RoleChange) =>
      role
        ? request("POST /team/:id/role", { params: { id: person.id }, body: { role } })
        : request("POST /team/:id/remove", { params: { id: person.id } }),
    onSuccess: () => setRoleChange(null),
    // The list may have changed elsewhere, and owners who lost access get signed out by the response.
    onError: () => reload(queries, "GET /team"),
  });
  const ask = (wanted: RoleChange) => {
    change.reset();
    if (isDemotion(wanted)) setRoleChange(wanted);
    else change.mutate(wanted);
  };
  return (
    <section aria-label="People with an account">
      <DataTable
        caption="People"
        columns={columnsOf({
          account,
          onChange: ask,
          onResetTwoFactor: setReset,
          onSignOut: setSignedOut,
          onAreas: setNarrowed,
        })}
        rows={people}
        keyOf={({ id }) => id}
        csv={{ isPresent: true }}
      />
      <div className="mt-3" role="status">
        {change.isSuccess && <p className="text-ink-muted">{doneText(change.variables)}</p>}
      </div>
      {change.isError && !roleChange && <InlineError error={change.error} />}
      {narrowed && <AreasDialog person={narrowed} onDismiss={() => setNarrowed(null)} />}
      {reset && <ResetTwoFactorDialog person={reset} onDismiss={() => setReset(null)} />}
      {signedOut && <SignOutDialog person={signedOut} onDismiss={() => setSignedOut(null)} />}
      <RoleDialog
        change={roleChange}
        isSelf={roleChange?.person.email === account.email}
        isBusy={change.isPending}
        error={change.error}
        onConfirm={() => roleChange && change.mutate(roleChange)}
        onDismiss={() => setRoleChange(null)}
      />
    </section>
  );
}

interface PeopleActions {
  account: Account;
  onChange: (change: RoleChange) => void;
  onResetTwoFactor: (person: TeamMember) => void;
  onSignOut: (person: TeamMember) => void;
  onAreas: (person: TeamMember) => void;
}

function columnsOf(actions: PeopleActions): Column<TeamMember>[] {
  const { account, onChange, onResetTwoFactor, onSignOut, onAreas } = actions;
  const isOwner = account.role === "owner";
  return [
    {
      id: "person",
      header: "Person",
      sortValue: ({ email }) => email,
      text: ({ email }) => email,
      cell: (person) => (
        <PersonName
          person={person}
          isSelf={person.email === account.email}
          onReset={() => onResetTwoFactor(person)}
          onSignOut={() => onSignOut(person)}
        />
      ),
    },
    {
      id: "role",
      header: "Role",
      width: "w-36 sm:w-44",
      sortValue: ({ role }) => ROLE_NAMES[role],
      cell: (person) =>
        isOwner ? <RoleSelect person={person} onChange={onChange} /> : ROLE_NAMES[person.role],
    },
    {
      id: "areas",
      header: "Areas",
      from: WIDE - 100,
      width: "w-40",
      sortValue: ({ areas }) => areasText(areas),
      text: ({ areas }) => areasText(areas),
      cell: (person) => <Areas person={person} mayChange={isOwner} onChange={() => onAreas(person)} />,
    },
    timeColumn("seen", "Last seen", "never", ({ lastSeenAt }) => lastSeenAt),
    timeColumn("signed-in", "Last sign-in", "unknown", ({ lastSignedInAt }) => lastSignedInAt),
    ...(isOwner ? [removeColumn(onChange)] : []),
  ];
}

function timeColumn(
  id: string,
  header: string,
  never: string,
  at: (person: TeamMember) => number | null,
): Column<TeamMember> {
  return {
    id,
    header,
    from: WIDE - 100,
    width: "w-32",
    className: "text-ink-muted",
    sortValue: at,
    unit: "time",
    cell: (person) => {
      const instant = at(person);
      if (instant === null) return capitalize(never);
      return <span title={formatPrecise(instant)}>{capitalize(formatAgo(instant, Date.now()))}</span>;
    },
  };
}

function removeColumn(onChange: PeopleActions["onChange"]): Column<TeamMember> {
  return {
    id: "remove",
    header: "Remove",
    isHeaderHidden: true,
    width: "w-14 sm:w-32",
    className: "text-right",
    cell: (person) => (
      <Button
        variant="tertiary"
        size="sm"
        className="max-sm:px-2"
        aria-label={`Remove ${person.email}`}
        onClick={() => onChange({ person, role: null })}
      >
        <Trash2 aria-hidden="true" className="size-4" />
        <span className="max-sm:hidden">Remove</span>
      </Button>
    ),
  };
}

interface PersonNameProps {
  person: TeamMember;
  isSelf: boolean;
  onReset: () => void;
  onSignOut: () => void;
}

const LINK = "min-h-6 text-accent underline-offset-4 hover:underline";

function PersonName({ person, isSelf, onReset, onSignOut }: PersonNameProps) {
  const { email, hasTwoFactor, lastSeenAt } = person;
  return (
    <>
      <span className="wrap-anywhere font-medium">{email}</span> {isSelf && <Badge tone="leaf">you</Badge>}
      {hasTwoFactor !== null && (
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-ink-muted text-xs">
          Two-factor {hasTwoFactor ? "on" : "off"}
          {hasTwoFactor && !isSelf && (
            <button
              type="button"
              aria-label={`Reset two-factor authentication of ${email}`}
              onClick={onReset}
              className={LINK}
            >
              Reset
            </button>
          )}
          {lastSeenAt !== null && !isSelf && (
            <button type="button" aria-label={`Sign out ${email}`} onClick={onSignOut} className={LINK}>
              Sign out
            </button>
          )}
        </span>
      )}
    </>
  );
}

interface AreasProps {
  person: TeamMember;
  mayChange: boolean;
  onChange: () => void;
}

function Areas({ person: { email, role, areas }, mayChange, onChange }: AreasProps) {
  const text = areas === null ? "All" : areasText(areas);
  if (!mayChange || role === "owner") return text;
  return (
    <button
      type="button"
      aria-label={`Areas of ${email}: ${text}`}
      onClick={onChange}
      className="min-h-6 text-left text-accent underline-offset-4 hover:underline"
    >
      {text}
    </button>
  );
}

function RoleSelect({ person, onChange }: { person: TeamMember; onChange: PeopleActions["onChange"] }) {
  return (
    <Select
      aria-label={`Role of ${person.email}`}
      size="sm"
      value={person.role}
      choices={ROLE_CHOICES}
      onChange={({ target }) => onChange({ person, role: readRole(target.value) })}
      className="w-full"
    />
  );
}

function doneText({ person, role }: RoleChange): string {
  if (!role) return `Removed ${person.email}.`;
  return `${person.email} is now ${/^[aeiou]/.test(role) ? "an" : "a"} ${role}.`;
}
