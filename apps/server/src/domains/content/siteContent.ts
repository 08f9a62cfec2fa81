import { LOCALES, type Locale, parseItemKey, type SiteContent, shownSections } from "@marquee/contract";
import type { UnusedField } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { changePart } from "./changePart.ts";
import { type Followed, followContent } from "./followContent.ts";
import { unlinkHidden, type WrittenPaths } from "./hiddenPages.ts";
import { sortImages } from "./imageFiles.ts";
import { isSiteFile, kindOf } from "./kinds/index.ts";
import type { Overlay } from "./overlay.ts";
import { readSiteContent } from "./readSiteContent.ts";
import { versionOf } from "./versionOf.ts";

interface SiteContentOptions {
  contentDir: string;
  /** The content folder of the product, for files missing from `contentDir`: `catalog.json`, or `copy` as a whole. */
  baseDir: string;
  log: Logger;
}

/** The site's content as served: that of its files, until changes are published. */
export interface PublishedSiteContent extends Followed<SiteContent> {
  /** The content of the files. */
  files(): SiteContent;
  /** Calls `listener` after files change, which then publishes again. */
  onFiles(listener: () => void): void;
  /** Replaces what is served. */
  publish(content: SiteContent): void;
}

/**
 * Reads `content/catalog.json`, `content/sections.json`, `content/banner.json`, the texts in `content/copy` and the images in `content/images`, and watches them for changes. If a later version is invalid, the error is
 * logged and the last valid content is kept.
 * @throws {ContentError} if a file is invalid at the start.
 */
export async function startSiteContent({
  baseDir,
  ...options
}: SiteContentOptions): Promise<PublishedSiteContent> {
  const reported = new Set<string>();
  const report = (problem: string) => {
    if (!reported.has(problem)) options.log.warn(problem);
    reported.add(problem);
  };
  const read = (contentDir: string) => readSiteContent(contentDir, baseDir, report);
  const files = await followContent({ ...options, isPart: isSiteFile, read });
  return publishOver(files);
}

/** @param files the content of the files, which may change. */
export function publishOver(files: Followed<SiteContent>): PublishedSiteContent {
  const listeners: (() => void)[] = [];
  const fileListeners: (() => void)[] = [];
  let current = servedContent(files.values());
  const publish = (next: SiteContent) => {
    if (next.version === current.version) return;
    current = next;
    for (const listener of listeners) listener();
  };
  files.onChange(() => {
    if (fileListeners.length === 0) publish(servedContent(files.values()));
    for (const listener of fileListeners) listener();
  });
  return {
    files: files.values,
    onFiles: (listener) => fileListeners.push(listener),
    values: () => current,
    onChange: (listener) => listeners.push(listener),
    publish,
    stop: files.stop,
  };
}

/**
 * The content for visitors: without links to hidden pages, and with the order of sections in the copy of pages.
 * @param linked from `linkedPages`.
 */
export function servedContent(content: SiteContent, linked?: WrittenPaths): SiteContent {
  const copy = withSections({ copy: unlinkHidden(content, linked), sections: content.sections });
  if (LOCALES.every((locale) => copy[locale] === content.copy[locale])) return content;
  const served = { ...content, copy };
  return { ...served, version: versionOf(served) };
}

/** Adds the visible sections to the copy of each page whose sections differ from the code, so that they reach the page with its texts. */
function withSections({ copy, sections }: Pick<SiteContent, "copy" | "sections">): SiteContent["copy"] {
  const visible = Object.entries(sections).flatMap(([page, order]) => {
    const ids = shownSections(page, order);
    return ids ? [[page, ids] as const] : [];
  });
  if (visible.length === 0) return copy;
  const ordered = LOCALES.map((locale): [Locale, Record<string, unknown>] => {
    const texts = copy[locale];
    const pages = visible.flatMap(([page, ids]) =>
      Object.hasOwn(texts, page) ? [[page, { ...(texts[page] as object), sections: ids }]] : [],
    );
    return [locale, { ...texts, ...Object.fromEntries(pages) }];
  });
  return Object.fromEntries(ordered) as SiteContent["copy"];
}

/**
 * The site's content with changes over its files.
 * @returns the same content object if nothing changes, and the changes that do not fit, which are ignored.
 */
export function applyOverlay(
  files: SiteContent,
  overlay: Overlay,
): { content: SiteContent; unused: UnusedField[] } {
  const unused: UnusedField[] = [];
  const content = { ...files, copy: { ...files.copy } };
  let isChanged = false;
  for (const [key, changes] of overlay) {
    const address = parseItemKey(key);
    const kind = kindOf(key);
    if (address && !kind?.partOf) continue;
    const before = address ? kind?.partOf?.(files, address) : undefined;
    const changed = changePart(key, before, changes);
    unused.push(...changed.unused);
    if (!address || changed.part === before) continue;
    kind?.put?.(content, address, changed.part);
    isChanged = true;
  }
  if (!isChanged) return { content: files, unused };
  content.images = sortImages(content.images);
  return { content: { ...content, version: versionOf(content) }, unused };
}
