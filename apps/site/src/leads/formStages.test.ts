import { EVENT_CATALOG } from "@marquee/contract";
import { beforeEach, expect, it } from "vitest";
import { createFormStages, type FormStages } from "./formStages.ts";

const DEMO = { form: "demo", formId: 1763, location: "nav" } as const;
let tracked: [event: string, properties: unknown][];
let stages: FormStages;

beforeEach(() => {
  tracked = [];
  // Safe cast: `track` has an overload for each event, and this one takes any.
  const track = ((event: string, properties: unknown) => tracked.push([event, properties])) as never;
  stages = createFormStages(track, DEMO);
});

it("starts once, and reports each filled-in field once, by its name", () => {
  stages.input();
  stages.input();
  stages.leave("name", "  ");
  stages.leave("name", "Ada");
  stages.leave("name", "Ada Lovelace");
  stages.leave("email", "ada@trellis.example");
  expect(tracked).toEqual([
    ["Form Started", DEMO],
    ["Form Field Left", { ...DEMO, field: "name" }],
    ["Form Field Left", { ...DEMO, field: "email" }],
  ]);
});

it("reports a problem when it appears or changes, and all problems of a rejected form", () => {
  stages.problem("email", "invalid");
  stages.problem("email", "invalid", "invalid");
  stages.problem("email", "freeMail", "invalid");
  stages.refuse({ email: "required", message: "tooLong" });
  stages.refuse({ email: "required" });
  expect(tracked.map(([event, properties]) => [event, properties])).toEqual(
    [
      ["email", "invalid"],
      ["email", "freeMail"],
      ["email", "required"],
      ["message", "tooLong"],
      ["email", "required"],
    ].map(([field, error]) => ["Form Error Shown", { ...DEMO, field, error }]),
  );
});

it("starts again after a restart", () => {
  for (let round = 0; round < 2; round += 1) {
    stages.input();
    stages.leave("name", "Ada");
    stages.restart();
  }
  const once = ["Form Started", "Form Field Left"];
  expect(tracked.map(([event]) => event)).toEqual([...once, ...once]);
});

it("sends what the catalog requires and nothing else, so nothing that was typed", () => {
  stages.input();
  stages.leave("message", "secret@trellis.example");
  stages.refuse({ email: "invalid" });
  for (const [event, properties] of tracked) {
    const { required } = EVENT_CATALOG[event as "Form Started"].properties;
    expect([event, Object.keys(properties as object)]).toEqual([event, required]);
  }
  expect(JSON.stringify(tracked)).not.toContain("secret");
});
