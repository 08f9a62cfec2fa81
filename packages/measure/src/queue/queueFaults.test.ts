import { ONE_HOUR } from "@marquee/contract";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestEvent } from "../testing/fakes.ts";
import { FATES, type Fate } from "../testing/faultyServer.ts";
import { createQueueWorld } from "../testing/queueWorld.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** More with `npm run test:soak`, which draws 5000 inputs of other properties. */
const RUNS = Math.max(150, (fc.readConfigureGlobal().numRuns ?? 0) / 10);

type World = ReturnType<typeof createQueueWorld>;
/** Input to the queue; everything else is read from the world. */
interface Model {
  added: string[];
  wasFull: boolean;
}
type Step = fc.AsyncCommand<Model, World>;

function step(name: string, run: (world: World, model: Model) => unknown): Step {
  return {
    check: () => true,
    run: async (model, world) => void (await run(world, model)),
    toString: () => name,
  };
}

const tab = fc.nat(1);
const STEPS = [
  fc.record({ tab, kilobytes: fc.constantFrom(0, 0, 0, 20) }).map(({ tab, kilobytes }) =>
    step(`add(${tab}, ${kilobytes} KB)`, ({ tabs }, { added }) => {
      const id = `e${added.length}`;
      added.push(id);
      tabs[tab]?.queue.add(createTestEvent(id, "x".repeat(kilobytes * 1024)));
    }),
  ),
  fc.nat(6000).map((delay) => step(`wait(${delay})`, () => vi.advanceTimersByTimeAsync(delay))),
  fc
    .array(fc.constantFrom(...FATES), { minLength: 1, maxLength: 6 })
    .map((fates: Fate[]) => step(`meet(${fates})`, ({ server }) => server.fates.push(...fates))),
  tab.map((tab) => step(`hide(${tab})`, ({ tabs }) => tabs[tab]?.queue.flushOnHide())),
  tab.map((tab) =>
    step(`leave(${tab})`, ({ tabs, kill, open }) => {
      tabs[tab]?.queue.flushOnHide();
      kill(tab);
      open(tab);
    }),
  ),
  tab.map((tab) =>
    step(`die(${tab})`, ({ kill, open }) => {
      kill(tab);
      open(tab);
    }),
  ),
  fc.boolean().map((isOnline) =>
    step(isOnline ? "online" : "offline", ({ world, tabs }) => {
      world.isOnline = isOnline;
      if (isOnline) for (const { queue } of tabs) queue.flush();
    }),
  ),
  fc.boolean().map((isFull) =>
    step(isFull ? "storage is full" : "storage has room", ({ storage }, model) => {
      storage.isFull = isFull;
      model.wasFull ||= isFull;
    }),
  ),
];

/** Restores network, storage and server, and waits two hours. */
async function settle({ world, server, storage, tabs }: World): Promise<void> {
  world.isOnline = true;
  storage.isFull = false;
  server.fates.length = 0;
  for (const { queue } of tabs) queue.flush();
  await vi.advanceTimersByTimeAsync(2 * ONE_HOUR);
}

const repeatedIn = (ids: readonly string[]) => ids.filter((id, place) => ids.indexOf(id) !== place);

describe("createQueue with faults", () => {
  it.each([
    { storage: "kept", hasStorage: true },
    { storage: "absent", hasStorage: false },
  ])(
    "delivers each event exactly once or reports it as dropped; storage $storage",
    async ({ hasStorage }) => {
      await fc.assert(
        fc.asyncProperty(fc.commands(STEPS, { maxCommands: 60, size: "max" }), async (commands) => {
          const world = createQueueWorld({ hasStorage });
          world.open(0);
          world.open(1);
          const model: Model = { added: [], wasFull: false };
          await fc.asyncModelRun(() => ({ model, real: world }), commands);
          await settle(world);
          const { server, idsTold, goneWithMemory, storage } = world;
          const [delivered, dropped] = [idsTold("delivered"), idsTold("dropped")];
          const accounted = new Set([...server.stored, ...dropped, ...goneWithMemory]);
          expect(model.added.filter((id) => !accounted.has(id))).toEqual([]);
          expect(delivered.filter((id) => !server.stored.has(id))).toEqual([]);
          expect(server.seen).toMatchObject({
            sentAgainThoughAcknowledged: 0,
            sentAgainInOneRequest: 0,
            overKeepalive: 0,
          });
          // Tabs learn only from storage what another tab has in flight; events are missing there only if it was full.
          if (!model.wasFull) {
            expect(repeatedIn([...delivered, ...dropped, ...goneWithMemory])).toEqual([]);
            expect(server.seen.sentWhileUnderWay).toBe(0);
            if (hasStorage) expect([...goneWithMemory]).toEqual([]);
          }
          const isLeft = (key: string) => /^marquee_(queue|flight):/.test(key);
          expect(Object.keys(storage).filter(isLeft)).toEqual([]);
          expect(world.tabs.flatMap(({ store }) => store.keys("")).filter(isLeft)).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
  );
});
