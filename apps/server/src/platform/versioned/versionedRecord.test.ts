import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { asc, eq, gt, max } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../scripts/test/soak.mjs";
import { accounts } from "../../domains/accounts/tables.ts";
import { ensureSite } from "../../domains/site/siteStore.ts";
import { borrowRecords } from "../../testing/borrowStores.ts";
import { type AnySample, versionedSamples } from "../../testing/versionedSamples.ts";
import type { Records } from "../storage/records/records.ts";
import { changes } from "../storage/records/tables.ts";
import type { Key } from "./versionedRecord.types.ts";

/*
 * Two people edit a record, each from the revision they saw last, in any order. A model determines the expected result: who succeeds, the revision,
 * the history, and what a revert restores.
 */

const EDITORS = ["eve@trellis.example", "adam@trellis.example"] as const;
const PERSON = { id: "00000000-0000-4000-8000-000000000001", email: EDITORS[0], role: "owner" } as const;
const SAMPLES = versionedSamples(PERSON);
const NAMES = Object.keys(SAMPLES);

let records: Records;
let runs = 0;
let now = Date.UTC(2026, 5, 1, 12);

beforeAll(async () => {
  records = await borrowRecords();
  await records.db.insert(accounts).values({ ...PERSON, passwordHash: "-" });
  await ensureSite(records.db, "trellis.example");
});
afterAll(() => records.stop());

const editor = fc.constantFrom<0 | 1>(0, 1);
const step = fc.oneof(
  fc.record({ kind: fc.constant("look" as const), editor }),
  fc.record({ kind: fc.constant("save" as const), editor, definition: fc.nat(2), isEnded: fc.boolean() }),
  fc.record({ kind: fc.constant("revert" as const), editor }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** State of the model. */
interface Model {
  key: Key;
  revision: number;
  /** Revisions that the editors saw last. */
  seen: [number, number];
  definition: Record<string, unknown> | null;
  updatedBy: string | null;
  actions: string[];
}

/** A record to edit: a new one, or one that has a key before it is saved. */
async function begin(sample: AnySample, definition: Record<string, unknown>): Promise<Model> {
  const { db } = records;
  const { record, key } = sample;
  if ("ofCreated" in key) {
    const state = await record.create(db, definition, authorOf(sample, 0));
    const created = { definition, updatedBy: EDITORS[0], actions: ["created"] };
    return { key: key.ofCreated(state), revision: 1, seen: [1, 1], ...created };
  }
  const row = await record.findRow(db, key.of(runs));
  const revision = row?.revision ?? 0;
  const stored = { definition: {}, updatedBy: row?.updatedBy ?? null, actions: [] };
  return { key: key.of(runs), revision, seen: [revision, revision], ...stored };
}

const authorOf = ({ context }: AnySample, index: 0 | 1) => ({ ...context, actor: EDITORS[index], now });

async function perform(
  sample: AnySample,
  model: Model,
  next: Step,
  history: () => Promise<History>,
): Promise<void> {
  const { record, end, hasUsualActions } = sample;
  const author = authorOf(sample, next.editor);
  if (next.kind === "look") model.seen[next.editor] = model.revision;
  if (next.kind === "save") {
    const definitions = sample.definitions(runs);
    const chosen = definitions[next.definition % definitions.length] ?? {};
    const definition = end ? { ...chosen, [end]: next.isEnded } : chosen;
    const revision = model.seen[next.editor];
    const saving = record.change(records.db, { key: model.key, revision, definition }, author);
    if (revision !== model.revision) {
      const message = expect.stringMatching(`^${model.updatedBy} changed th`);
      return await expect(saving).rejects.toMatchObject({ code: "conflict", message });
    }
    await saving;
    wrote(model, next.editor, {
      definition,
      action: hasUsualActions ? actionOf(model, definition, end) : null,
    });
  }
  if (next.kind === "revert" && hasUsualActions && sample.isRecorded) {
    const latest = (await history()).at(-1);
    if (!latest) return;
    await record.revert(records.db, latest, model.revision, author);
    const before = latest.before ?? { ...(latest.after as object), [end ?? ""]: true };
    wrote(model, next.editor, { definition: before as Record<string, unknown>, action: "reverted" });
  }
}

function wrote(
  model: Model,
  index: 0 | 1,
  { definition, action }: { definition: Record<string, unknown>; action: string | null },
): void {
  model.revision += 1;
  model.seen[index] = model.revision;
  model.definition = definition;
  model.updatedBy = EDITORS[index];
  if (action) model.actions.push(action);
}

function actionOf({ definition }: Model, next: Record<string, unknown>, end: string | undefined): string {
  const [was, is] = [definition, next].map((each) => end !== undefined && each?.[end] === true);
  if (was === is) return "changed";
  return is ? (end ?? "").replace(/^is/, "").toLowerCase() : "restored";
}

type History = (typeof changes.$inferSelect)[];

const readHistory = async (after: number): Promise<History> =>
  records.db.select().from(changes).where(gt(changes.id, after)).orderBy(asc(changes.id));

async function newestChange(): Promise<number> {
  const [row] = await records.db.select({ id: max(changes.id) }).from(changes);
  return row?.id ?? 0;
}

it("has a sample of every declared record", async () => {
  const source = join(import.meta.dirname, "../..");
  const stores = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (path) =>
      path.endsWith(".ts") && readFileSync(join(source, path), "utf8").includes(" = versionedRecord({"),
  );
  const exported = await Promise.all(stores.map((path) => import(join(source, path))));
  const isRecord = ([, value]: [string, unknown]) =>
    typeof value === "object" && value !== null && "revert" in value;
  const declared = exported.flatMap((each) =>
    Object.entries(each)
      .filter(isRecord)
      .map(([name]) => name),
  );
  expect(declared.sort()).toEqual([...NAMES].sort());
});

it.each(NAMES)("handles two people's edits of %s", async (name) => {
  const sample = SAMPLES[name] as AnySample;
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
    runs += 1;
    const start = await newestChange();
    const history = () => readHistory(start);
    const model = await begin(sample, sample.definitions(runs)[0] ?? {});
    for (const each of steps) {
      now += 1000;
      await perform(sample, model, each, history);
      const row = await sample.record.findRow(records.db, model.key);
      expect([row?.revision ?? 0, row?.updatedBy ?? null]).toEqual([model.revision, model.updatedBy]);
    }
    const entries = await history();
    if (sample.hasUsualActions) expect(entries.map(({ action }) => action)).toEqual(model.actions);
    if (!sample.isRecorded) return;
    if (model.actions.length > 0) expect(entries.at(-1)?.after).toEqual(model.definition);
    for (const [index, entry] of entries.entries())
      if (index > 0) expect(entry.before).toEqual(entries[index - 1]?.after);
  });
  await fc.assert(property, { numRuns: IS_SOAK ? 100 : 8 });
});

