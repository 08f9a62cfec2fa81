import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../../scripts/test/soak.mjs";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { Records } from "../../../platform/storage/records/records.ts";
import { borrowRecords } from "../../../testing/borrowStores.ts";
import { identities, identityProgress } from "../tables.ts";
import { type FollowOptions, followEvents } from "./followEvents.ts";
import { forgetNames } from "./forgetNames.ts";
import { createEmailHash, type Name } from "./names.ts";
import { findPeople, readNames } from "./readPeople.ts";

interface Event {
  user: string;
  browser: string;
}

const hashEmail = createEmailHash(() => "key");
let records: Records;
beforeAll(async () => {
  records = await borrowRecords();
});
afterAll(async () => {
  await records.stop();
});

/** A model of an event store that answers the queries about names. */
function createModel() {
  let events: Event[] = [];
  const query = async (_sql: string, params: Record<string, unknown> = {}) => {
    if ("limit" in params) {
      return events.map(({ user, browser }) => ({
        userId: user,
        anonymousId: browser,
        email: "",
        previousId: "",
        lastSeen: "1",
      }));
    }
    if ("userIds" in params) {
      const listed = (name: string) => JSON.parse(String(params[name])) as string[];
      const matchingEvents = events.filter(
        ({ user, browser }) => listed("userIds").includes(user) || listed("anonymousIds").includes(browser),
      );
      return [{ userIds: matchingEvents.map(({ user }) => user), emails: [] }];
    }
    return [{ now: String(Date.now()), first: "0", events: "0" }];
  };
  return {
    eventStore: { query: query as EventStore["query"] },
    events: () => events,
    add: (...more: Event[]) => {
      events = [...events, ...more];
    },
    remove: (isGone: (event: Event) => boolean) => {
      events = events.filter((event) => !isGone(event));
    },
  };
}

const user = fc.constantFrom("ann", "ben", "cat");
const browser = fc.constantFrom("x", "y", "z");
const step = fc.oneof(
  fc.record({ kind: fc.constant("event" as const), user, browser }),
  fc.record({ kind: fc.constant("follow" as const) }),
  fc.record({ kind: fc.constant("withdraw" as const), browser }),
  fc.record({ kind: fc.constant("delete" as const), user }),
  /** Another instance reads the events, someone is deleted, and then the instance stores what it read. */
  fc.record({ kind: fc.constant("delete during a read" as const), user }),
);

it("has exactly the names of the stored events after events, withdrawals and deletions in any order", async () => {
  const { db } = records;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await db.delete(identities);
      await db.update(identityProgress).set({ insertedThrough: null });
      const model = createModel();
      const options: FollowOptions = { eventStore: model.eventStore, db, hashEmail };
      const remove = async (id: string) => {
        await followEvents(options);
        const names: Name[] = [{ kind: "user", value: id }];
        const [person] = await readNames(db, await findPeople(db, names));
        model.remove((event) => event.user === id);
        await forgetNames(options, { names, browsers: person?.anonymousIds ?? [], anonymousIds: [] });
      };
      for (const each of steps) {
        if (each.kind === "event") model.add({ user: each.user, browser: each.browser });
        else if (each.kind === "follow") await followEvents(options);
        else if (each.kind === "delete") await remove(each.user);
        else if (each.kind === "withdraw") {
          model.remove((event) => event.browser === each.browser);
          await forgetNames(options, { names: [], browsers: [], anonymousIds: [each.browser] });
        } else {
          let isDeleted = false;
          const query: EventStore["query"] = async (sql, params) => {
            const rows = await model.eventStore.query(sql, params);
            if (params && "limit" in params && !isDeleted) {
              isDeleted = true;
              await remove(each.user);
            }
            return rows as never;
          };
          await followEvents({ ...options, eventStore: { query } });
        }
      }
      await followEvents(options);
      const expected = model
        .events()
        .flatMap((event) => [`user ${event.user}`, `${event.user} on ${event.browser}`]);
      const rows = await db.select().from(identities);
      const userOf = new Map(
        rows.flatMap(({ kind, person, value }) => (kind === "user" ? [[person, value]] : [])),
      );
      const stored = rows.map(({ kind, person, value }) =>
        kind === "user" ? `user ${value}` : `${userOf.get(person)} on ${value}`,
      );
      expect(stored.sort()).toEqual([...new Set(expected)].sort());
    }),
    { numRuns: IS_SOAK ? 300 : 25 },
  );
});
