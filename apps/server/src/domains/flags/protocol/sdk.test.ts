import {
  type Context,
  clearCache,
  configureCache,
  GrowthBook,
  GrowthBookClient,
  setPolyfills,
} from "@growthbook/growthbook";
import { EventSource } from "eventsource";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Records } from "../../../platform/storage/records/records.ts";
import { borrowRecords } from "../../../testing/borrowStores.ts";
import { experimentDefinition, flagDefinition } from "../../../testing/experimentDefinition.ts";
import { CLIENT_KEY, SERVER_KEY, startProtocol, type TestProtocol } from "../../../testing/startProtocol.ts";

const QUIZ = "pricing-quiz-banner-is-active";
let records: Records;
let protocol: TestProtocol;
let openedStreams: number;

class CountedEventSource extends EventSource {
  constructor(...args: ConstructorParameters<typeof EventSource>) {
    super(...args);
    this.addEventListener("open", () => {
      openedStreams += 1;
    });
  }
}

beforeAll(async () => {
  setPolyfills({ EventSource: CountedEventSource });
  records = await borrowRecords();
});
afterAll(async () => {
  await records.stop();
});
beforeEach(async () => {
  openedStreams = 0;
  configureCache({ backgroundSync: true });
  protocol = await startProtocol({ records });
  await answerPlan("basic");
});
afterEach(async () => {
  await clearCache();
  await protocol.stop();
});

const answerPlan = (defaultValue: string, at = protocol) =>
  at.change({
    flags: [flagDefinition({ key: "plan", type: "string", defaultValue })],
    running: [experimentDefinition()],
  });

async function load(options: Context = {}) {
  const sdk = new GrowthBook({ apiHost: protocol.url, clientKey: CLIENT_KEY, ...options });
  const { success } = await sdk.init({ streaming: true });
  expect(success).toBe(true);
  return sdk;
}
const followed = (sdk: GrowthBook, plan: string) =>
  vi.waitFor(() => expect(sdk.getFeatureValue("plan", "")).toBe(plan), { timeout: 10_000 });
/** The SDK opens its stream after it has loaded features. */
const streaming = () => expect.poll(() => openedStreams).toBeGreaterThan(0);

it("loads rules and follows their changes, if they are public", async () => {
  const open = await startProtocol({ records, areRulesPublic: true });
  const sdk = await load({ apiHost: open.url, attributes: { id: "visitor-1" } });
  expect(sdk.getFeatureValue("plan", "")).toBe("basic");
  expect(sdk.evalFeature(QUIZ).experimentResult?.inExperiment).toBe(true);
  await streaming();
  await answerPlan("business", open);
  await followed(sdk, "business");
  sdk.destroy();
  await open.stop();
});

it("loads values for unknown visitors, without rules, and follows their changes", async () => {
  const sdk = await load({ attributes: { id: "visitor-1" } });
  expect(sdk.getFeatures()).toMatchObject({
    plan: { defaultValue: "basic" },
    [QUIZ]: { defaultValue: false },
  });
  expect(JSON.stringify(sdk.getFeatures())).not.toMatch(/rules|variations/);
  expect(sdk.evalFeature(QUIZ).experimentResult).toBeUndefined();
  await streaming();
  await answerPlan("business");
  await followed(sdk, "business");
  sdk.destroy();
});

it("loads evaluated values, follows their changes and evaluates again for other attributes", async () => {
  const trackingCallback = vi.fn();
  const sdk = await load({ remoteEval: true, attributes: { id: "visitor-1" }, trackingCallback });
  expect(sdk.getFeatures().plan).toEqual({ defaultValue: "basic" });
  const { variationId } = protocol.flags.current().evaluate({ attributes: { id: "visitor-1" } }).results[QUIZ]
    ?.experimentResult ?? { variationId: -1 };
  expect(sdk.isOn(QUIZ)).toBe(variationId === 1);
  expect(trackingCallback).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ key: "quiz", phase: "1" }),
    expect.objectContaining({ variationId, hashValue: "visitor-1" }),
    expect.anything(),
  );
  await streaming();
  await answerPlan("business");
  await followed(sdk, "business");
  await sdk.setAttributes({});
  expect(sdk.getFeatures()[QUIZ]).toEqual({ defaultValue: false });
  sdk.destroy();
});

it.each([false, true])(
  "receives changes after a server restart (remote evaluation: %s)",
  async (remoteEval) => {
    const sdk = await load({ remoteEval, attributes: { id: "visitor-1" } });
    await streaming();
    await protocol.stop();
    protocol = await startProtocol({ records, port: protocol.port });
    await answerPlan("after the restart");
    await followed(sdk, "after the restart");
    await answerPlan("later");
    await followed(sdk, "later");
    sdk.destroy();
  },
);

it("updates a trusted server's SDK through the stream", async () => {
  const closed = await startProtocol({ records, serverKey: SERVER_KEY });
  const client = new GrowthBookClient({ apiHost: closed.url, clientKey: SERVER_KEY });
  expect(await client.init({ streaming: true })).toMatchObject({ success: true });
  await streaming();
  await answerPlan("team", closed);
  await vi.waitFor(() => expect(client.getFeatureValue("plan", "", { attributes: {} })).toBe("team"));
  client.destroy();
  await closed.stop();
});

it("assigns visitors the same variation after a restart", async () => {
  const ids = Array.from({ length: 50 }, (_, index) => `visitor-${index}`);
  const variations = () =>
    ids.map((id) => protocol.flags.current().evaluate({ attributes: { id } }).results[QUIZ]?.value);
  const before = variations();
  await protocol.stop();
  protocol = await startProtocol({ records });
  expect(variations()).toEqual(before);
  expect(new Set(before).size).toBe(2);
});
