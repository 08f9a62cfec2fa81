import { formatBytes } from "../kernel/formatNumbers.ts";

/**
 * Bytes that stay free on the disk with the server's data. What arrives is refused at that: recordings first, so that events still have room, then events, so
 * that leads and settings do.
 */
export const DISK_RESERVES = { recordings: 512 * 1024 ** 2, events: 128 * 1024 ** 2 };

/** How full a disk is: `low` is worth a warning; once it is `full`, no events are stored. */
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

/** What is wrong with a disk, and what follows from it, in sentences. */
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
