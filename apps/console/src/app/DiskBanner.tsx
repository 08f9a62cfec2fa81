import { describeDisk } from "@marquee/contract";
import { may, type Role } from "@marquee/contract/schema";
import { useRoute } from "../shared/api/useRoute.ts";
import { Warning } from "../shared/ui/states.tsx";

const INTERVAL = 60_000;

/** Warns people who can act, above every screen, that the server's disk is full or nearly full. */
export function DiskBanner({ role }: { role: Role }) {
  const { data: disk } = useRoute("GET /disk", {}, { refetchInterval: INTERVAL, enabled: may(role, "edit") });
  if (!disk || disk.level === "ok") return null;
  const isFull = disk.level === "full";
  const { title, text } = describeDisk(disk);
  return (
    <Warning role={isFull ? "alert" : "status"} tone={isFull ? "clay" : "sun"} className="mb-6 print:hidden">
      <p className="max-w-prose text-pretty">
        <strong className="font-semibold">{title}</strong> {text} Free up space or enlarge it.
      </p>
    </Warning>
  );
}
