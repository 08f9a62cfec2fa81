import { beforeEach, expect, it, vi } from "vitest";
import { COMPLETE_STYLES, loadCompleteStyles } from "./completeStyles.ts";

/** A document whose links are answered by the test. */
function stubDocument(href: string | null) {
  const links: EventTarget[] = [];
  vi.stubGlobal("document", {
    querySelector: (selector: string) =>
      href === null || selector !== `style[${COMPLETE_STYLES}]` ? null : { getAttribute: () => href },
    createElement: () => Object.assign(new EventTarget(), { remove: vi.fn() }),
    head: { append: (link: EventTarget) => links.push(link) },
  });
  return links;
}

beforeEach(() => vi.resetModules());

it("adds the style sheet once, and again after it could not be fetched", async () => {
  const links = stubDocument("/assets/styles.css");
  const first = loadCompleteStyles();
  links[0]?.dispatchEvent(new Event("error"));
  await expect(first).rejects.toThrow("The styles at /assets/styles.css cannot be fetched.");
  expect(links[0]).toMatchObject({ href: "/assets/styles.css", remove: expect.any(Function) });
  expect((links[0] as unknown as { remove: unknown }).remove).toHaveBeenCalledOnce();
  const second = [loadCompleteStyles(), loadCompleteStyles()];
  links[1]?.dispatchEvent(new Event("load"));
  await Promise.all(second);
  await loadCompleteStyles();
  expect(links).toHaveLength(2);
});
