import { type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { BusyError } from "./rejectedRequest.ts";

/** What all requests under way may hold together, so that no number of senders exhausts the process. */
export interface MemoryBudget {
  /**
   * Admits a request.
   * @param shed is called when the request's room is given to another, which happens only while its body still arrives.
   * @throws {BusyError} when too many are under way.
   */
  admit(shed: (error: BusyError) => void): MemoryShare;
}

/** One request's part. */
export interface MemoryShare {
  /** Counts bytes that are now in memory. @throws {BusyError} when there is no room for them. */
  take(bytes: number): void;
  /** The body is complete: from here on it is kept. */
  received(): void;
  /** Gives everything back. */
  end(): void;
}

interface MemoryBudgetOptions {
  now: () => Timestamp;
  maxRequests?: number;
  maxBytes?: number;
}

interface SnapshotBuffer {
  bytes: number;
  since: Timestamp;
  shed: (error: BusyError) => void;
}

const MAX_REQUESTS = 2000;
const MAX_BYTES = 64 * 1024 ** 2;
/** Clients slower than this are dropped if memory is needed. */
const GRACE: Milliseconds = 2 * ONE_SECOND;

/**
 * Counts requests and the bytes that have arrived, not those that were announced: else a few senders that announce much and send
 * nothing would keep everybody out. At capacity the sender that has been slow for longest goes first.
 */
export function createMemoryBudget({
  now,
  maxRequests = MAX_REQUESTS,
  maxBytes = MAX_BYTES,
}: MemoryBudgetOptions): MemoryBudget {
  const holdings = new Set<SnapshotBuffer>();
  /** Those whose body still arrives, the oldest first. */
  const arriving = new Set<SnapshotBuffer>();
  let held = 0;

  const end = (holding: SnapshotBuffer) => {
    if (holdings.delete(holding)) held -= holding.bytes;
    arriving.delete(holding);
  };
  const shedSlowest = (): boolean => {
    const [slowest] = arriving;
    if (!slowest || now() - slowest.since < GRACE) return false;
    end(slowest);
    slowest.shed(new BusyError(408));
    return true;
  };

  return {
    admit(shed) {
      while (holdings.size >= maxRequests) if (!shedSlowest()) throw new BusyError(429);
      const holding: SnapshotBuffer = { bytes: 0, since: now(), shed };
      holdings.add(holding);
      arriving.add(holding);
      return {
        take(bytes) {
          while (held + bytes > maxBytes) if (!shedSlowest()) throw new BusyError(429);
          if (!holdings.has(holding)) return;
          holding.bytes += bytes;
          held += bytes;
        },
        received: () => void arriving.delete(holding),
        end: () => end(holding),
      };
    },
  };
}
