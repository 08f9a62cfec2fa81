import type { HeatmapKind, HeatmapVariant } from "@marquee/contract/schema";
import { describe, expect, it } from "vitest";
import { bandChoices, bandName, shownChoices, shownText, variantName } from "./choiceNames.ts";

const variations = [{ value: "hero/bold", experiment: "Hero", variation: "Bold" }];
const variantOf = (variant: string, versions: HeatmapVariant["versions"] = []): HeatmapVariant => ({
  shown: `variant:${variant}`,
  variant,
  sessions: 3,
  counts: { all: 9, rage: 2, dead: 0 },
  versions,
});

describe("variantName", () => {
  it("names the audience of a variant", () => {
    const names = ["", "hero/bold", "customer preview", "other/one"].map((variant) =>
      variantName(variantOf(variant), { variations }),
    );
    expect(names).toEqual(["Everyone", "Hero: Bold", "Customers, preview", "Other: one"]);
    expect(variantName({ shown: "unknown", variant: "" }, { variations })).toBe("Unknown version");
  });
});

describe("shownChoices", () => {
  it("offers each variant, and its versions if there is more than one", () => {
    const version = (name: string) => ({
      version: name,
      firstServedAt: 0,
      sessions: 1,
      counts: { all: 1, rage: 0, dead: 0 },
    });
    const one = variantOf("customer", [version("a")]);
    const several = variantOf("", [version("b"), version("c")]);
    const choices = shownChoices({ variants: [several, one], variations, shown: "b" }, "scroll");
    expect(choices.map(([value]) => value)).toEqual(["variant:", "b", "c", "variant:customer"]);
    expect(choices[0]?.[1]).toBe("Everyone (3 sessions)");
    expect(choices[1]?.[1]).toMatch(/^Everyone, as of .*Jan 1.* \(1\)$/);
  });

  it("includes the selected version even if there is no data for it", () => {
    const named = (shown: string) => shownChoices({ variants: [], variations, shown }, "all");
    expect(named("variant:")).toEqual([["variant:", "Everyone"]]);
    expect(named("variant:hero/bold")).toEqual([["variant:hero/bold", "Hero: Bold"]]);
  });
});

describe("shownText", () => {
  const answer = {
    variants: [variantOf("")],
    variations,
    shown: "variant:",
    band: 1200 as const,
    sessions: 3,
  };
  const textOf = (all: number, kind: HeatmapKind = "all") =>
    shownText({ ...answer, counts: { all, rage: 1, dead: 0 } }, kind);

  it("states how many of the page's clicks are drawn, and for which window size and version", () => {
    expect(textOf(4)).toMatch(
      /^4 of 9 clicks: windows of 1,200 to 1,599 px, version: Everyone\. The rest are in other/,
    );
    expect(textOf(9)).toBeNull();
    expect(textOf(9, "rage")).toMatch(/^1 of 2 rage clicks: /);
    expect([textOf(4, "dead"), textOf(4, "scroll")]).toEqual([null, null]);
  });
});

describe("window sizes", () => {
  it("are named by their widths", () => {
    expect([0, 500, 1600].map(bandName)).toEqual(["under 500 px", "500 to 599 px", "1,600 px and wider"]);
  });

  it("are offered if they have sessions or are selected", () => {
    const bands = [{ band: 0 as const, sessions: 1, counts: { all: 4, rage: 3, dead: 0 } }];
    expect(bandChoices({ bands, band: 1200 }, "scroll")).toEqual([
      ["0", "under 500 px (1 session)"],
      ["1200", "1,200 to 1,599 px (0 sessions)"],
    ]);
    expect(bandChoices({ bands, band: 0 }, "rage")).toEqual([["0", "under 500 px (3 rage clicks)"]]);
  });
});
