import type { RumPlugin } from "@datadog/browser-rum-slim";
import { expect, test } from "vitest";
import { createAddressFilter } from "../privacy/filterAddress.ts";
import { redactErrors } from "./redactErrors.ts";

type OnInit = Parameters<NonNullable<RumPlugin["onInit"]>>[0];
type Hook = Parameters<OnInit["registerAssembleEventHook"]>[0];

const filter = createAddressFilter(
  [{ pattern: "*/people/*", replacement: "/people/someone" }],
  () => "https://trellis.example/",
);

/** What the client is told to say in place of what it collected. */
function assembled(rawRumEvent: object): ReturnType<Hook> | undefined {
  let said: ReturnType<Hook> | undefined;
  const registerAssembleEventHook = (hook: Hook) => {
    said = hook({ rawRumEvent } as Parameters<Hook>[0]);
    return { unregister: () => undefined };
  };
  redactErrors(filter).onInit?.({ registerAssembleEventHook } as OnInit);
  return said;
}

const cause = (path: string) => ({
  message: `No answer from https://a.example${path}`,
  stack: `TypeError: no\n  at load @ https://a.example${path}:1:2`,
  type: "TypeError",
  source: "custom",
});

test("redacts messages and stacks of an error's causes, however many there are, and leaves the collected ones as they are", () => {
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

test("says nothing of errors without a cause, nor of other events", () => {
  expect(assembled({ type: "error", error: { message: "No" } })).toEqual({ type: "error", error: {} });
  expect(assembled({ type: "view", view: {} })).toBe("SKIPPED");
});
