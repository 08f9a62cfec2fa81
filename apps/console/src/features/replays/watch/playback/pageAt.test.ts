import { expect, it } from "vitest";
import { pageAt } from "./pageAt.ts";

it("is the latest address that the recording tells", () => {
  const digest = (at: number, href: string) => ({
    activity: [],
    clicks: [],
    messages: [],
    pages: [{ at, href }],
  });
  const digests = [
    digest(5000, "https://a.example/pricing"),
    digest(1000, "https://a.example/?utm=x"),
    digest(9000, "https://a.example/brain"),
  ];
  expect([0, 1000, 4000, 6000, 9500].map((at) => pageAt(digests, at))).toEqual([
    "",
    "https://a.example/?utm=x",
    "https://a.example/?utm=x",
    "https://a.example/pricing",
    "https://a.example/brain",
  ]);
});
