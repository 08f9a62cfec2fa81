import { type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { BusyError } from "./rejectedRequest.ts";

/** The memory that all current requests may use together, so that senders can't exhaust the process. */
export interface MemoryBudget {
  /**
   * Admits a request.
   * @param shed is called when the request loses its memory to another request, which only happens before `received`.
   * @throws {BusyError} 429 if there are too many requests.
   */
  admit(shed: (error: BusyError) => void): MemoryShare;
}

/** The share of one request. */
export interface MemoryShare {
  /** Counts bytes that are now in memory. @throws {BusyError} 429 if they exceed the budget. */
  take(bytes: number): void;
  /** Marks the body as complete; from then on, the request cannot be shed. */
  received(): void;
  /** Releases the whole share. */
  end(): void;
}

interface MemoryBudgetOptions {
  now: () => Timestamp;
  maxRequests?: number;
  maxBytes?: number;
}

interface Reservation {
  bytes: number;
  since: Timestamp;
  shed: (error: BusyError) => void;
}

const MAX_REQUESTS = 2000;
const MAX_BYTES = 64 * 1024 ** 2;
/** A request whose body takes longer than this may be shed if its capacity is needed. */
const GRACE: Milliseconds = 2 * ONE_SECOND;

/**
 * Counts requests and received bytes. Declared bytes do not count, because a few senders that declare large bodies and send nothing
 * would lock out all others. At capacity, the oldest request that is still arriving is shed, once it is older than {@link GRACE}.
 */
export function createMemoryBudget({
  now,
  maxRequests = MAX_REQUESTS,
  maxBytes = MAX_BYTES,
}: MemoryBudgetOptions): MemoryBudget {
  const reservations = new Set<Reservation>();
  /** Requests whose body is still arriving, the oldest first. */
  const arriving = new Set<Reservation>();
  let held = 0;

  const end = (reservation: Reservation) => {
    if (reservations.delete(reservation)) held -= reservation.bytes;
    arriving.delete(reservation);
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
      while (reservations.size >= maxRequests) if (!shedSlowest()) throw new BusyError(429);
      const reservation: Reservation = { bytes: 0, since: now(), shed };
      reservations.add(reservation);
      arriving.add(reservation);
      return {
        take(bytes) {
          while (held + bytes > maxBytes) if (!shedSlowest()) throw new BusyError(429);
          if (!reservations.has(reservation)) return;
          reservation.bytes += bytes;
          held += bytes;
        },
        received: () => void arriving.delete(reservation),
        end: () => end(reservation),
      };
    },
  };
}
