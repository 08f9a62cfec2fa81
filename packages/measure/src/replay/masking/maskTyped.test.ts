import { describe, expect, it } from "vitest";
import { createTypedMasking, createUrlMasking } from "./maskTyped.ts";
import { createTypedValues } from "./typedTexts.ts";

/** Types each text in its own field. */
function typed(...texts: string[]) {
  const { note, texts: readTyped } = createTypedValues();
  for (const text of texts) note({}, text);
  return { hide: createTypedMasking(readTyped), note };
}

/** Types a text letter by letter in one field. */
function typeInto(field: object, text: string, note: (field: object, text: string) => void) {
  for (let length = 1; length <= text.length; length++) note(field, text.slice(0, length));
}

describe("createTypedMasking", () => {
  it("masks typed values where the page shows them again, in any case and spacing", () => {
    const { hide } = typed(" grace@hopper.example ", "Ninety  ships in (four) bottles");
    expect(hide("We write to GRACE@hopper.example.")).toBe("We write to ***.");
    expect(hide("You said: ninety ships in (four) bottles!")).toBe("You said: ***!");
  });

  it("masks whole words of at least three characters", () => {
    expect(typed("gra", "7").hide("A graph of 7 points by gra")).toBe("A graph of 7 points by ***");
  });

  it("masks the parts of a name", () => {
    expect(typed("Annabel von Ems").hide("Hi Annabel, von here")).toBe("Hi ***, von here");
  });

  it("masks beginnings of typed values", () => {
    expect(typed("pregnan").hide("Results for pregn, pr")).toBe("Results for ***, pr");
    expect(typed("alice went home", "alice in the old town").hide("Alice went home")).toBe("***");
  });

  it("still masks a value after long text is typed in another field", () => {
    const { hide, note } = typed();
    typeInto({}, "Alice Liddell", note);
    typeInto({}, "We are forty teams. ".repeat(20), note);
    expect(hide("Thanks Alice Liddell")).toBe("Thanks ***");
    expect(hide("You wrote: We are forty tea…")).toBe("You wrote: ***…");
  });

  it("masks values in URLs, and typed URLs with any scheme", () => {
    expect(typed("Ada Byron").hide("/thanks?name=ada+byron&x=1")).toBe("/thanks?name=***&x=1");
    expect(typed("https://ada.example/x").hide("Your site: http://ada.example/x")).toBe(
      "Your site: http://***",
    );
    expect(typed("https://").hide("See https://a.example")).toBe("See https://a.example");
  });

  it("masks values typed after it was created", () => {
    const { hide, note } = typed("first");
    expect(hide("first second")).toBe("*** second");
    note({}, "second");
    expect(hide("first second")).toBe("*** ***");
  });

  it("masks numbers whose digits are grouped differently", () => {
    expect(typed("4111111111111111").hide("Card 4111 1111 1111 1111")).toBe("Card ***");
  });

  it("masks long messages in full and in pieces without throwing", () => {
    const message = "We are forty teams (on three tools) ".repeat(2000);
    const { hide } = typed(message);
    expect(hide(`You wrote: ${message}`)).toBe("***");
    expect(hide("forty teams (on")).toBe("***");
    expect(hide("Our teams")).toBe("Our teams");
  });

  it("changes nothing if nothing was typed", () => {
    expect(typed("", " ", "a").hide("Anything")).toBe("Anything");
  });
});

const ORIGIN = "https://trellis.example";
function open(...typed: string[]) {
  const filterByRules = (address: string) => address.replace("secret", "…");
  return createUrlMasking({ filterByRules, maskTypedText: createTypedMasking(() => typed), origin: ORIGIN });
}

describe("createUrlMasking", () => {
  it("masks typed values in any encoding", () => {
    const hide = open("Ada Byron", "ada@byron.example", "Grüße (an) alle");
    expect(hide("mailto:Ada@byron.example")).toBe("mailto:***");
    expect(hide("/thanks?mail=ada%40byron.example#ada%2540byron.example")).toBe("/thanks?mail=***#***");
    expect(hide(`${ORIGIN}/a/Ada%20Byron?n=ada+byron&x=%`)).toBe(`${ORIGIN}/a/***?n=***&x=%`);
    expect(hide(`/x?q=${encodeURIComponent("Grüße (an) alle")}`)).toBe("/x?q=***");
    expect(hide("https://ada.example/%61da-byron/secret")).toBe("https://***.example/***-***/…");
  });

  it("only filters URLs without typed values", () => {
    for (const hide of [open(), open("Ada Byron")]) {
      expect(hide("/thanks?name=Eve%20C&x=a+b#%20")).toBe("/thanks?name=Eve%20C&x=a+b#%20");
      expect(hide("/secret?x=%41")).toBe("/…?x=%41");
    }
  });

  it("keeps the scheme and the page's origin, so that they stay URLs", () => {
    const message = "we wrote https trellis example ".repeat(5);
    const hide = open("https", "trellis", message);
    expect(hide(`${ORIGIN}/trellis`)).toBe(`${ORIGIN}/***`);
    expect(hide(`${ORIGIN}/?m=${encodeURIComponent(message)}`)).toBe(`${ORIGIN}/***`);
    expect(hide(ORIGIN)).toBe("https://***.example");
    expect(hide("https://trellis.example.com/")).toBe("https://***.example.com/");
  });
});
