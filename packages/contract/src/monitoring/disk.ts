import { formatBytes } from "../kernel/formatNumbers.ts";

/**
 * Bytes that stay free on the disk with the server's data. Below them, incoming data is rejected: first recordings, to leave space for events, then events,
 * to leave space for leads and settings.
 */
export const DISK_RESERVES = { recordings: 512 * 1024 ** 2, events: 128 * 1024 ** 2 };

/** How full a disk is: `low` causes a warning; no events are stored once it is `full`. */
export type DiskLevel = "ok" | "low" | "full";

/** Free space on the disk with the server's data, in bytes. */
export interface DiskState {
  free: number;
  total: number;
  level: DiskLevel;
}

const TITLES: Record<DiskLevel, string> = {
  ok: "The server's disk has room.",
  low: "The server's disk is nearly full.",
  full: "The server's disk is full.",
};

/** Describes the problem of a disk and its consequences in sentences. */
export function describeDisk(state: DiskState): { title: string; text: string } {
  const room = `${formatBytes(state.free)} of ${formatBytes(state.total)} are free.`;
  return { title: TITLES[state.level], text: [room, effectOf(state)].filter(Boolean).join(" ") };
}

function effectOf({ free, level }: DiskState): string {
  const [recordings, events] = [DISK_RESERVES.recordings, DISK_RESERVES.events].map(formatBytes);
  if (level === "ok") return "";
  if (level === "full")
    return `No events or recordings are stored until more than ${events} are free. Forms and the console still work.`;
  return free <= DISK_RESERVES.recordings
    ? `No more recordings are stored; at ${events}, no more events are.`
    : `At ${recordings}, no more recordings are stored; at ${events}, no more events.`;
}
