import { REPLAY_PATH, type SegmentBody, visitorIdOf } from "@marquee/contract";
import { type APIRequestContext, expect } from "@playwright/test";

const EVIL = "https://evil.invalid";
let ids = 100;

const element = (tagName: string, attributes: Record<string, unknown> = {}, childNodes: unknown[] = []) => {
  ids += 1;
  return { type: 2, id: ids, tagName, attributes, childNodes };
};
const text = (textContent: string) => {
  ids += 1;
  return { type: 3, id: ids, textContent };
};

const RUN = "top.pwned = parent.pwned = 1; alert(1)";

/** Everything that a page could run, open or load, as an attacker without our recorder would send it. */
const ATTACKS = [
  element("script", {}, [text(RUN)]),
  element("SCRIPT", { src: `${EVIL}/a.js` }),
  element("img", { src: `${EVIL}/a.png`, onerror: RUN, onload: RUN }),
  element("img", { src: "x", onerror: RUN }),
  element("img", { srcset: `${EVIL}/b.png 2x` }),
  element("iframe", { src: `${EVIL}/frame`, srcdoc: `<script>${RUN}</script>` }),
  element("iframe", { src: `javascript:${RUN}` }),
  element("object", { data: `${EVIL}/o` }),
  element("embed", { src: `${EVIL}/e` }),
  element("a", { href: `javascript:${RUN}`, autofocus: true, onfocus: RUN }, [text("link")]),
  element("form", { action: `${EVIL}/form` }, [element("input", { autofocus: true, onfocus: RUN })]),
  // Without their names, these would hide what the replayer uses of the document and of the form.
  ...["head", "body", "documentElement", "createElement", "querySelector"].map((name) =>
    element("img", { name }),
  ),
  element("form", { name: "defaultView" }, [
    ...["appendChild", "insertBefore", "childNodes", "setAttribute"].map((id) => element("input", { id })),
    element("p", {}, [text("Text of a form")]),
  ]),
  element("video", { poster: `${EVIL}/p.png`, src: `${EVIL}/v.mp4`, rr_mediaState: "played" }),
  element("details", { open: true, ontoggle: RUN }),
  element("div", { style: `background: url(${EVIL}/bg.png)` }),
  element("div", { style: `background-image: image-set("${EVIL}/set.png" 1x)` }),
  element("div", { style: `background: u\\72l(${EVIL}/escaped.png)` }),
  element("div", { style: `--image: "${EVIL}/variable.png"; background: image-set(var(--image) 1x)` }),
  element("style", {}, [text(`b { background: url(${EVIL}/plain.png) } @import "${EVIL}/plain.css";`)]),
  element("style", {}, [text('@import "https:'), text('//evil.invalid/split.css";')]),
  element("canvas", { rr_dataURL: `${EVIL}/canvas.png` }),
  {
    ...element("svg", {}, [
      {
        ...element("rect", { fill: `url(${EVIL}/fill.svg#a)`, mask: `url(${EVIL}/mask.svg#a)` }),
        isSVG: true,
      },
      { ...element("x:image", { href: `${EVIL}/image.png` }), isSVG: true },
      {
        ...element("image", {}, [
          { ...element("set", { attributeName: "href", to: `${EVIL}/set.png` }), isSVG: true },
        ]),
        isSVG: true,
      },
    ]),
    isSVG: true,
  },
  {
    ...element("svg", { onload: RUN }, [{ ...element("script", {}, [text(RUN)]), isSVG: true }]),
    isSVG: true,
  },
];
const HEAD = [
  element("base", { href: `${EVIL}/` }),
  element("meta", { "http-equiv": "refresh", content: `0;url=${EVIL}/refresh` }),
  element("link", { rel: "stylesheet", href: `${EVIL}/s.css` }),
  element("link", { rel: "prefetch", href: `${EVIL}/prefetch` }),
  element("style", { _cssText: `@import url(${EVIL}/i.css); body { background: url(${EVIL}/css.png) }` }),
];

/** Sends a recording with attacks in the full snapshot and in a later mutation. @returns the replay ID. */
export async function sendHostileReplay(request: APIRequestContext): Promise<string> {
  const start = Date.now() - 5000;
  const visitor = visitorIdOf(crypto.randomUUID());
  const recordingId = crypto.randomUUID();
  const body = element("body", { onload: RUN }, [element("p", {}, [text("Harmless text")]), ...ATTACKS]);
  const page = [
    { type: 1, id: 2, name: "html", publicId: "", systemId: "" },
    element("html", {}, [element("head", {}, HEAD), body]),
  ];
  // The replayer handles each added node separately.
  const added = element("p", { onclick: RUN });
  const within = [
    text("Added later"),
    element("script", { src: `${EVIL}/late.js` }),
    element("img", { onerror: RUN, src: "x" }),
  ];
  const adds = [
    { parentId: body.id, nextId: null, node: added },
    ...within.map((node) => ({ parentId: added.id, nextId: null, node })),
  ];
  const events = [
    { type: 4, timestamp: start, data: { href: "http://elsewhere.invalid/", width: 800, height: 600 } },
    {
      type: 2,
      timestamp: start + 1,
      data: { node: { type: 0, id: 1, childNodes: page }, initialOffset: { left: 0, top: 0 } },
    },
    {
      type: 3,
      timestamp: start + 300,
      data: {
        source: 0,
        texts: [],
        removes: [],
        adds,
        attributes: [
          { id: body.id, attributes: { style: { background: `url(${EVIL}/late.png)` }, onclick: RUN } },
        ],
      },
    },
    {
      type: 3,
      timestamp: start + 400,
      data: { source: 10, family: "Text", fontSource: `url(${EVIL}/font.woff2)`, buffer: false },
    },
    {
      type: 3,
      timestamp: start + 500,
      data: {
        source: 8,
        id: HEAD[4]?.id,
        adds: [{ rule: `p{background:image-set("${EVIL}/rule.png" 1x)}` }],
      },
    },
    {
      type: 3,
      timestamp: start + 4000,
      data: { source: 8, id: HEAD[4]?.id, adds: [{ rule: `p{background:url(${EVIL}/r.png)}` }] },
    },
  ];
  const segment: SegmentBody["segment"] = {
    id: `${recordingId}.0`,
    recordingId,
    index: 0,
    firstEvent: 0,
    start,
    end: start + 4000,
    hasFullSnapshot: true,
    reason: "init",
    pageUrl: "http://elsewhere.invalid/",
    pageVersion: "",
    viewportWidth: 800,
    viewportHeight: 600,
    userAgent: "",
    privacyLevel: "mask-user-input",
    admission: "sample",
  };
  const query = { device_id: visitor, session_id: String(start), type: "replay", api_key: "local" };
  const answer = await request.post(`${REPLAY_PATH}?${new URLSearchParams(query)}`, {
    data: { version: 1, segment, events },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return `${start}-${visitor}`;
}
