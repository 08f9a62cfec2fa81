import { type ClickRecord, ONE_HOUR } from "@marquee/contract";

export interface ClickGroups {
  /** @param sessionId of the session that it belongs to. */
  add(sessionId: number, click: ClickRecord): void;
  /**
   * @returns records added since, by session; clicks with the same position, selector and hour are merged.
   */
  take(): Map<number, ClickRecord[]>;
}

/** Specification, section 9: clicks are grouped per hour. */
export function createClickGroups(): ClickGroups {
  let sessions = new Map<number, Map<string, ClickRecord>>();
  return {
    add(sessionId, click) {
      const groups = sessions.get(sessionId) ?? new Map<string, ClickRecord>();
      sessions.set(sessionId, groups);
      const grouped = { ...click, timestamp: click.timestamp - (click.timestamp % ONE_HOUR) };
      const key = keyOf(grouped);
      const count = (groups.get(key)?.count ?? 0) + (click.count ?? 1);
      groups.set(key, { ...(groups.get(key) ?? grouped), count });
    },
    take() {
      const taken = new Map<number, ClickRecord[]>();
      for (const [sessionId, groups] of sessions) taken.set(sessionId, [...groups.values()]);
      sessions = new Map();
      return taken;
    },
  };
}

/** All but where within its element: that is the first one's. */
function keyOf({ elementX, elementY, count, ...same }: ClickRecord): string {
  return JSON.stringify(same, Object.keys(same).sort());
}