it.each(NAMES)(
  "lets only one of two concurrent saves of %s succeed, and names the other editor",
  async (name) => {
    const sample = SAMPLES[name] as AnySample;
    runs += 1;
    const [definition = {}] = sample.definitions(runs);
    const { key, revision } = await begin(sample, definition);
    const saving = ([0, 1] as const).map((index) =>
      sample.record.change(records.db, { key, revision, definition }, authorOf(sample, index)),
    );
    const results = await Promise.allSettled(saving);
    const failed = results.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(failed).toMatchObject([{ code: "conflict" }]);
    const row = await sample.record.findRow(records.db, key);
    expect([row?.revision, failed[0]?.message]).toEqual([
      revision + 1,
      expect.stringContaining(`${row?.updatedBy} changed th`),
    ]);
  },
);

it("keeps connections' secrets out of the history", async () => {
  const connections = await records.db.select().from(changes).where(eq(changes.entity, "connection"));
  expect(connections.length).toBeGreaterThan(0);
  expect(JSON.stringify(connections)).not.toContain("canary");
});

it.each(["goalStore", "funnelStore"])("keeps names of %s unique, ignoring case", async (name) => {
  const { record, definitions, ...sample } = SAMPLES[name] as AnySample;
  const [first = {}] = definitions(runs + 1);
  const [second = {}] = definitions(runs + 2);
  runs += 2;
  const author = authorOf({ record, definitions, ...sample }, 0);
  const create = (definition: Record<string, unknown>) => record.create(records.db, definition, author);
  const [one] = await Promise.all([create(first), create(second)]);
  const { name: title } = second;
  const shouted = { ...second, name: String(title).toUpperCase() };
  const taken = {
    code: "conflict",
    message: expect.stringMatching(/^Another .* is named .* Choose another name\.$/),
  };
  await expect(create(shouted)).rejects.toMatchObject(taken);
  const key = "ofCreated" in sample.key ? sample.key.ofCreated(one) : "";
  await expect(
    record.change(records.db, { key, revision: 1, definition: shouted }, author),
  ).rejects.toMatchObject(taken);
});
