import { ONE_MINUTE } from "@marquee/contract";
import type { SignedInSession } from "@marquee/contract/schema";
import { Badge, Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { request } from "../../shared/api/request.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { formatAgo, formatDay, formatPrecise } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { InlineError, Skeleton } from "../../shared/ui/states.tsx";
import { AccountSection } from "./AccountSection.tsx";

interface SessionRowProps {
  session: SignedInSession;
  isBusy: boolean;
  onEnd: () => void;
}

/** The server updates `lastSeenAt` at most this often. */
const SEEN_PRECISION = 5 * ONE_MINUTE;

const countryNames = new Intl.DisplayNames("en", { type: "region" });

/** Browsers where the account is signed in, with ways to end sessions. */
export function SessionsSection({ onSignedOut }: { onSignedOut: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const sessions = useRoute("GET /account/sessions");
  const end = useMutation({
    mutationFn: (id: string) => request("POST /account/sessions/:id/end", { params: { id } }),
    onSettled: () => list.current?.focus(),
  });
  const endAll = useMutation({
    mutationFn: () => request("POST /account/sessions/end"),
    onSuccess: onSignedOut,
  });
  return (
    <AccountSection
      title="Sessions"
      description="Browsers where you're signed in. Sign out of any you don't recognize, then change your password."
    >
      <QueryView query={sessions} loading={<Skeleton className="h-32" />}>
        {(data) => (
          <>
            <ul ref={list} tabIndex={-1} aria-label="Sessions" className="outline-none">
              {data.sessions.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  isBusy={end.isPending}
                  onEnd={() => end.mutate(session.id)}
                />
              ))}
            </ul>
            <InlineError error={end.error} />
            <Button variant="secondary" size="sm" className="mt-4" onClick={() => setAsking(true)}>
              Sign out everywhere
            </Button>
          </>
        )}
      </QueryView>
      <ConfirmDialog
        isOpen={isAsking}
        title="Sign out everywhere?"
        action="Sign out everywhere"
        dismissal="Cancel"
        isBusy={endAll.isPending}
        error={endAll.error}
        onConfirm={() => endAll.mutate()}
        onDismiss={() => {
          setAsking(false);
          endAll.reset();
        }}
      >
        <p>You&apos;ll be signed out of every browser, including this one.</p>
      </ConfirmDialog>
    </AccountSection>
  );
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { country, createdAt, lastSeenAt, isCurrent } = session;
  const name = sessionName(session);
  const isActive = isCurrent || Date.now() - lastSeenAt < SEEN_PRECISION;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-hairline border-b py-3 first:border-t">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">
          {name} {isCurrent && <Badge tone="leaf">This browser</Badge>}
        </p>
        <p className="mt-0.5 text-ink-muted text-xs">
          {country ? countryNames.of(country) : "Location unknown"} ·{" "}
          <span title={formatPrecise(createdAt)}>Signed in {formatDay(createdAt)}</span> ·{" "}
          <span title={formatPrecise(lastSeenAt)}>
            {isActive ? "Active now" : `Last active ${formatAgo(lastSeenAt, Date.now())}`}
          </span>
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="tertiary"
          size="sm"
          aria-label={`Sign out ${name}`}
          disabled={isBusy}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function sessionName({ browser, os }: SignedInSession): string {
  if (browser && os) return `${browser} on ${os}`;
  return browser || os || "Unknown browser";
}
