import { CHANGE_ENTITIES, type Change } from "@marquee/contract/schema";
import { describe, expect, it } from "vitest";
import { describeChange } from "./describeChange.ts";

const ACTOR = "ada@trellis.example";

function sentenceOf(change: Partial<Change> & Pick<Change, "entity" | "action">): string {
  const { before, subject, after } = describeChange({
    key: "key",
    actor: ACTOR,
    before: null,
    after: null,
    ...change,
  });
  return before + subject + after;
}

describe("describeChange", () => {
  it("names what was changed", () => {
    expect(sentenceOf({ entity: "goal", action: "created", key: "3", after: { name: "Sent a form" } })).toBe(
      `${ACTOR} created the goal Sent a form.`,
    );
    expect(sentenceOf({ entity: "flag", action: "archived", key: "new-hero" })).toBe(
      `${ACTOR} archived the flag new-hero.`,
    );
    expect(sentenceOf({ entity: "note", action: "deleted", key: "7", before: { text: "Launch" } })).toBe(
      `${ACTOR} deleted the note Launch.`,
    );
    expect(sentenceOf({ entity: "site", action: "changed", key: "default" })).toBe(
      `${ACTOR} changed the site settings.`,
    );
    expect(sentenceOf({ entity: "recording", action: "deleted replay", key: "2026-10-01T08:00Z" })).toMatch(
      new RegExp(`^${ACTOR} deleted the replay of Oct 1, 2026`),
    );
  });

  it("names the owner of an error", () => {
    const after = { owner: "bo@trellis.example", state: "open", message: "TypeError" };
    expect(sentenceOf({ entity: "error", action: "assigned", after })).toBe(
      `${ACTOR} assigned the error TypeError to bo@trellis.example.`,
    );
  });

  it("distinguishes a person's own account from others", () => {
    const entity = "account";
    expect(sentenceOf({ entity, action: "password changed", key: ACTOR })).toBe(
      `${ACTOR} changed their password.`,
    );
    expect(sentenceOf({ entity, action: "removed", key: "bo@trellis.example" })).toBe(
      `${ACTOR} removed bo@trellis.example from the team.`,
    );
  });

  it("is a sentence for every kind and action", () => {
    for (const entity of CHANGE_ENTITIES)
      for (const action of ["created", "changed", "reverted"])
        expect(sentenceOf({ entity, action })).toMatch(new RegExp(`^${ACTOR} ${action} the [\\w ]+\\.$`));
  });
});
