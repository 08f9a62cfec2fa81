import { Button } from "@marquee/ui";
import clsx from "clsx";
import type { ReactNode } from "react";

/** Placeholder for content that is loading. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={clsx("pulses rounded-sm bg-surface-sunken", className)} />;
}

interface NoticeProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** Shown if there is nothing to list, with advice on what to do. */
export function EmptyState({ title, children, action }: NoticeProps) {
  return (
    <div className="mx-auto max-w-md px-4 py-14 text-center">
      <h2 className="font-display font-semibold text-lead">{title}</h2>
      <p className="mt-2 text-ink-muted">{children}</p>
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}

/** What viewers see instead of people's names and email addresses. @param what is kept from them, such as "Leads". */
export function NotForViewers({ what }: { what: string }) {
  return (
    <EmptyState title={`${what} are for editors and owners`}>
      They have names and email addresses. Ask an owner for the editor role.
    </EmptyState>
  );
}

/** Shown if content failed to load: the server's message and a retry button. */
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

interface WarningProps {
  children: ReactNode;
  /**
   * Set if the warning appears while the page is in use, so that screen readers announce it: immediately (`alert`) or when idle
   * (`status`).
   */
  role?: "alert" | "status";
  /** `clay` for what is already broken. */
  tone?: keyof typeof WARNING_TONES;
  className?: string;
}

const WARNING_TONES = { sun: "border-sun bg-sun-soft", clay: "border-clay bg-clay-soft" };

/** A note about something on the page that needs attention. */
export function Warning({ children, role, tone = "sun", className }: WarningProps) {
  return (
    <div role={role} className={clsx("border-l-4 px-3 py-2", WARNING_TONES[tone], className)}>
      {children}
    </div>
  );
}

interface InlineErrorProps {
  /** Null for none. */
  error: Error | null;
  className?: string;
}

/** Error message of a failed action, shown next to its control. */
export function InlineError({ error, className }: InlineErrorProps) {
  if (error === null) return null;
  return (
    <p role="alert" className={clsx("border-clay border-l-2 bg-clay-soft px-3 py-2", className)}>
      {error instanceof TypeError ? "The server is not responding. Try again." : error.message}
    </p>
  );
}

interface UndoLineProps {
  /** What was done; null for none. */
  text: ReactNode;
  isBusy: boolean;
  onUndo: () => void;
}

/** Says what was archived, deleted or removed, with a button to undo it. */
export function UndoLine({ text, isBusy, onUndo }: UndoLineProps) {
  return (
    <div role="status" className="mt-3 empty:mt-0">
      {text !== null && (
        <p className="flex flex-wrap items-center gap-x-3 border-leaf border-l-4 bg-leaf-soft px-3 py-1">
          <span>{text}</span>
          <Button variant="tertiary" size="sm" disabled={isBusy} onClick={onUndo}>
            Undo
          </Button>
        </p>
      )}
    </div>
  );
}
