import { type MeetingRoutes, NO_BANNER, type SiteContent } from "@marquee/contract";
import { withBannerTexts } from "../domains/content/banner.ts";
import { publishOver } from "../domains/content/siteContent.ts";

const CHOICE = { title: "Group", text: "What it covers." };
const SHELL = {
  shell: {
    consent: {
      title: "May we measure?",
      groups: { analytics: CHOICE, functional: CHOICE, marketing: CHOICE },
    },
    footer: { privacy: "Privacy" },
  },
};

const entry = {
  listPages: () => [{ path: "/" as const, locale: "en" as const, alternates: [] }],
  renderPage: async ({ kind }: { kind: string }) => ({
    status: kind === "not-found" ? (404 as const) : (200 as const),
    sheet: "home",
    html: "<!doctype html><title>Bare</title>",
  }),
  describePage: async () => null,
  listPageTexts: () => [],
  listImages: () => [],
  listPictures: () => [],
  listCardHosts: () => [],
};

const CONTENT: SiteContent = {
  version: "0123456789abcdef",
  copy: withBannerTexts({ en: SHELL, "fr-FR": SHELL, "es-ES": SHELL, it: SHELL, "pt-BR": SHELL, de: SHELL }),
  catalog: {} as never,
  images: {},
  sections: {},
  banner: NO_BANNER,
};

const NO_ROUTER = { rules: [], default: { url: "" } };
const NO_ROUTES: MeetingRoutes = { sales: NO_ROUTER, demo: NO_ROUTER };

/** A one-page site for tests that do not involve pages. */
export const minimalSite = {
  bundle: {
    entry,
    open: async () => entry,
    assets: {
      bootScript: "/boot.js",
      demoScript: "/demo.js",
      styles: { inline: { home: "" }, complete: "/styles.css" },
      developmentScripts: [],
    },
    release: "bare",
    isDevelopment: false,
  },
  content: {
    find: () => undefined,
    findRedirect: () => null,
    meetingRoutes: () => NO_ROUTES,
    list: () => [],
    alternatesOf: () => [],
    report: () => undefined,
    onChange: () => undefined,
    files: () => [],
    build: () => ({
      catalog: { byPath: new Map(), entries: [], alternatesOf: () => [], errors: [] },
      paths: new Set<string>(),
      redirects: {},
      meetingRoutes: NO_ROUTES,
      unused: [],
    }),
    publish: () => undefined,
    stop: () => undefined,
  },
  siteContent: publishOver({ values: () => CONTENT, onChange: () => undefined, stop: () => undefined }),
};
