import { expect, it } from "vitest";
import type { Connection } from "../connections/startConnections.ts";
import { createSchedulers } from "./schedulers.ts";

const SETTINGS = {
  form1006: "https://cal.com/sales/30min",
  form1299: "",
  form1176: "",
  form1763: "https://book.example/demo?team=a",
  form1871: "",
  display: "frame" as const,
  emailParameter: "",
};
const ADA = { email: "ada@trellis.example", name: "" };
const start = (overrides: object | null = {}) => {
  const meetings = overrides && { settings: { ...SETTINGS, ...overrides }, secrets: {}, policy: "public" };
  // `read` is called for one kind only.
  return createSchedulers({ read: () => meetings as Connection<never> | null });
};

it("gives each form its own booking page", () => {
  const { linkOf } = start();
  expect(linkOf(1006, ADA)).toEqual({ url: "https://cal.com/sales/30min?email=ada%40trellis.example" });
  expect(linkOf(1763, ADA)).toEqual({ url: "https://book.example/demo?team=a" });
  expect(linkOf(1299, ADA)).toBeNull();
  expect(linkOf("sign-up", ADA)).toBeNull();
  expect(start(null).linkOf(1006, ADA)).toBeNull();
});

it("frames only booking pages that the policy allows", () => {
  const { frameUrlOf } = start();
  expect(frameUrlOf("https://cal.com/sales/30min?email=a")).toBe("https://cal.com/sales/30min/embed?email=a");
  expect(frameUrlOf("https://calendar.example/from-the-rules")).toBeNull();
  expect(frameUrlOf(null)).toBeNull();
  expect(start({ display: "link" }).frameUrlOf("https://cal.com/sales/30min")).toBeNull();
  expect(start(null).frameUrlOf("https://cal.com/sales/30min")).toBeNull();
});
