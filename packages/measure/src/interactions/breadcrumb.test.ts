import { describe, expect, it } from "vitest";
import { type Breadcrumb, extendBreadcrumb } from "./breadcrumb.ts";

const click = (before: Breadcrumb | null, root: string, location: string, label: string) =>
  extendBreadcrumb(before, { root, location, label });

describe("extendBreadcrumb", () => {
  it("goes on under the same root and begins anew under another", () => {
    const first = click(null, "pricing", "plans", "Yearly");
    expect(first.text).toBe("pricing > plans > Yearly");
    const second = click(first, "pricing", "plan-business", "Start free");
    expect(second.text).toBe("pricing > plans > Yearly > plan-business > Start free");
    expect(click(second, "footer", "links", "Privacy").text).toBe("footer > links > Privacy");
  });

  it("leaves out what is empty and keeps the last ten steps under the root", () => {
    let trail = click(null, "home", "", "Go");
    expect(trail.text).toBe("home > Go");
    for (let step = 0; step < 30; step += 1) trail = click(trail, "home", "board", `Card ${step}`);
    expect(trail.text.split(" > ")).toHaveLength(11);
    expect(trail.text).toMatch(/^home > .* > Card 29$/);
  });
});
