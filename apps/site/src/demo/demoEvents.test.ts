import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEMO_EVENTS, DEMO_MESSAGE_SOURCE, type DemoMessage, parseDemoMessage } from "./demoEvents.ts";

const MESSAGES: readonly DemoMessage[] = [
  { source: DEMO_MESSAGE_SOURCE, event: "start flow", demo: { demoId: "tour", stepCount: 7 } },
  {
    source: DEMO_MESSAGE_SOURCE,
    event: "view step",
    demo: { demoId: "tour", stepCount: 7, stepId: "list", stepIndex: 0 },
  },
  {
    source: DEMO_MESSAGE_SOURCE,
    event: "complete flow",
    demo: { demoId: "tour", stepCount: 7, doneCount: 7 },
  },
  {
    source: DEMO_MESSAGE_SOURCE,
    event: "engage",
    demo: { demoId: "tour", stepCount: 7, stepId: "list", stepIndex: 0 },
  },
  {
    source: DEMO_MESSAGE_SOURCE,
    event: "converted",
    demo: { demoId: "tour", stepCount: 7, action: "sign-up" },
  },
  {
    source: DEMO_MESSAGE_SOURCE,
    event: "open checklist",
    demo: { demoId: "tour", stepCount: 7, doneCount: 0 },
  },
  {
    source: DEMO_MESSAGE_SOURCE,
    event: "close checklist",
    demo: { demoId: "tour", stepCount: 7, doneCount: 3 },
  },
  {
    source: DEMO_MESSAGE_SOURCE,
    event: "complete checklist task",
    demo: { demoId: "tour", stepCount: 7, stepId: "share", stepIndex: 6, doneCount: 7, isAssisted: false },
  },
  {
    source: DEMO_MESSAGE_SOURCE,
    event: "complete checklist",
    demo: { demoId: "tour", stepCount: 7, doneCount: 7 },
  },
];

const message = fc.constantFrom(...MESSAGES);

describe("parseDemoMessage", () => {
  it("is tested with an example of every event", () => {
    expect(MESSAGES.map(({ event }) => event).sort()).toEqual(Object.values(DEMO_EVENTS).sort());
  });

  it.each(MESSAGES)("parses $event as it was sent", (sent) => {
    expect(parseDemoMessage(structuredClone(sent))).toEqual(sent);
  });

  it("never throws and returns null for anything but a message", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true }), (data) => {
        expect(parseDemoMessage(data)).toBeNull();
      }),
    );
  });

  it("requires every field of the event with the right type", () => {
    fc.assert(
      fc.property(
        message.chain((sent) => fc.tuple(fc.constant(sent), fc.constantFrom(...Object.keys(sent.demo)))),
        fc.oneof(
          fc.constantFrom(undefined, null, -1, 0.5, 101, Number.NaN, "", "Upper", "a b", "x".repeat(65)),
          fc.object(),
          fc.array(fc.anything()),
        ),
        ([sent, field], wrong) => {
          const missing = Object.fromEntries(Object.entries(sent.demo).filter(([key]) => key !== field));
          expect(parseDemoMessage({ ...sent, demo: missing })).toBeNull();
          expect(parseDemoMessage({ ...sent, demo: { ...sent.demo, [field]: wrong } })).toBeNull();
        },
      ),
    );
  });

  it("drops unknown properties, even huge, deep or prototype-polluting ones", () => {
    const polluted = JSON.parse(
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
    );
    fc.assert(
      fc.property(message, fc.dictionary(fc.string(), fc.anything()), (sent, extra) => {
        const demo = Object.assign(JSON.parse(JSON.stringify(polluted)), extra, sent.demo);
        const read = parseDemoMessage({ ...polluted, big: "x".repeat(10_000), ...sent, demo });
        expect(read).toEqual(sent);
        expect(read && Object.getPrototypeOf(read.demo)).toBe(Object.prototype);
      }),
    );
    expect(Object.hasOwn(Object.prototype, "isAdmin")).toBe(false);
  });

  it("ignores inherited properties", () => {
    for (const sent of MESSAGES) {
      expect(parseDemoMessage(Object.create(sent))).toBeNull();
      expect(parseDemoMessage({ ...sent, demo: Object.create(sent.demo) })).toBeNull();
    }
  });

  it.each(["constructor", "__proto__", "toString", "START FLOW", "start_flow", ""])(
    "rejects the unknown event '%s'",
    (event) => {
      expect(parseDemoMessage({ ...MESSAGES[0], event })).toBeNull();
    },
  );

  it("rejects a step index or a done count that exceeds the step count", () => {
    const [, viewStep, completeFlow] = MESSAGES;
    expect(parseDemoMessage({ ...viewStep, demo: { ...viewStep?.demo, stepIndex: 7 } })).toBeNull();
    expect(parseDemoMessage({ ...completeFlow, demo: { ...completeFlow?.demo, doneCount: 8 } })).toBeNull();
  });
});
