import { type SiteEntry, stripFragment } from "@marquee/contract";
import type { Content } from "../content/startContent.ts";

interface UsedImagesOptions {
  entry: Pick<SiteEntry, "listImages">;
  content: Pick<Content, "find" | "list" | "onChange">;
}

/**
 * Tells whether a page uses an image from elsewhere. The list is built when it is first asked for, and again after content changed.
 * @returns a function of an image's source, without a fragment.
 */
export function createReferencedImages({
  entry,
  content,
}: UsedImagesOptions): (source: string) => Promise<boolean> {
  let used: Promise<ReadonlySet<string>> | null = null;
  content.onChange(() => {
    used = null;
  });

  async function listUsed(): Promise<ReadonlySet<string>> {
    const sources = new Set<string>();
    for (const { path } of content.list()) {
      const page = content.find(path);
      for (const source of page ? entry.listImages(page) : []) sources.add(stripFragment(source));
      // Reading a page's text takes milliseconds; requests are answered in between.
      await new Promise(setImmediate);
    }
    return sources;
  }

  return async (source) => {
    if (!used) {
      used = listUsed();
      used.catch(() => {
        used = null;
      });
    }
    return (await used).has(source);
  };
}
