import type { Person, SessionAnswer } from "@marquee/contract/schema";
import { Badge, Button } from "@marquee/ui";
import { Trash2 } from "lucide-react";
import { ROLE_CHOICES, ROLE_NAMES, readRole } from "../../shared/account/roles.ts";
import { capitalize, formatAgo, formatPrecise } from "../../shared/format/format.ts";
import type { RightsChange } from "./rightsChange.ts";

interface PersonRowProps {
  person: Person;
  account: NonNullable<SessionAnswer["account"]>;
  onChange: (change: RightsChange) => void;
  onResetTwoFactor: () => void;
}

export function PersonRow({ person, account, onChange, onResetTwoFactor }: PersonRowProps) {
  const { email, role, lastSeenAt, lastSignedInAt, hasTwoFactor } = person;
  const isOwner = account.role === "owner";
  const seen = lastSeenAt === null ? "not signed in" : formatAgo(lastSeenAt, Date.now());
  const signedIn = lastSignedInAt === null ? "unknown" : formatAgo(lastSignedInAt, Date.now());
  return (
    <tr className="border-hairline border-b">
      <th scope="row" className="wrap-anywhere py-2 pr-4 font-medium">
        {email} {email === account.email && <Badge tone="leaf">you</Badge>}
        {hasTwoFactor !== null && (
          <span className="mt-0.5 flex flex-wrap items-center gap-x-2 font-normal text-ink-muted text-xs">
            Two-factor {hasTwoFactor ? "on" : "off"}
            {hasTwoFactor && email !== account.email && (
              <button
                type="button"
                aria-label={`Reset two-factor authentication of ${email}`}
                onClick={onResetTwoFactor}
                className="min-h-6 text-accent underline-offset-4 hover:underline"
              >
                Reset
              </button>
            )}
          </span>
        )}
        <span className="block font-normal text-ink-muted text-xs lg:hidden">Last seen: {seen}</span>
        <span className="block font-normal text-ink-muted text-xs lg:hidden">Last sign-in: {signedIn}</span>
      </th>
      <td className="py-2 pr-4">
        {isOwner ? (
          <select
            aria-label={`Role of ${email}`}
            value={role}
            onChange={({ target }) => onChange({ person, role: readRole(target.value) })}
            className="h-9 w-full rounded-sm border border-control bg-surface px-2"
          >
            {ROLE_CHOICES.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          ROLE_NAMES[role]
        )}
      </td>
      <td
        className="py-2 pr-4 text-ink-muted max-lg:hidden"
        title={lastSeenAt === null ? undefined : formatPrecise(lastSeenAt)}
      >
        {capitalize(seen)}
      </td>
      <td
        className="py-2 pr-4 text-ink-muted max-lg:hidden"
        title={lastSignedInAt === null ? undefined : formatPrecise(lastSignedInAt)}
      >
        {capitalize(signedIn)}
      </td>
      <td className="py-2 text-right">
        {isOwner && (
          <Button
            variant="tertiary"
            size="sm"
            className="max-sm:px-2"
            aria-label={`Remove ${email}`}
            onClick={() => onChange({ person, role: null })}
          >
            <Trash2 aria-hidden="true" className="size-4" />
            <span className="max-sm:hidden">Remove</span>
          </Button>
        )}
      </td>
    </tr>
  );
}
