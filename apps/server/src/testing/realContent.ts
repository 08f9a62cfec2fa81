import { join } from "node:path";
import { readSiteContent } from "../domains/content/readSiteContent.ts";
import { publishOver } from "../domains/content/siteContent.ts";
import { startContent } from "../domains/content/startContent.ts";
import { silent } from "./startTestStores.ts";

export const CONTENT_DIR = join(import.meta.dirname, "../../../../content");

/** The site's own content. Its texts and catalog are not watched, but `change` replaces them like a changed file. */
export async function startRealContent() {
  let site = await readSiteContent(CONTENT_DIR, CONTENT_DIR);
  let tell = () => {};
  const siteContent = publishOver({
    values: () => site,
    onChange: (listener) => {
      tell = listener;
    },
    stop: () => undefined,
  });
  const content = await startContent({
    contentDir: CONTENT_DIR,
    log: silent,
    takenPaths: new Set(["/"]),
    remote: null,
  });
  return {
    siteContent,
    content,
    change(next: typeof site) {
      site = next;
      tell();
    },
  };
}
