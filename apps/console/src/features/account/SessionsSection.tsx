import { Button } from "@marquee/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../shared/api/api.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { Problem } from "../../shared/ui/Problem.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { AccountSection } from "./AccountSection.tsx";
import { SessionRow } from "./SessionRow.tsx";

/** Where somebody is signed in, and ways to end it. */
export function SessionsSection({ onSignedOut }: { onSignedOut: () => void }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const sessions = useQuery({ queryKey: ["account", "sessions"], queryFn: api.sessions });
  const end = useMutation({
    mutationFn: api.endSession,
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ["account", "sessions"] });
      list.current?.focus();
    },
  });
  const endAll = useMutation({ mutationFn: api.endAllSessions, onSuccess: onSignedOut });
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
            {end.isError && <Problem error={end.error} />}
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
        onDismiss={() => setAsking(false)}
      >
        <p>Every session ends, including this one. You&apos;ll need to sign in again.</p>
      </ConfirmDialog>
    </AccountSection>
  );
}
