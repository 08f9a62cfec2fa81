import { Button } from "@marquee/ui";
import clsx from "clsx";
import type { ReactNode } from "react";

/** Stands where something will be, in its shape. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={clsx("pulses rounded-sm bg-surface-sunken", className)} />;
}

interface NoticeProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** Nothing here yet, and what to do so that there is. */
export function EmptyState({ title, children, action }: NoticeProps) {
  return (
    <div className="mx-auto max-w-md px-4 py-14 text-center">
      <h2 className="font-display font-semibold text-lead">{title}</h2>
      <p className="mt-2 text-ink-muted">{children}</p>
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}

/** What failed, in the server's words, and how to try again. */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isOffline = error instanceof TypeError;
  return (
    <div role="alert" className="mx-auto max-w-md px-4 py-14 text-center">
      <h2 className="font-display font-semibold text-lead">
        {isOffline ? "No connection" : "Something went wrong"}
      </h2>
      <p className="mt-2 text-ink-muted">
        {isOffline
          ? "The server is not responding. Check that it is running and that you are online."
          : error.message}
      </p>
      <Button variant="secondary" size="sm" className="mt-5" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Why something that was asked for did not happen, beside where it was asked. */
export function InlineError({ error }: { error: Error }) {
  return (
    <p role="alert" className="border-clay border-l-2 bg-clay-soft px-3 py-2">
      {error instanceof TypeError ? "The server is not responding. Try again." : error.message}
    </p>
  );
}
