import { describe, expect, it } from "vitest";
import { createAddressHiding } from "./hideInAddress.ts";
import { createTypedHiding } from "./hideTyped.ts";

const ORIGIN = "https://trellis.example";
function open(...typed: string[]) {
  const filterByRules = (address: string) => address.replace("secret", "…");
  return createAddressHiding({ filterByRules, hideTyped: createTypedHiding(() => typed), origin: ORIGIN });
}

describe("addresses", () => {
  it("tell nothing that was entered, however it is encoded", () => {
    const hide = open("Ada Byron", "ada@byron.example", "Grüße (an) alle");
    expect(hide("mailto:Ada@byron.example")).toBe("mailto:***");
    expect(hide("/thanks?mail=ada%40byron.example#ada%2540byron.example")).toBe("/thanks?mail=***#***");
    expect(hide(`${ORIGIN}/a/Ada%20Byron?n=ada+byron&x=%`)).toBe(`${ORIGIN}/a/***?n=***&x=%`);
    expect(hide(`/x?q=${encodeURIComponent("Grüße (an) alle")}`)).toBe("/x?q=***");
    expect(hide("https://ada.example/%61da-byron/secret")).toBe("https://***.example/***-***/…");
  });

  it("stay as they are where nothing of it is in them, but for the filter", () => {
    for (const hide of [open(), open("Ada Byron")]) {
      expect(hide("/thanks?name=Eve%20C&x=a+b#%20")).toBe("/thanks?name=Eve%20C&x=a+b#%20");
      expect(hide("/secret?x=%41")).toBe("/…?x=%41");
    }
  });

  it("keep what says where they lead, so that they stay addresses", () => {
    const message = "we wrote https trellis example ".repeat(5);
    const hide = open("https", "trellis", message);
    expect(hide(`${ORIGIN}/trellis`)).toBe(`${ORIGIN}/***`);
    expect(hide(`${ORIGIN}/?m=${encodeURIComponent(message)}`)).toBe(`${ORIGIN}/***`);
    expect(hide(ORIGIN)).toBe("https://***.example");
    expect(hide("https://trellis.example.com/")).toBe("https://***.example.com/");
  });
});
