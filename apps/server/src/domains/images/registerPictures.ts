import type { SiteContent, SiteEntry } from "@marquee/contract";
import { servedOn } from "../../platform/http/hosts.ts";
import type { Platform } from "../../platform/platform.types.ts";
import type { Connections } from "../connections/startConnections.ts";
import type { Followed } from "../content/followContent.ts";
import type { Content } from "../content/startContent.ts";
import { createImageLinks } from "../publishing/imageLinks.ts";
import type { Publishing } from "../publishing/startPublishing.ts";
import { readImage, startImageCleanup } from "../publishing/uploadedImages.ts";
import { registerOpenGraph } from "./cards/openGraphRoutes.ts";
import { registerFavicons } from "./favicons/faviconRoutes.ts";
import { registerImages } from "./imageRoutes.ts";
import { createImageVersions } from "./imageVersions.ts";
import { openImages } from "./openImages.ts";

interface PicturesOptions extends Platform {
  connections: Connections;
  content: Content;
  siteContent: Followed<SiteContent>;
  publishing: Publishing;
  /** Folder with the site's content files. */
  contentDir: string;
  /** The content folder of the product, for files missing from `contentDir`. */
  baseDir: string;
  entry: SiteEntry;
  /** Called for each file that is served. */
  noteFile: Parameters<typeof registerImages>[2];
}

/** Host of a Contentful space's images. */
const CONTENTFUL_IMAGES = "images.ctfassets.net";

/** Registers images, icons of linked sites, and social cards. */
export async function registerPictures(options: PicturesOptions): Promise<void> {
  const { server, config, db, keys, connections, content, entry, noteFile, now, started } = options;
  const links = createImageLinks(keys.of("previews"), now);
  started(startImageCleanup(options));
  const { images, favicons, cards } = await openImages({
    ...options,
    hosts: () => [...config.imageHosts, ...(connections.read("contentful") ? [CONTENTFUL_IMAGES] : [])],
    versions: createImageVersions({ ...options, links }),
    readUploaded: (hash) => readImage(db, hash),
  });
  // Previewed pages show them too.
  const routes = servedOn("both", (scope) => {
    registerImages(scope, images, noteFile);
    registerFavicons(scope, favicons, noteFile);
    registerOpenGraph(scope, { store: cards, entry, content });
  });
  await server.register(routes);
}
