import type { AddressInfo } from "node:net";
import { clearCache, GrowthBook } from "@growthbook/growthbook";
import type { ExperimentDefinition, FlagDefinition, FlagRule, TargetingCondition } from "@marquee/contract";
import fc from "fast-check";
import fastify from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { experimentDefinition, flagDefinition } from "../../../testing/experimentDefinition.ts";
import { CLIENT_KEY as clientKey } from "../../../testing/startProtocol.ts";
import type { RunningExperiment } from "../buildPayload.ts";
import { type CompiledFlags, compileFlags } from "../compileFlags.ts";
import { protocolRoutes } from "./protocolRoutes.ts";

let compiled: CompiledFlags;
let running: RunningExperiment[] = [];
const flags = {
  current: () => compiled,
  running: () => running,
  banner: () => null,
  onChange: () => () => undefined,
};
const app = fastify();
let apiHost: string;

beforeAll(async () => {
  await app.register(
    protocolRoutes({
      settings: { publicUrl: "http://127.0.0.1", cookieDomain: null },
      findPage: () => undefined,
      keptParameters: new Set(),
      areRulesPublic: true,
      flags,
      countries: { codeOf: () => "" },
      clientKey,
      serverKey: null,
    }),
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  apiHost = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

const KEYS = ["first", "second", "third"] as const;
const WORDS = ["DE", "FR", "desktop", "mobile", "customer", "visitor", "news.letter", "a+b"];
const word = fc.constantFrom(...WORDS);
const value = fc.constantFrom("one", "two", "three");

const clause: fc.Arbitrary<TargetingCondition> = fc.record({
  attribute: fc.constantFrom("country", "device", "audience", "utm_source", "id"),
  operator: fc.constantFrom("in", "not-in", "contains"),
  values: fc.array(word, { minLength: 1, maxLength: 3 }),
});
const experiment: fc.Arbitrary<ExperimentDefinition> = fc
  .record({
    flag: fc.constantFrom(...KEYS),
    targeting: fc.array(clause, { maxLength: 1 }),
    coverage: fc.constantFrom(0, 0.5, 1),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ share, ...fields }) =>
    experimentDefinition({
      ...fields,
      variations: [
        { key: "control", name: "As it is", value: "one", weight: share },
        { key: "other", name: "Other", value: "other", weight: 1 - share },
      ],
    }),
  );
const attributes = fc.record(
  { id: fc.uuid(), country: word, device: word, audience: word, utm_source: word },
  { requiredKeys: [] },
);

/** A flag whose rules may have the flags before `place` as prerequisites. */
function definitionAt(place: number): fc.Arbitrary<FlagDefinition> {
  const rule: fc.Arbitrary<Omit<FlagRule, "id">> = fc.record({
    description: fc.constant(""),
    isOn: fc.boolean(),
    targeting: fc.array(clause, { maxLength: 2 }),
    prerequisites:
      place === 0
        ? fc.constant([])
        : fc.array(fc.record({ flag: fc.constantFrom(...KEYS.slice(0, place)), value }), { maxLength: 1 }),
    coverage: fc.constantFrom(0, 0.3, 0.7, 1),
    environments: fc.constantFrom(["production" as const], ["staging" as const]),
    from: fc.constantFrom(null, 50, 150),
    to: fc.constantFrom(null, 60, 250),
    value,
  });
  return fc
    .record({ defaultValue: value, rules: fc.array(rule, { maxLength: 3 }) })
    .map((fields) =>
      flagDefinition({
        key: KEYS[place] ?? "",
        type: "string",
        defaultValue: fields.defaultValue,
        rules: fields.rules.map((each, index) => ({ ...each, id: `rule-${index}` })),
      }),
    );
}

async function answersOf(remoteEval: boolean, attributes: object) {
  await clearCache();
  const tracked: unknown[] = [];
  const sdk = new GrowthBook({
    apiHost,
    clientKey,
    remoteEval,
    attributes,
    trackingCallback: ({ key, phase }, result) => {
      tracked.push({ key, phase, variation: result.key });
    },
  });
  expect((await sdk.init()).success).toBe(true);
  const values = Object.fromEntries(KEYS.map((key) => [key, sdk.evalFeature(key).value]));
  sdk.destroy();
  return { values, tracked };
}

it("evaluates the same on the server, in SDKs with rules and with remote evaluation", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(definitionAt(0), definitionAt(1), definitionAt(2)),
      experiment,
      attributes,
      async (definitions, definition, visitor) => {
        running = [{ definition, phase: 2 }];
        compiled = compileFlags({ definitions, experiments: running, environment: "production", now: 100 });
        const { results } = compiled.evaluate({ attributes: visitor });
        const local = await answersOf(false, visitor);
        const remote = await answersOf(true, visitor);
        expect(local.values).toEqual(
          Object.fromEntries(Object.entries(results).map(([key, result]) => [key, result.value])),
        );
        expect(remote).toEqual(local);
      },
    ),
  );
});
