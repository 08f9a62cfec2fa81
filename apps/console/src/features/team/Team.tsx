import type { PendingInvitation } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { areasText, ROLE_NAMES } from "../../shared/account/roles.ts";
import { request } from "../../shared/api/request.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { formatInstant, formatPrecise } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { InlineError, Skeleton } from "../../shared/ui/states.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { TeamTable } from "./TeamTable";

/** Accounts of the console and pending invitations. Only owners can change them. */
export function Team({ title, account }: ScreenProps) {
  const people = useRoute("GET /team");
  const isOwner = account.role === "owner";
  return (
    <>
      <ScreenHeader title={title} />
      <About mayEdit={isOwner} ask="Ask an owner to make changes.">
        Viewers can read, contributors can draft content, editors can change and publish everything, and
        owners can also manage the team. Owners can limit everyone except owners to areas of the console.
      </About>
      <QueryView
        query={people}
        loading={<Skeleton className="mt-6 h-64" />}
        className="mt-6 grid max-w-4xl gap-10"
      >
        {(data) => (
          <>
            <TeamTable people={data.members} account={account} />
            {isOwner && <InviteForm />}
            <Invitations invitations={data.invitations} isOwner={isOwner} />
          </>
        )}
      </QueryView>
    </>
  );
}

interface InvitationsProps {
  invitations: readonly PendingInvitation[];
  isOwner: boolean;
}

/** Invitations that have not been accepted yet. */
function Invitations({ invitations, isOwner }: InvitationsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const withdraw = useMutation({
    mutationFn: (id: string) => request("POST /team/invitations/:id/withdraw", { params: { id } }),
    onSettled: () => heading.current?.focus(),
  });
  return (
    <section aria-labelledby="invitations">
      <h2 ref={heading} id="invitations" tabIndex={-1} className="font-semibold outline-none">
        Pending invitations
      </h2>
      <InlineError error={withdraw.error} />
      {invitations.length === 0 ? (
        <p className="mt-2 border-hairline border-t py-2 text-ink-muted">
          No pending invitations.{isOwner && " People you invite are listed here until they join."}
        </p>
      ) : (
        <ul className="mt-2">
          {invitations.map(({ id, email, role, areas, expiresAt }) => (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-4 border-hairline border-t py-2 last:border-b"
            >
              <span className="wrap-anywhere min-w-0 flex-1 basis-40 font-medium">{email}</span>
              <span className="w-40">
                {ROLE_NAMES[role]}
                {areas && <span className="block text-ink-muted text-xs">{areasText(areas)}</span>}
              </span>
              <span className="text-ink-muted" title={formatPrecise(expiresAt)}>
                expires {formatInstant(expiresAt)}
              </span>
              {isOwner && (
                <Button
                  variant="tertiary"
                  size="sm"
                  aria-label={`Revoke the invitation for ${email}`}
                  disabled={withdraw.isPending}
                  onClick={() => withdraw.mutate(id)}
                >
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
