import { REPLAY_PATH, type SegmentBody, visitorIdOf } from "@marquee/contract";
import { type APIRequestContext, expect } from "@playwright/test";

/** User agent of a phone. */
export const RECORDED = { width: 390, height: 844 };
/** Time of the second full snapshot, in seconds from the start. */
export const SECOND_SNAPSHOT = 20;
const LENGTH = 40;

const element = (id: number, tagName: string, attributes: object, childNodes: object[] = []) => ({
  type: 2,
  id,
  tagName,
  attributes,
  childNodes,
});
const text = (id: number, textContent: string) => ({ type: 3, id, textContent });

/** Two events: the window size, and a full snapshot of a page without a background. */
function picture(
  timestamp: number,
  words: string,
  { page, system }: Record<"page" | "system", string>,
): object[] {
  const body = element(6, "body", {}, [
    element(7, "p", {}, [text(8, words)]),
    element(10, "input", { type: "number", "aria-label": "Seats" }),
    element(11, "canvas", {
      width: "60",
      height: "30",
      style: "display: block; max-width: 100%; height: auto",
    }),
    element(12, "div", { popover: "auto", style: "box-sizing: border-box; width: 288px" }, [
      text(13, "A hint"),
    ]),
    element(9, "div", { style: "height: 3000px" }),
  ]);
  const root = element(3, "html", { style: `color-scheme: ${page}` }, [element(4, "head", {}), body]);
  const node = { type: 0, id: 1, childNodes: [{ type: 1, id: 2, name: "html" }, root] };
  return [
    { type: 4, timestamp, data: { href: "http://elsewhere.invalid/", ...RECORDED, colorScheme: system } },
    { type: 2, timestamp: timestamp + 1, data: { node, initialOffset: { left: 0, top: 0 } } },
  ];
}

const write = (timestamp: number, value: string) => ({
  type: 3,
  timestamp,
  data: { source: 0, texts: [{ id: 8, value }], attributes: [], removes: [], adds: [] },
});
const enter = (timestamp: number) => ({
  type: 3,
  timestamp,
  data: { source: 5, id: 10, text: "***", isChecked: false },
});
const hint = (timestamp: number, rr_popover: string | null) => ({
  type: 3,
  timestamp,
  data: { source: 0, attributes: [{ id: 12, attributes: { rr_popover } }], texts: [], removes: [], adds: [] },
});
const scroll = (timestamp: number, y: number) => ({
  type: 3,
  timestamp,
  data: { source: 3, id: 1, x: 0, y },
});

/** Sends a recording of a phone with two full snapshots: dark by the page's theme, then by the system's. @returns the replay ID. */
export async function sendDarkReplay(request: APIRequestContext): Promise<string> {
  const start = Date.now() - LENGTH * 1000;
  const at = (seconds: number) => start + seconds * 1000;
  const visitor = visitorIdOf(crypto.randomUUID());
  const recordingId = crypto.randomUUID();
  const parts = [
    [
      ...picture(at(0), "First", { page: "dark", system: "light" }),
      write(at(4), "First, written to"),
      enter(at(4)),
      scroll(at(5), 900),
      scroll(at(6), 300),
      hint(at(9), ""),
      hint(at(12), null),
    ],
    [
      ...picture(at(SECOND_SNAPSHOT), "Second", { page: "light dark", system: "dark" }),
      write(at(24), "Second, written to"),
      scroll(at(LENGTH), 50),
    ],
  ];
  for (const [index, events] of parts.entries()) {
    const body: SegmentBody = {
      version: 1,
      segment: {
        id: `${recordingId}.${index}`,
        recordingId,
        index,
        firstEvent: 0,
        pageVersion: "",
        start: at(index * SECOND_SNAPSHOT),
        end: at((index + 1) * SECOND_SNAPSHOT),
        hasFullSnapshot: true,
        reason: "duration",
        pageUrl: "http://elsewhere.invalid/",
        viewportWidth: RECORDED.width,
        viewportHeight: RECORDED.height,
        userAgent: "",
        privacyLevel: "mask-user-input",
        admission: "sample",
      },
      events,
    };
    const query = new URLSearchParams({
      device_id: visitor,
      session_id: String(start),
      type: "replay",
      api_key: "local",
    });
    const answer = await request.post(`${REPLAY_PATH}?${query}`, { data: body });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  return `${start}-${visitor}`;
}
