import { sessions } from "../domains/accounts/tables.ts";
import { apiKeys } from "../domains/apiKeys/tables.ts";
import type { TestStores } from "./startTestStores.ts";

/** Tables that identify the sender of a request; they can always be read. */
const OF_SENDERS: readonly unknown[] = [sessions, apiKeys];

type Call = (...args: unknown[]) => unknown;

/**
 * The stores, whose statements fail with what `failure` returns; null for none. Sessions and API keys can still be looked up, so that requests reach
 * their handlers.
 */
export function failingStores<Stores extends TestStores>(
  stores: Stores,
  failure: () => Error | null,
): Stores {
  const { records, eventStore } = stores;
  const db = new Proxy(records.db, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        const error = failure();
        const build = () => member.apply(target, args);
        if (error === null) return build();
        if (name !== "select") return failedQuery(error);
        const from = (table: unknown) =>
          OF_SENDERS.includes(table) ? build().from(table) : failedQuery(error);
        return { from };
      };
    },
  });
  const failing =
    <Method extends Call>(method: Method): Call =>
    async (...args) => {
      const error = failure();
      if (error) throw error;
      return method(...args);
    };
  const broken = Object.fromEntries(
    (["query", "streamLines", "command", "insert", "insertLines"] as const).map((name) => [
      name,
      failing(eventStore[name] as Call),
    ]),
  );
  return { ...stores, records: { ...records, db }, eventStore: { ...eventStore, ...broken } };
}

/** Simulates a query that is still being built: it has every method, and fails when it is awaited. */
function failedQuery(error: Error): unknown {
  const failed = Promise.reject(error);
  failed.catch(() => undefined);
  return new Proxy(failed, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : () => failedQuery(error);
    },
  });
}
