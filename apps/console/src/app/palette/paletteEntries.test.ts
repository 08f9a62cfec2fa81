import type { SearchResult } from "@marquee/contract/schema";
import { describe, expect, it } from "vitest";
import { SCREENS } from "../screens.ts";
import { findScreen } from "../startScreen.ts";
import { lookUpGroups, type PaletteGroup, resultGroups, screenGroups } from "./paletteEntries.ts";

const titlesOf = (groups: readonly PaletteGroup[]) =>
  groups.map(({ name, entries }) => [name, ...entries.map(({ title }) => title)]);
const find = (typed: string, recent: string[] = []) =>
  screenGroups({ typed, recent, current: "/" }).flatMap(({ entries }) => entries.map(({ title }) => title));

describe("screens in the palette", () => {
  it("offers recent screens first, then all others, but not the one that is open", () => {
    const recent = ["/", "/leads", "/flags"];
    const [used, remaining] = screenGroups({ typed: " ", recent, current: "/" });
    expect(titlesOf(used ? [used] : [])).toEqual([["Recent", "Leads", "Flags"]]);
    const offered = [...(used?.entries ?? []), ...(remaining?.entries ?? [])].map(({ title }) => title);
    const expected = SCREENS.filter(({ path }) => path !== "/" && !path.includes(":"));
    expect(offered.sort()).toEqual(expected.map(({ title }) => title).sort());
  });

  it("finds screens by title, then by keyword, recent ones first among equals", () => {
    expect(find("re")[0]).toBe("Replays");
    expect(find("re", ["/recording"]).slice(0, 2)).toEqual(["Recording settings", "Replays"]);
    expect(find("gdpr")).toEqual(["Privacy requests"]);
    expect(find("over"), "the open one too").toEqual(["Overview"]);
    expect(find("nothing like this")).toEqual([]);
  });
});

describe("results in the palette", () => {
  const results: SearchResult[] = [
    { kind: "flag", title: "hero-warm", detail: "", href: "/flags/hero-warm" },
    { kind: "page", title: "Heroes", detail: "/heroes", href: "/?f=is%2Cpage%2C%2Fheroes" },
    { kind: "lead", title: "Ada", detail: "ada@hero.example", href: "/leads/1" },
  ];

  it("groups them by kind, and leaves out results of an earlier search that no longer match", () => {
    expect(titlesOf(resultGroups(results, "hero"))).toEqual([
      ["Pages", "Heroes"],
      ["Leads", "Ada"],
      ["Flags", "hero-warm"],
    ]);
    expect(titlesOf(resultGroups(results, "hero-"))).toEqual([["Flags", "hero-warm"]]);
    expect(resultGroups(results, "lovelace")).toEqual([]);
  });

  it("offers to look up IDs and email addresses, and anything else if there is nothing else", () => {
    const href = (typed: string, isLastResort = false) =>
      lookUpGroups(typed, { isLastResort }).flatMap(({ entries }) =>
        entries.map(({ target }) => ("href" in target ? target.href : "")),
      );
    expect(href(" ada@acme.example ")).toEqual(["/privacy-requests?id=ada%40acme.example"]);
    expect(href("user-42&x=1")).toEqual(["/privacy-requests?id=user-42%26x%3D1"]);
    expect(href("pricing")).toEqual([]);
    expect(href("pricing", true)).toEqual(["/privacy-requests?id=pricing"]);
    for (const wrong of ["", "a1", "two words 2", "1".repeat(255)]) expect(href(wrong, true)).toEqual([]);
    expect(findScreen("/privacy-requests")).toBeDefined();
  });
});
