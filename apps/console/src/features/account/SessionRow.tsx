import { ONE_MINUTE } from "@marquee/contract";
import type { SignedInSession } from "@marquee/contract/schema";
import { Badge, Button } from "@marquee/ui";
import { formatAgo, formatDay, formatPrecise } from "../../shared/format/format.ts";

interface SessionRowProps {
  session: SignedInSession;
  isBusy: boolean;
  onEnd: () => void;
}

/** The server writes down no more often that a session was used. */
const SEEN_PRECISION = 5 * ONE_MINUTE;
const countryNames = new Intl.DisplayNames("en", { type: "region" });

export function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
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
