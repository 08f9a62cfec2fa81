import { expect, it } from "vitest";
import { readSitePage } from "./sitePage.ts";

const HTML = `<!doctype html><html><head><title>Plans &amp; pricing</title></head><body>
<header data-segment-root="header"><a href="/sign-up" data-track-event-name="click web">Start</a></header>
<main data-segment-root="pricing"><h1>Prices</h1><img src="x.png"><svg><path d="M0 0"></path></svg>
<section data-section-id="plans" data-section-model-name="plans" data-section-title="Plans" data-segment-location="plans">
  <h2>Plans</h2><div data-segment-location="cards"><a href="/sign-up#form" data-track-event-name="click web" data-track-clicked-type="button"
    data-overlay="sign-up" data-overlay-location="pricing"><b>Start</b>  free</a></div>
  <button data-track-event-name="click web" hidden="">Never seen</button>
</section><button>Compare</button></main><dialog><button>Accept</button></dialog><script>"<section data-section-model-name='no'>"</script></body></html>`;

it("reads what measurement would report about a page", () => {
  expect(readSitePage(HTML, "/de/pricing", "v1")).toEqual({
    path: "/de/pricing",
    locale: "de",
    title: "Plans & pricing",
    version: "v1",
    root: "pricing",
    sections: [{ sectionId: "plans", sectionModelName: "plans", sectionTitle: "Plans" }],
    headings: [
      { selector: "main h1", sectionId: "" },
      { selector: '[data-section-id="plans"] h2', sectionId: "plans" },
    ],
    actions: [
      {
        selector: 'header [href="/sign-up"]',
        sectionId: "",
        root: "header",
        parent: "header",
        location: "unknown",
        label: "Start",
        href: "/sign-up",
        overlay: null,
        tracking: {},
      },
      {
        selector: '[data-section-id="plans"] [href="/sign-up#form"]',
        sectionId: "plans",
        root: "pricing",
        parent: "plans",
        location: "cards",
        label: "Start free",
        href: "/sign-up#form",
        overlay: { name: "sign-up", location: "pricing" },
        tracking: { clickedType: "button" },
      },
      {
        selector: "main button",
        sectionId: "",
        root: "pricing",
        parent: "pricing",
        location: "unknown",
        label: "Compare",
        href: "",
        overlay: null,
        tracking: null,
      },
    ],
  });
});
