import { CONSENT_TEXTS_PATH, type ConsentTexts } from "@marquee/contract";
import { CONSENT_STYLES } from "./consentStyles.ts";

/**
 * Adds the site's consent dialog to the page, hidden. It is in a shadow root with a constructed style sheet, so that neither the page's styles
 * nor its Content-Security-Policy change it, and built without markup in text, as Trusted Types require.
 * @throws if its texts cannot be loaded.
 */
export async function addConsentElement(origin: string): Promise<HTMLElement> {
  const language = document.documentElement.lang || navigator.language;
  const query = new URLSearchParams({ lang: language });
  const response = await fetch(`${origin}${CONSENT_TEXTS_PATH}?${query}`, { credentials: "omit" });
  if (!response.ok) throw new Error(`The consent dialog could not be loaded: status ${response.status}.`);
  const dialog = buildDialog(await response.json());
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CONSENT_STYLES);
  root.adoptedStyleSheets = [sheet];
  root.append(dialog);
  // Outside of the body, which client-side routers such as Astro's replace.
  document.documentElement.append(host);
  return dialog;
}

type Attributes = Record<string, string>;

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value);
  created.append(...children);
  return created;
}

/** The attributes are those that `consentDialog.ts` looks for. Accepting and rejecting deliberately look the same. */
function buildDialog(texts: ConsentTexts): HTMLElement {
  const { locale, title, text, accept, reject, customize, save, groups, privacy } = texts;
  const button = (label: string, attributes: Attributes) =>
    element("button", { type: "button", ...attributes }, label);
  const choices = groups.map(({ group, title: name, text: about }) =>
    element(
      "label",
      {},
      element("input", { type: "checkbox", "data-consent-group": group }),
      element("span", {}, element("b", {}, name), about),
    ),
  );
  return element(
    "section",
    {
      hidden: "",
      lang: locale,
      role: "dialog",
      "data-consent-dialog": "",
      "aria-labelledby": "title",
      "aria-describedby": "text",
    },
    element("h2", { id: "title" }, title),
    element("p", { id: "text" }, text),
    element("a", { href: privacy.href, target: "_blank", rel: "noopener" }, privacy.label),
    element(
      "fieldset",
      { hidden: "", "data-consent-groups": "" },
      element("legend", {}, customize),
      ...choices,
    ),
    element(
      "div",
      { class: "buttons" },
      button(accept, { "data-consent-accept": "" }),
      button(reject, { "data-consent-reject": "" }),
      button(customize, { class: "quiet", "data-consent-customize": "", "aria-expanded": "false" }),
      button(save, { class: "quiet", "data-consent-save": "", hidden: "" }),
    ),
  );
}
