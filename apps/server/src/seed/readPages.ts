import { type Milliseconds, ONE_SECOND, PAGE_VERSION_HEADER } from "@marquee/contract";
import { inArray } from "drizzle-orm";
import { pageVersions } from "../domains/archive/tables.ts";
import { startIngest } from "../ingest/process/startIngest.ts";
import type { Stores } from "../platform/storage/stores.ts";
import { createServer, type ServerParts } from "../startServer.ts";
import { readSitePage, type SitePage } from "./sitePage.ts";

/** Archiving a page takes a moment for each of its pictures. Slower pages have no clicks. */
const ARCHIVE_TIMEOUT: Milliseconds = 45 * ONE_SECOND;
const CHECK_INTERVAL: Milliseconds = 250;
/** Public address in the United States, where visitors get the page that most visitors get. */
const VISITOR_ADDRESS = "8.8.8.8";

/** The site's pages as visitors get them. The server serves each once, which also archives it. */
export async function readPages(parts: ServerParts, stores: Stores): Promise<SitePage[]> {
  const ingest = await startIngest({ ...parts, ...stores });
  const { server } = await createServer(parts, stores, ingest);
  try {
    const pages: SitePage[] = [];
    for (const { path } of parts.bundle.entry.listPages()) {
      const { statusCode, headers, body } = await server.inject({
        url: path,
        remoteAddress: VISITOR_ADDRESS,
      });
      if (statusCode !== 200) continue;
      pages.push(readSitePage(body, path, String(headers[PAGE_VERSION_HEADER] ?? "")));
    }
    const archived = await waitForArchive(stores, pages);
    return pages.map((page) => (archived.has(page.version) ? page : { ...page, version: "" }));
  } finally {
    await server.close();
    await ingest.stop();
  }
}

/** @returns the versions that are archived once all of them are, or when time is up. */
async function waitForArchive({ records }: Stores, pages: readonly SitePage[]): Promise<Set<string>> {
  const versions = pages.map(({ version }) => version);
  const deadline = Date.now() + ARCHIVE_TIMEOUT;
  for (;;) {
    const rows = await records.db
      .select({ version: pageVersions.version })
      .from(pageVersions)
      .where(inArray(pageVersions.version, versions));
    if (rows.length === new Set(versions).size || Date.now() > deadline)
      return new Set(rows.map(({ version }) => version));
    await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL));
  }
}
