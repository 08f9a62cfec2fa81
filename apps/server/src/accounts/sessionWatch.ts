import { ONE_SECOND } from "@marquee/contract";
import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Account } from "./accounts.ts";
import type { Sessions } from "./sessions.ts";

/** Ends responses that would outlive the session they were given to. */
export interface SessionWatch {
  /**
   * Calls `onEnded` once the session of `request` has ended, or its account has another role than when it was opened.
   * @returns a function that stops watching.
   */
  watch(request: FastifyRequest, onEnded: () => void): () => void;
  /** Checks every watched session at once; called after whatever may have ended one. */
  check(): void;
  stop(): void;
}

interface SessionWatchOptions {
  sessions: Pick<Sessions, "find">;
  log: Logger;
}

/** Sessions that expire, or that another instance ends, are noticed within this time. */
const CHECK_INTERVAL = 15 * ONE_SECOND;

interface Watched {
  request: FastifyRequest;
  /** As it was when the response began. */
  account: Account | null;
  onEnded: () => void;
}

export function createSessionWatch({ sessions, log }: SessionWatchOptions): SessionWatch {
  const all = new Set<Watched>();
  let isChecking = false;
  let isStale = false;

  const isSame = async ({ request, account }: Watched) => {
    try {
      // An open tab is not activity: it must not keep its session from going idle.
      const found = await sessions.find(request, { renew: false });
      return found !== null && found.id === account?.id && found.role === account.role;
    } catch (error) {
      log.warn({ err: error }, "Closed a stream because its session could not be checked.");
      return false;
    }
  };

  async function checkAll(): Promise<void> {
    isStale = true;
    if (isChecking) return;
    isChecking = true;
    while (isStale) {
      isStale = false;
      for (const watched of [...all]) {
        if ((await isSame(watched)) || !all.delete(watched)) continue;
        watched.onEnded();
      }
    }
    isChecking = false;
  }
  const check = () => void checkAll();
  const timer = setInterval(check, CHECK_INTERVAL).unref();

  return {
    watch(request, onEnded) {
      const watched = { request, account: request.account, onEnded };
      all.add(watched);
      return () => void all.delete(watched);
    },
    check,
    stop: () => clearInterval(timer),
  };
}
