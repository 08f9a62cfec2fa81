import type { Page } from "@playwright/test";

/** Labels of inputs that visitors press: words of the page. */
const LABELS = { button: "authoredbutton", submit: "authoredsubmit", reset: "authoredreset" } as const;

/** A value for each type of field. No other text of a recording resembles any of them. */
export const ENTRIES = {
  text: "canarytext",
  search: "canarysearch",
  email: "canary@mail.example",
  url: "https://canary.example/canaryurl",
  tel: "5550134977",
  password: "canarypassword",
  number: "90817263",
  range: "7391.5",
  date: "1913-07-28",
  month: "1913-08",
  week: "1913-W31",
  time: "03:47:29",
  "datetime-local": "1913-07-28T03:47:28",
  color: "#c0ffe7",
  hidden: "canaryhidden",
  checkbox: "canarycheckbox",
  radio: "canaryradio",
} as const;

/** Everything that no recording may contain. */
export const CANARIES: readonly string[] = ["canary", ...Object.values(ENTRIES)];

/** Words of the page, which only the stricter masking level hides. */
export const PAGE_WORDS = [
  "authoredtext",
  "authoredplaceholder",
  "authoredtitle",
  "authoredalt",
  "authoredlabel",
  "authoreddata",
  ...Object.values(LABELS),
];

/** How a field is created. */
type Filling = "attribute" | "property" | "later";

declare global {
  interface Window {
    addCanaryFields(name: string, filling: Filling): void;
  }
}

/** Lets a page add fields of every type to itself, a shadow tree and a frame. Call it before opening the page. */
export async function addCanaryFields(page: Page): Promise<void> {
  const entries = { ...ENTRIES, ...LABELS };
  await page.addInitScript((entries) => {
    if (window !== window.top) return;
    const addTo = (root: HTMLElement | ShadowRoot, name: string, filling: Filling) => {
      const document = root.ownerDocument;
      const make = (tag: string, attributes: Record<string, string>, ...children: (Node | string)[]) => {
        const element = document.createElement(tag);
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
        element.append(...children);
        return element;
      };
      const fillable = (tag: string, attributes: Record<string, string>, value: string) => {
        const filled = filling === "attribute" ? { ...attributes, value } : attributes;
        const element = make(tag, filled) as HTMLInputElement;
        root.append(element);
        if (filling === "property") element.value = value;
        if (filling === "later") setTimeout(() => element.setAttribute("value", value), 100);
      };
      for (const [type, value] of Object.entries(entries))
        fillable("input", { type, "data-field": `${name}-${type}`, step: "any", max: "99999999" }, value);
      fillable("custom-field", {}, "canarycustom");
      const text = filling === "attribute" ? "canaryarea" : "";
      const area = make("textarea", { "data-field": `${name}-area` }, text) as HTMLTextAreaElement;
      const select = make(
        "select",
        { "data-field": `${name}-select`, "aria-valuetext": "canaryvaluetext" },
        make("option", { value: "first" }),
      ) as HTMLSelectElement;
      const write = make("div", { contenteditable: "true", "data-field": `${name}-write` }, "");
      root.append(area, select, write);
      if (filling === "property") area.value = "canaryarea";
      if (filling === "later") area.append("canaryarea");
      const pasted = [
        make("b", { title: "canarywritten", "data-x": "canarywritten" }, "canarywritten"),
        make("img", { alt: "canarywritten", src: "/canarywritten.png" }),
        make("a", { href: "https://canary.example/" }, "canarywritten"),
      ];
      const box = make("p", { role: "textbox" }, filling === "attribute" ? "canarybox" : "");
      root.append(box);
      if (filling !== "attribute") box.append("canarybox");
      write.append(...pasted);
      root.append(
        make(
          "p",
          { title: "authoredtitle", "aria-label": "authoredlabel", "data-note": "authoreddata" },
          "authoredtext",
        ),
        make("input", { placeholder: "authoredplaceholder" }),
        make("img", { alt: "authoredalt" }),
      );
    };
    window.addCanaryFields = (name, filling) => {
      const place = document.createElement("section");
      const host = document.createElement("div");
      const frame = document.createElement("iframe");
      frame.dataset.field = `${name}-frame`;
      place.append(host, frame);
      document.body.append(place);
      addTo(place, `${name}-page`, filling);
      addTo(host.attachShadow({ mode: "open" }), `${name}-shadow`, filling);
      const inner = frame.contentDocument?.body;
      if (inner) addTo(inner, `${name}-frame`, filling);
    };
    document.addEventListener("DOMContentLoaded", () => {
      window.addCanaryFields("first", "attribute");
      window.addCanaryFields("second", "property");
    });
  }, entries);
}
