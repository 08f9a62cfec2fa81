import {
  type Audience,
  DEMO_FRAME_PATH,
  isPrivacyRestricted,
  type Json,
  localeOfPath,
  normalizePath,
  type PageTarget,
  parseItemKey,
  type RenderedPage,
  type Timestamp,
  type VisitorAttributes,
  visitorAttributes,
} from "@marquee/contract";
import type { PreviewChoices } from "@marquee/contract/schema";
import type { FollowedTools } from "../domains/connections/siteTools.ts";
import type { BuiltContent } from "../domains/content/contentEngine.ts";
import { hiddenLanguages } from "../domains/content/hiddenPages.ts";
import { createFindRedirect } from "../domains/content/redirects.ts";
import type { FindPage } from "../domains/flags/siteFlagValues.ts";
import type { Flags, FlagsView } from "../domains/flags/startFlags.ts";
import { flagsOf } from "../domains/flags/visitorFlags.ts";
import { contentAt } from "../domains/publishing/contentAt.ts";
import { type ImageLinks, signImages } from "../domains/publishing/imageLinks.ts";
import { markContent } from "../domains/publishing/markContent.ts";
import type { SignedPreview } from "../domains/publishing/previewLinks.ts";
import type { Publishing } from "../domains/publishing/startPublishing.ts";
import type { FixedSettings } from "../platform/config/siteSettings.ts";
import type { SiteBundle } from "../platform/siteBuild/siteBundle.ts";
import type { RecordsDatabase } from "../platform/storage/records/records.ts";
import { originalOf } from "./pageRoutes.ts";
import { documentSettings } from "./pageVariant.ts";

export interface PreviewParts {
  db: RecordsDatabase;
  bundle: SiteBundle;
  publishing: Pick<Publishing, "head" | "files" | "build" | "published" | "usesOf">;
  settings: FixedSettings;
  tools: FollowedTools;
  flags: Pick<Flags, "at">;
  findPage: FindPage;
  imageLinks: ImageLinks;
  now: () => Timestamp;
}

/** Visitor ID of a preview that chooses none. */
const PREVIEW_VISITOR = "preview-visitor";

/** A page as visitors would get it with these choices: the document and its status, or where they are sent to, with a query. */
export async function renderPreview(
  parts: PreviewParts,
  { choices, marked }: SignedPreview,
  { path, search }: { path: string; search: string },
): Promise<{ page: RenderedPage; status: number } | { elsewhere: string }> {
  const { db, bundle, publishing, settings, tools, flags, findPage, imageLinks, now } = parts;
  const { attributes = {}, variations = {} } = choices;
  const content = await contentAt({ db, publishing }, choices, now());
  const view = flags.at(choices.at ?? now(), Object.keys(variations), content.site);
  const visitor = {
    isBannerHidden: choices.hasDismissedBanner ?? false,
    audience: (attributes.audience === "customer" ? "customer" : "visitor") as Audience,
    isPrivacyRestricted: isPrivacyRestricted(String(attributes.country ?? "")),
  };
  const answers = flagsOf({
    flags: view,
    locale: localeOfPath(path),
    attributes: attributesOf(choices, visitor.audience, settings.publicUrl + path + search),
    sticky: assignmentsOf(view, variations),
    forced: (choices.flags ?? {}) as Record<string, Json>,
    findPage,
  });
  const redirect = answers.redirects.find(({ from, to }) => from === path && to !== path);
  if (redirect) return { elsewhere: redirect.to + search };
  const markedContent = marked !== undefined && parseItemKey(marked) ? markContent(content, marked) : content;
  const site = await bundle.open(signImages(markedContent.site, publishing.published().site, imageLinks));
  const target = targetOf(path, markedContent, view, parts);
  const moved =
    target.kind === "not-found" ? createFindRedirect(markedContent.redirects)(path, search) : null;
  if (moved && moved.status !== 410) return { elsewhere: moved.location };
  const page = await site.renderPage(
    target,
    bundle.assets,
    documentSettings({ settings, tools: tools.current() }, visitor, answers),
  );
  if (!page) throw new Error(`The site lists ${path} but does not render it.`);
  return { page, status: moved?.status ?? page.status };
}

/** The attributes of the visitor, with those that follow from the page; null if they may not be measured. */
function attributesOf(
  { isMeasured, attributes = {} }: PreviewChoices,
  audience: Audience,
  url: string,
): VisitorAttributes | null {
  if (!isMeasured) return null;
  const ofPage = visitorAttributes({
    cookies: {},
    userAgent: {},
    url,
    referrer: "",
    audience,
    windowSize: null,
  });
  return { id: PREVIEW_VISITOR, ...attributes, ...ofPage };
}

/** The chosen variations as the cookie of a visitor would have them who was assigned to them earlier. */
function assignmentsOf(
  view: FlagsView,
  variations: Readonly<Record<string, string>>,
): Record<string, string> {
  const chosen = view.running().flatMap(({ definition: { key }, phase }) => {
    const variation = Object.hasOwn(variations, key) ? variations[key] : undefined;
    return variation === undefined ? [] : [[`${key}__${phase}`, variation] as const];
  });
  return Object.fromEntries(chosen);
}

function targetOf(
  path: string,
  { pages, site }: BuiltContent,
  view: FlagsView,
  { bundle }: Pick<PreviewParts, "bundle">,
): PageTarget {
  if (path === DEMO_FRAME_PATH || bundle.entry.listPages().some((page) => page.path === path)) {
    const canonicalPath = originalOf(path, view.running());
    return { kind: "path", path, ...(canonicalPath && { canonicalPath }) };
  }
  const page = pages.byPath.get(normalizePath(path))?.page;
  if (!page) return { kind: "not-found", locale: localeOfPath(path) };
  const hidden = hiddenLanguages(site);
  const alternates = pages.alternatesOf(page).filter(({ locale }) => !hidden.includes(locale));
  return { kind: "content", page, alternates, onProblem: () => undefined };
}
