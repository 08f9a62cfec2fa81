import type { RumEvent, RumPlugin } from "@datadog/browser-rum-slim";
import { type MaskingLevel, redactUrl } from "@marquee/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createAddressFilter } from "../privacy/filterAddress.ts";
import { choosePrivacy, hideActionName, redactAddresses, redactErrors } from "./redaction.ts";

test("redacts URLs at any depth and leaves the rest", () => {
  const event = {
    type: "view",
    date: 1,
    view: { url: "https://trellis.example/people/7", referrer: "" },
    long_task: { scripts: [{ source_url: "/x.js?EMAIL=a%40b.c" }], empty: null },
    error: {
      message: "jane@acme.com has no plan, see https://trellis.example/?token=abc&x=1",
      stack: "Error: no\n  at https://trellis.example/a.js?email=a@b.c&v=1:2:3",
    },
    usr: { email: "jane@acme.com", name: "Jane (jane@acme.com)" },
  };
  redactAddresses(event, (address) => redactUrl(address.replace("people/7", "people/*")));
  expect(event).toEqual({
    type: "view",
    date: 1,
    view: { url: "https://trellis.example/people/*", referrer: "" },
    long_task: { scripts: [{ source_url: "/x.js?EMAIL=REDACTED" }], empty: null },
    error: {
      message: "REDACTED has no plan, see https://trellis.example/?token=REDACTED&x=1",
      stack: "Error: no\n  at https://trellis.example/a.js?email=REDACTED&v=1:2:3",
    },
    usr: { email: "jane@acme.com", name: "Jane (REDACTED)" },
  });
});

const filter = createAddressFilter(
  [
    { pattern: "*/people/*", replacement: "/people/someone" },
    { pattern: "https://trellis.example/me", replacement: "/someone" },
  ],
  () => "https://trellis.example/",
);
const redact = (text: string) => {
  const event = { text };
  redactAddresses(event, filter);
  return event.text;
};

test.each([
  ["Failed: https://a.example/people/7, sorry", "Failed: https://a.example/people/someone, sorry"],
  [
    "Error: no\n    at f (https://a.example/people/7.js?x=1:12:34)\n    at https://a.example/b.js:5:6",
    "Error: no\n    at f (https://a.example/people/someone:12:34)\n    at https://a.example/b.js:5:6",
  ],
  ["f@https://trellis.example/me:1:2\ng@x", "f@https://trellis.example/someone:1:2\ng@x"],
  ["'HTTPS://trellis.example/me' (x)", "'https://trellis.example/someone' (x)"],
  ["no https://a.example/people/o'brien(7)/x!", "no https://a.example/people/someone!"],
  [
    "'https://trellis.example/b','https://trellis.example/me'",
    "'https://trellis.example/b','https://trellis.example/someone'",
  ],
  ["/x?email=a@b.c\nnext line", "/x?email=REDACTED\nnext line"],
  ["at https://a.example/?email=o'brien@b.c:1:2", "at https://a.example/?email=REDACTED:1:2"],
  ["at https://a.example/?email=a@b.c) and more", "at https://a.example/?email=REDACTED) and more"],
  ["https://a.example/?email=a@b.c&x=1", "https://a.example/?email=REDACTED&x=1"],
])("redacts URLs within text: %s", (text, expected) => {
  expect(redact(text)).toBe(expected);
});

test("redacts every URL that matches a rule and keeps line breaks", () => {
  const around = fc.stringMatching(/^[ ()'",.:;a-z0-9\n]{0,12}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(around, fc.integer({ min: 1000, max: 9999 }))), (parts) => {
      const text = parts.map(([before, id]) => `${before} https://a.example/people/${id}:3:4`).join("\n");
      const redacted = redact(text);
      expect(redacted).not.toMatch(/people\/\d/);
      expect(redacted.split("\n").length).toBe(text.split("\n").length);
    }),
  );
});

type OnInit = Parameters<NonNullable<RumPlugin["onInit"]>>[0];
type Hook = Parameters<OnInit["registerAssembleEventHook"]>[0];

const hidePeople = createAddressFilter(
  [{ pattern: "*/people/*", replacement: "/people/someone" }],
  () => "https://trellis.example/",
);

/** The plugin hook's replacement for the collected event. */
function assembled(rawRumEvent: object): ReturnType<Hook> | undefined {
  let said: ReturnType<Hook> | undefined;
  const registerAssembleEventHook = (hook: Hook) => {
    said = hook({ rawRumEvent } as Parameters<Hook>[0]);
    return { unregister: () => undefined };
  };
  redactErrors(hidePeople).onInit?.({ registerAssembleEventHook } as OnInit);
  return said;
}

const cause = (path: string) => ({
  message: `No answer from https://a.example${path}`,
  stack: `TypeError: no\n  at load @ https://a.example${path}:1:2`,
  type: "TypeError",
  source: "custom",
});

test("redacts messages and stacks of all causes of an error without changing the collected event", () => {
  const causes = Array.from({ length: 10 }, (_, index) => cause(`/people/${index}?email=a@b.c`));
  const collected = {
    type: "error",
    error: { message: "No", causes, component_stack: "at A (https://a.example/people/7)" },
  };
  expect(assembled(collected)).toEqual({
    type: "error",
    error: {
      causes: Array.from({ length: 10 }, () => cause("/people/someone")),
      component_stack: "at A (https://a.example/people/someone)",
    },
  });
  expect(causes[3]?.message).toContain("/people/3");
});

test("changes nothing in errors without a cause or in other events", () => {
  expect(assembled({ type: "error", error: { message: "No" } })).toEqual({ type: "error", error: {} });
  expect(assembled({ type: "view", view: {} })).toBe("SKIPPED");
});

const understand = (selector: string) => {
  if (selector.startsWith("!")) throw new Error("Not a selector");
};

test.each([
  ["mask-user-input", [], "mask-user-input"],
  ["mask-user-input", [".secret"], "mask-user-input"],
  ["mask-user-input", [".secret", "!"], "mask"],
  ["conservative", [], "mask"],
  ["something else", [], "mask"],
])("maps %s with block selectors %j to %s", (level, blockSelectors, expected) => {
  expect(choosePrivacy({ privacyLevel: level as MaskingLevel, blockSelectors }, understand)).toBe(expected);
});

const nameAfter = (source: string | undefined) => {
  const action = { type: "click", target: { name: "Hello Anna" } };
  const event = { type: "action", action, _dd: { action: { name_source: source } } };
  hideActionName(event as unknown as RumEvent);
  return action.target.name;
};

test("keeps an action's name only if an attribute sets it", () => {
  expect(nameAfter("custom_attribute")).toBe("Hello Anna");
  for (const source of ["text_content", "standard_attribute", "mask_placeholder", "other", undefined])
    expect(nameAfter(source)).toBe("");
});

test("leaves events without an action name unchanged", () => {
  const events = [
    { type: "view", view: { name: "/" } },
    { type: "action", action: { type: "click" }, _dd: {} },
  ];
  const before = structuredClone(events);
  for (const event of events) hideActionName(event as unknown as RumEvent);
  expect(events).toEqual(before);
});
