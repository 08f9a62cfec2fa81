import { describe, expect, it } from "vitest";
import { createTypedMasking, createUrlMasking } from "./maskTyped.ts";
import { createTypedValues } from "./typedTexts.ts";

/** Each in a field of its own. */
function typed(...texts: string[]) {
  const { note, texts: readTyped } = createTypedValues();
  for (const text of texts) note({}, text);
  return { hide: createTypedMasking(readTyped), note };
}

/** Letter by letter, in one field. */
function typeInto(field: object, text: string, note: (field: object, text: string) => void) {
  for (let length = 1; length <= text.length; length++) note(field, text.slice(0, length));
}

describe("typed texts", () => {
  it("are hidden where the page shows them again, in whatever case and spacing", () => {
    const { hide } = typed(" grace@hopper.example ", "Ninety  ships in (four) bottles");
    expect(hide("We write to GRACE@hopper.example.")).toBe("We write to ***.");
    expect(hide("You said: ninety ships in (four) bottles!")).toBe("You said: ***!");
  });

  it("are whole words, and long enough to tell something", () => {
    expect(typed("gra", "7").hide("A graph of 7 points by gra")).toBe("A graph of 7 points by ***");
  });

  it("are hidden in parts where they are a name", () => {
    expect(typed("Annabel von Ems").hide("Hi Annabel, von here")).toBe("Hi ***, von here");
  });

  it("are hidden as one types on, too", () => {
    expect(typed("pregnan").hide("Results for pregn, pr")).toBe("Results for ***, pr");
    expect(typed("alice went home", "alice in the old town").hide("Alice went home")).toBe("***");
  });

  it("are hidden however much is written after them", () => {
    const { hide, note } = typed();
    typeInto({}, "Alice Liddell", note);
    typeInto({}, "We are forty teams. ".repeat(20), note);
    expect(hide("Thanks Alice Liddell")).toBe("Thanks ***");
    expect(hide("You wrote: We are forty tea…")).toBe("You wrote: ***…");
  });

  it("are hidden in addresses too, and these however they begin", () => {
    expect(typed("Ada Byron").hide("/thanks?name=ada+byron&x=1")).toBe("/thanks?name=***&x=1");
    expect(typed("https://ada.example/x").hide("Your site: http://ada.example/x")).toBe(
      "Your site: http://***",
    );
    expect(typed("https://").hide("See https://a.example")).toBe("See https://a.example");
  });

  it("are those that came since, too", () => {
    const { hide, note } = typed("first");
    expect(hide("first second")).toBe("*** second");
    note({}, "second");
    expect(hide("first second")).toBe("*** ***");
  });

  it("are hidden with their digits grouped anew", () => {
    expect(typed("4111111111111111").hide("Card 4111 1111 1111 1111")).toBe("Card ***");
  });

  it("are hidden whole or in pieces where they are long, and cost no exception", () => {
    const message = "We are forty teams (on three tools) ".repeat(2000);
    const { hide } = typed(message);
    expect(hide(`You wrote: ${message}`)).toBe("***");
    expect(hide("forty teams (on")).toBe("***");
    expect(hide("Our teams")).toBe("Our teams");
  });

  it("change nothing while nothing was entered", () => {
    expect(typed("", " ", "a").hide("Anything")).toBe("Anything");
  });
});

const ORIGIN = "https://trellis.example";
function open(...typed: string[]) {
  const filterByRules = (address: string) => address.replace("secret", "…");
  return createUrlMasking({ filterByRules, hideTyped: createTypedMasking(() => typed), origin: ORIGIN });
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
