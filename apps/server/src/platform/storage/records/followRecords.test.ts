import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startFlags } from "../../../domains/flags/startFlags.ts";
import { startPublishing } from "../../../domains/publishing/startPublishing.ts";
import { startRecording } from "../../../domains/replay/settings/startRecordingSettings.ts";
import { startSite } from "../../../domains/site/startSite.ts";
import { minimalFlagFile } from "../../../testing/minimalFlags.ts";
import { minimalSite } from "../../../testing/minimalSite.ts";
import { startTestConnections } from "../../../testing/startTestConnections.ts";
import { silent } from "../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../../testing/temporaryDir.ts";
import { followRecords } from "./followRecords.ts";
import { openKnownValues } from "./knownValues.ts";
import type { Records, RecordsDatabase } from "./records.ts";
import { startSigningKeys } from "./signingKeys.ts";

const KEY = randomBytes(32).toString("base64url");
const CANARY = "a canary that nobody may read";
let dataDir: string;

beforeEach(() => {
  vi.useFakeTimers();
  dataDir = createTemporaryDir();
});
afterEach(() => {
  vi.useRealTimers();
  removeDir(dataDir);
});

const knownIn = ({ version = 1, key = KEY, earlier = [] as string[] } = {}) =>
  openKnownValues({ dataDir, version, keys: { current: key, earlier }, log: silent });

/** A record store of one value, whose server can become unavailable. */
function createRecords({ isOpen = true, knownValues = knownIn() } = {}) {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const store = { value: [CANARY], isAway: !isOpen, reads: 0, notify: (): void => undefined };
  const records = {
    isOpen: () => isOpen,
    opened: isOpen ? Promise.resolve() : opened,
    knownValues,
    async listen(_channel: string, onNotify: () => void) {
      store.notify = onNotify;
      return async () => undefined;
    },
    async announce() {
      store.notify();
    },
  } satisfies Pick<Records, "isOpen" | "opened" | "knownValues" | "listen" | "announce">;
  const read = async () => {
    store.reads += 1;
    if (store.isAway) throw new Error("The store is away.");
    return store.value;
  };
  return {
    store,
    open() {
      isOpen = true;
      store.isAway = false;
      open();
    },
    follow: (onChange = vi.fn()) =>
      followRecords({
        records,
        read,
        onChange,
        channel: "values",
        name: "the values",
        unknown: ["unknown"],
        log: silent,
      }),
  };
}

describe("a value of the record store", () => {
  it("follows a change that is announced, and one whose notification was lost", async () => {
    const { store, follow } = createRecords();
    const onChange = vi.fn();
    const value = await follow(onChange);
    expect(onChange).toHaveBeenCalledExactlyOnceWith([CANARY]);
    store.value = ["announced"];
    store.notify();
    await vi.waitUntil(() => value.current()[0] === "announced");
    store.value = ["lost"];
    await vi.advanceTimersByTimeAsync(15_000);
    // The copy on disk is written in between.
    await vi.waitUntil(() => value.current()[0] === "lost");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onChange.mock.calls).toEqual([[[CANARY]], [["announced"]], [["lost"]]]);
    await value.stop();
  });

  it("is kept while the store is unavailable, and read again afterward", async () => {
    const { store, follow } = createRecords();
    const value = await follow();
    store.isAway = true;
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(value.refresh()).rejects.toThrow("away");
    expect(value.current()).toEqual([CANARY]);
    Object.assign(store, { isAway: false, value: ["new"] });
    await vi.advanceTimersByTimeAsync(15_000);
    await vi.waitUntil(() => value.current()[0] === "new");
    await value.stop();
  });

  it("is this instance's last known value at a start without the store, until it is open", async () => {
    await (await createRecords().follow()).stop();
    const { store, open, follow } = createRecords({ isOpen: false });
    const value = await follow();
    expect(value.current()).toEqual([CANARY]);
    store.value = ["new"];
    open();
    await vi.waitUntil(() => value.current()[0] === "new");
    await value.stop();
    await vi.waitUntil(async () => isDeepStrictEqual(await knownIn().read("values"), ["new"]));
  });

  it("is the default without a copy, or with one of another schema, another key or a damaged one", async () => {
    const currentOf = async (knownValues = knownIn()) => {
      const value = await createRecords({ isOpen: false, knownValues }).follow();
      await value.stop();
      return value.current()[0];
    };
    expect(await currentOf()).toBe("unknown");
    await (await createRecords().follow()).stop();
    expect(await currentOf(knownIn({ version: 2 }))).toBe("unknown");
    expect(await currentOf(knownIn({ key: randomBytes(32).toString("base64url") }))).toBe("unknown");
    const rotated = knownIn({ key: randomBytes(32).toString("base64url"), earlier: [KEY] });
    expect(await currentOf(rotated), "A key that was changed still opens it.").toBe(CANARY);
    expect(await currentOf()).toBe(CANARY);
    writeFileSync(join(dataDir, "known/values"), "damaged");
    expect(await currentOf()).toBe("unknown");
  });

  it("is on disk only encrypted", async () => {
    await (await createRecords().follow()).stop();
    const files = readdirSync(join(dataDir, "known"));
    expect(files).toEqual(["values"]);
    const text = readFileSync(join(dataDir, "known/values"), "utf8");
    expect(text + Buffer.from(text, "base64").toString("latin1")).not.toContain("canary");
  });

  it("throws at start if the store is open but can't be read", async () => {
    const { store, follow } = createRecords();
    store.isAway = true;
    await expect(follow()).rejects.toThrow("away");
  });
});

describe("everything that pages need of the record store", () => {
  it("starts while the store is unavailable, and is polled", async () => {
    let queries = 0;
    const away = new Proxy({} as RecordsDatabase, {
      get() {
        queries += 1;
        throw new Error("The store is away.");
      },
    });
    const records: Records = {
      db: away,
      isOpen: () => false,
      opened: new Promise(() => undefined),
      knownValues: null,
      instanceId: () => null,
      check: async () => "unavailable",
      listen: async () => async () => undefined,
      announce: async () => undefined,
      alone: (task) => task(new AbortController().signal),
      compact: async () => [],
      stop: async () => undefined,
    };
    const parts = { records, log: silent, now: Date.now };
    const { siteContent } = minimalSite;
    const followers = await Promise.all([
      startSite({ ...parts, publicUrl: "https://trellis.example" }),
      startRecording(parts),
      startTestConnections({ records }),
      startSigningKeys(parts),
      startPublishing({ ...parts, ...minimalSite }),
      startFlags({
        ...parts,
        siteContent,
        listExperiments: async () => [],
        file: minimalFlagFile,
        environment: "production",
      }),
    ]);
    queries = 0;
    for (let polls = 1; polls <= 2; polls += 1) {
      await vi.advanceTimersByTimeAsync(15_000);
      expect(queries).toBeGreaterThanOrEqual(polls * (followers.length - 1));
    }
    for (const { stop } of followers) await stop();
  });
});
