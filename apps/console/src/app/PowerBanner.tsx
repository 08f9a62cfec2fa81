import type { PowerNotice, Role } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useState } from "react";
import { useRoute } from "../shared/api/useRoute.ts";
import { formatInstant } from "../shared/format/format.ts";
import { TextLink } from "../shared/ui/links.tsx";
import { Warning } from "../shared/ui/states.tsx";

const INTERVAL = 300_000;
const SHOWN = 3;
const KEY = "marquee_notices_seen";

/** Tells owners, above every screen, who gained or lost owner permissions, until they close the notice. */
export function PowerBanner({ email, role }: { email: string; role: Role }) {
  const [seen, setSeen] = useState(() => readSeen(email));
  const { data } = useRoute(
    "GET /account/notices",
    {},
    { refetchInterval: INTERVAL, enabled: role === "owner" },
  );
  const notices = (data?.notices ?? []).filter(({ id }) => id > seen);
  if (notices.length === 0) return null;
  const close = () => {
    const latest = Math.max(...notices.map(({ id }) => id));
    setSeen(latest);
    writeSeen(email, latest);
  };
  return (
    <Warning role="status" tone="sun" className="mb-6 print:hidden">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <ul className="grid max-w-prose gap-1">
          {notices.slice(0, SHOWN).map((notice) => (
            <Notice key={notice.id} notice={notice} />
          ))}
          {notices.length > SHOWN && <li>And {notices.length - SHOWN} more.</li>}
        </ul>
        <p className="flex items-center gap-4">
          <TextLink href="/changes">Open Changes</TextLink>
          <Button variant="secondary" size="sm" onClick={close}>
            Got it
          </Button>
        </p>
      </div>
    </Warning>
  );
}

function Notice({ notice: { at, text } }: { notice: PowerNotice }) {
  return (
    <li className="wrap-anywhere text-pretty">
      <strong className="font-semibold">{text}</strong>{" "}
      <span className="text-ink-muted">{formatInstant(at)}</span>
    </li>
  );
}

/** The latest notice that the account closed in this browser. Private windows may have no storage. */
function readSeen(email: string): number {
  try {
    return Number(localStorage.getItem(`${KEY}:${email}`)) || 0;
  } catch {
    return 0;
  }
}

function writeSeen(email: string, id: number): void {
  try {
    localStorage.setItem(`${KEY}:${email}`, String(id));
  } catch {
    // The notice is shown again after the next start.
  }
}
