import { isDeepStrictEqual } from "node:util";
import type { SiteEntry } from "@marquee/contract";
import type { IncludedRevision } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { followRecords } from "../../platform/storage/records/followRecords.ts";
import type { Records } from "../../platform/storage/records/records.ts";
import {
  type BuiltContent,
  type ContentEngine,
  createContentEngine,
  type EngineParts,
} from "../content/contentEngine.ts";
import type { Followed } from "../content/followContent.ts";
import { type DraftChanges, mergeOverlay } from "../content/overlay.ts";
import { createImageUses, type ImageUses } from "./imageUses.ts";
import { CHANNEL, EMPTY_HEAD, type Head, readHead, readHeadNumber } from "./revisionStore.ts";

/** The published content, as served by this instance. */
export interface Publishing extends Pick<ContentEngine, "files" | "build"> {
  head(): Head;
  /** The published content with the changes of a draft. */
  drafted(fields: DraftChanges): BuiltContent;
  /** Where images are used. */
  usesOf(content: BuiltContent): ImageUses;
  /** The published content; keeps its identity until something changes. */
  published(): BuiltContent;
  /** The revision that the files include; null for none. */
  included(): IncludedRevision | null;
  /** Serves the latest revision, unless this instance already does. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
}

export interface PublishingOptions extends EngineParts {
  records: Records;
  bundle: { entry: Pick<SiteEntry, "listImages" | "listPictures"> };
  /** The revision that the files include; none by default. */
  included?: Followed<IncludedRevision | null>;
  log: Logger;
}

const NOT_INCLUDED = { values: () => null, onChange: () => undefined, stop: () => undefined };

/** A served revision over files that include another. */
interface ServedHead {
  head: Head;
  included: IncludedRevision | null;
}

/**
 * Serves the latest revision of the content, and each later one as soon as an instance publishes it. Texts and pages are replaced together,
 * between two requests.
 */
export async function startPublishing(options: PublishingOptions): Promise<Publishing> {
  const { records, included = NOT_INCLUDED, log } = options;
  let head = EMPTY_HEAD;
  const engine = createContentEngine(options);
  engine.publish(head.overlay);
  const { refresh, stop } = await followRecords<ServedHead>({
    records,
    channel: CHANNEL,
    name: "the published content",
    async read(current) {
      const files = included.values();
      const isSame = isDeepStrictEqual(files, current.included);
      if (isSame && (await readHeadNumber(records.db)) <= current.head.number) return current;
      const next = await readHead(records.db, files);
      return next.number < current.head.number ? current : { head: next, included: files };
    },
    unknown: { head: EMPTY_HEAD, included: null },
    onChange(next) {
      head = next.head;
      engine.publish(head.overlay);
      for (const { item, pointer, problem } of engine.build(head.overlay).unused)
        log.warn(`The published change of ${item}${pointer} is not used: ${problem}`);
    },
    log,
  });
  included.onChange(() => void refresh().catch(() => undefined));
  return {
    head: () => head,
    included: included.values,
    files: engine.files,
    build: engine.build,
    drafted: (fields) => engine.build(mergeOverlay(head.overlay, fields, engine.files())),
    usesOf: createImageUses(options.bundle.entry),
    published: () => engine.build(head.overlay),
    refresh,
    async stop() {
      included.stop();
      await stop();
    },
  };
}
