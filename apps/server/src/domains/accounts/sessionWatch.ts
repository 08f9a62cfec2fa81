import { ONE_SECOND } from "@marquee/contract";
import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Account } from "./accounts.ts";
import type { Sessions } from "./sessions.ts";

/** Ends long-lived responses, such as event streams, when their session ends. */
export interface SessionWatch {
  /**
   * Calls `onEnded` once, when the session of `request` has ended or the role of its account has changed.
   * @returns a function that stops watching.
   */
  watch(request: FastifyRequest, onEnded: () => void): () => void;
  /** Checks every watched session now. Call it after anything that may have ended one. */
  check(): void;
  stop(): void;
}

interface SessionWatchOptions {
  sessions: Pick<Sessions, "find">;
  log: Logger;
}

/** Maximum delay to detect a session that expired or that another instance ended. */
const CHECK_INTERVAL = 15 * ONE_SECOND;

interface Watched {
  request: FastifyRequest;
  /** The account when the response began. */
  account: Account | null;
  onEnded: () => void;
}

export function createSessionWatch({ sessions, log }: SessionWatchOptions): SessionWatch {
  const all = new Set<Watched>();
  let isChecking = false;
  let isStale = false;

  const isSame = async ({ request, account }: Watched) => {
    try {
      // An open tab is not activity: it must not keep its session alive.
      const current = await sessions.find(request, { renew: false });
      return current !== null && current.id === account?.id && current.role === account.role;
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
