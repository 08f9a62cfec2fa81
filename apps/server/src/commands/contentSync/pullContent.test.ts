import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  DEFAULT_LOCALE,
  type ImageFile,
  type ImageItem,
  type Json,
  LOCALES,
  NO_BANNER,
  NO_BANNER_TEXTS,
  newImage,
} from "@marquee/contract";
import type { ContentState } from "@marquee/contract/schema";
import sharp from "sharp";
import { expect, it } from "vitest";
import { INCLUDED_FILE } from "../../domains/content/includedRevision.ts";
import { completeSections } from "../../domains/content/kinds/sections.ts";

import { checkUpload } from "../../domains/images/checkUpload.ts";
import { CONTENT_DIR } from "../../testing/realContent.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { openWorkspace } from "./openWorkspace.ts";
import { pullContent, type Side } from "./pullContent.ts";
import { pushContent } from "./pushContent.ts";

const HOME = `{\n  "title": "Old",\n  "lead": "Kept"\n}\n`;
const PAGE = `---\ntitle: 'Old'  # short\ndescription: What it is.\n---\n\nOne\n\nTwo\n`;
const DEFAULT_SECTIONS = completeSections({}) as unknown as { [page: string]: { [field: string]: Json } };
const NO_TEXTS = Object.fromEntries(
  LOCALES.map((locale) => [
    locale,
    locale === DEFAULT_LOCALE ? NO_BANNER_TEXTS : { text: "", badgeText: "", label: "" },
  ]),
);
const HEAD = { number: 4, id: "a".repeat(64) };

/** Bytes that the server has, by hash. */
const pictures = new Map<string, Buffer>();

async function pictureOf(width: number): Promise<ImageFile> {
  const body = await sharp({ create: { width, height: 9, channels: 3, background: "#2a7" } })
    .png()
    .toBuffer();
  const file = await checkUpload(body);
  pictures.set(file.hash, body);
  return file;
}

/** A folder of files and a server that publishes something else. */
function start(
  published: { home: object; page?: object | null; more?: Record<string, Json> },
  base: ContentState["base"] = {},
) {
  const dir = temporaryDir();
  mkdirSync(join(dir, "copy/en"), { recursive: true });
  mkdirSync(join(dir, "pages/en"), { recursive: true });
  writeFileSync(join(dir, "copy/en/home.json"), HOME);
  writeFileSync(join(dir, "pages/en/guide.md"), PAGE);
  writeFileSync(join(dir, "catalog.json"), readFileSync(join(CONTENT_DIR, "catalog.json")));
  const page = {
    title: "Old",
    description: "What it is.",
    path: "/guide",
    hidden: false,
    updated: "",
    markdown: "One\n\nTwo\n",
    ...published.page,
  };
  const catalog = JSON.parse(readFileSync(join(dir, "catalog.json"), "utf8"));
  const state = {
    head: HEAD,
    isKnown: true,
    items: {
      "copy:en:home": { published: published.home },
      ...(published.page !== null && { "page:en:guide": { published: page } }),
      redirects: { published: {} },
      sections: { published: DEFAULT_SECTIONS },
      banner: { published: NO_BANNER },
      "meeting-routes": {
        published: { sales: { rules: [], default: { url: "" } }, demo: { rules: [], default: { url: "" } } },
      },
      ...Object.fromEntries(
        LOCALES.map((locale) => [`copy:${locale}:banner`, { published: NO_TEXTS[locale] }]),
      ),
      ...Object.fromEntries(
        Object.entries(published.more ?? {}).map(([key, value]) => [key, { published: value }]),
      ),
      catalog: { published: catalog },
    },
    base,
  } as ContentState;
  const sent: unknown[] = [];
  const uploaded: Buffer[] = [];
  const server = {
    readState: async () => state,
    createDraft: async (draft: unknown) => {
      sent.push(draft);
      return { draft: 1, url: "", conflicts: [], problems: [] };
    },
    readImage: async ({ hash }: ImageFile) => pictures.get(hash) ?? Promise.reject(new Error("unknown")),
    sendImage: async (body: Buffer) => {
      uploaded.push(body);
      return { file: await checkUpload(body) };
    },
  };
  const open = () => openWorkspace({ contentDir: dir, baseDir: dir }, server);
  return {
    sent,
    uploaded,
    dir,
    has: (name: string) => existsSync(join(dir, name)),
    write: (name: string, text: string) => writeFileSync(join(dir, name), text),
    read: (name: string) => readFileSync(join(dir, name), "utf8"),
    pull: async (keep: Side | null = null) => pullContent(await open(), server, keep),
    push: async () => pushContent(await open(), server, "Mine"),
  };
}

const BASE = {
  "copy:en:home": { "/title": "Old" },
  "page:en:guide": { "/title": "Old", "/markdown": "One\n\nTwo\n" },
};

it("writes only differences, then the revision that the files include", async () => {
  const page = { title: "New", markdown: "One\n\nThree" };
  const { pull, read } = start({ home: { title: "New", lead: "Kept" }, page }, BASE);
  expect(await pull()).toEqual({ files: ["copy/en/home.json", "pages/en/guide.md"], fields: 3, left: [] });
  expect(read("copy/en/home.json")).toBe(HOME.replace("Old", "New"));
  expect(read("pages/en/guide.md")).toBe(PAGE.replace("Old", "New").replace("Two", "Three"));
  expect(JSON.parse(read(INCLUDED_FILE))).toEqual({ revision: 4, id: HEAD.id });
  expect(await pull()).toMatchObject({ fields: 0 });
});

it("writes nothing where both have changed, until told which to keep", async () => {
  const base = { ...BASE, "copy:en:home": { "/title": "Older" } };
  const first = start({ home: { title: "New", lead: "Kept" }, page: { title: "New" } }, base);
  await expect(first.pull()).rejects.toThrow("content/copy/en/home.json  Page: Title");
  expect([first.read("copy/en/home.json"), first.read("pages/en/guide.md")]).toEqual([HOME, PAGE]);
  expect(() => first.read(INCLUDED_FILE)).toThrow("ENOENT");
  await first.pull("files");
  expect([first.read("copy/en/home.json"), first.read("pages/en/guide.md")]).toEqual([
    HOME,
    PAGE.replace("Old", "New"),
  ]);
  const second = start({ home: { title: "New", lead: "Kept" } }, base);
  await second.pull("published");
  expect(second.read("copy/en/home.json")).toBe(HOME.replace("Old", "New"));
});

it("pushes what the files have changed, with the previously published values, and skips the rest", async () => {
  const { push, sent } = start(
    { home: { title: "Older", lead: "Published" } },
    { "copy:en:home": { "/lead": "Kept" } },
  );
  expect(await push()).toMatchObject({ fields: 1, left: [] });
  const field = { item: "copy:en:home", pointer: "/title", value: "Old", from: "Older" };
  expect(sent).toEqual([{ name: "Mine", fields: [field] }]);
  await expect(start({ home: { title: "Old", lead: "Kept" } }).push()).rejects.toThrow("no changes to push");
  await expect(start({ home: { title: "Old", lead: "Kept", more: "x" } }).push()).rejects.toThrow(
    "deploy the files",
  );
});

const HOME_ITEM = { title: "Old", lead: "Kept" };
const NEW_PAGE = {
  title: "Jobs: open",
  description: "R&amp;D",
  path: "/jobs",
  updated: "",
  hidden: true,
  markdown: "Join us.",
};
const REDIRECT = { from: "/prices", to: "/pricing", match: "exact", status: 301 };

it("writes added pages and redirects into new files, and deletes removed ones", async () => {
  const more = { "page:de:careers": NEW_PAGE, redirects: { prices: REDIRECT } };
  const removed = {
    title: "Old",
    description: "What it is.",
    path: "/guide",
    hidden: false,
    updated: "",
    markdown: "One\n\nTwo\n",
  };
  const base = {
    "page:de:careers": { "": null },
    "page:en:guide": { "": removed },
    redirects: { "/prices": null },
  };
  const { pull, read, has } = start({ home: HOME_ITEM, page: null, more }, base);
  expect((await pull()).files.sort()).toEqual(["pages/de/careers.md", "pages/en/guide.md", "redirects.json"]);
  expect(read("pages/de/careers.md")).toBe(
    `---\ntitle: "Jobs: open"\ndescription: R&amp;amp;D\npath: /jobs\nhidden: true\n---\n\nJoin us.\n`,
  );
  expect(has("pages/en/guide.md")).toBe(false);
  expect(JSON.parse(read("redirects.json"))).toEqual({ prices: REDIRECT });
  expect(await pull()).toMatchObject({ fields: 0 });
});

it("removes a redirect alone, and asks before it removes a page that was changed in the files", async () => {
  const { pull, read, write } = start(
    { home: HOME_ITEM, more: { redirects: { two: REDIRECT } } },
    { redirects: { "/one": REDIRECT } },
  );
  const two = `  "two": {\n    "from": "/prices",\n    "to": "/pricing",\n    "match": "exact",\n    "status": 301\n  }\n}\n`;
  write("redirects.json", `{\n  "one": ${JSON.stringify(REDIRECT)},\n${two}`);
  await pull();
  expect(read("redirects.json")).toBe(`{\n${two}`);
  const removed = start({ home: HOME_ITEM, page: null }, { "page:en:guide": { "": { title: "Another" } } });
  await expect(removed.pull()).rejects.toThrow("changed both in the console and in the files");
});

it("pushes added and removed pages and redirects", async () => {
  const { push, sent, write } = start({ home: HOME_ITEM, more: { "page:de:careers": NEW_PAGE } });
  write("pages/en/new.md", "---\ntitle: New\ndescription: It is new.\n---\nText\n");
  write("redirects.json", JSON.stringify({ prices: REDIRECT }));
  expect(await push()).toMatchObject({ fields: 3, left: [] });
  expect(sent).toMatchObject([
    {
      fields: [
        { item: "redirects", pointer: "/prices", value: REDIRECT, from: null },
        { item: "page:en:new", pointer: "", value: { title: "New", markdown: "Text\n" }, from: null },
        { item: "page:de:careers", pointer: "", value: null, from: NEW_PAGE },
      ],
    },
  ]);
});

const asJson = (image: ImageItem) => image as unknown as Json;
const NOTES = `{
  "a.png": {
    "alt": { "en": "An a", "de": "Ein a" }
  },
  "c.png": { "isDecorative": true }
}
`;

it("writes new, replaced and removed images, and changes only the lines about them", async () => {
  const [old, replaced, added, gone] = await Promise.all([10, 11, 12, 13].map(pictureOf));
  if (!old || !replaced || !added || !gone) throw new Error("There are four.");
  const a = { ...newImage(replaced), alt: { ...newImage(old).alt, en: "An a", de: "Ein A" } };
  const b = { ...newImage(added), isDecorative: true, focalPoint: { x: 0, y: 0.25 } };
  const more = { "image:a.png": asJson(a), "image:new/b.png": asJson(b) };
  const c = { ...newImage(gone), isDecorative: true };
  const base = {
    "image:a.png": { "/file": old as unknown as Json, "/alt/de": "Ein a" },
    "image:new/b.png": { "": null },
    "image:c.png": { "": asJson(c) },
  };
  const { pull, read, has, dir } = start({ home: HOME_ITEM, more }, base);
  mkdirSync(join(dir, "images"));
  writeFileSync(join(dir, "images/a.png"), pictures.get(old.hash) ?? "");
  writeFileSync(join(dir, "images/c.png"), pictures.get(gone.hash) ?? "");
  writeFileSync(join(dir, "images/images.json"), NOTES);
  expect((await pull()).files.sort()).toEqual([
    "images/a.png",
    "images/c.png",
    "images/images.json",
    "images/new/b.png",
  ]);
  expect(has("images/c.png")).toBe(false);
  expect(readFileSync(join(dir, "images/a.png"))).toEqual(pictures.get(replaced.hash));
  expect(readFileSync(join(dir, "images/new/b.png"))).toEqual(pictures.get(added.hash));
  expect(read("images/images.json")).toBe(`{
  "a.png": {
    "alt": { "en": "An a", "de": "Ein A" }
  },
  "new/b.png": {
    "isDecorative": true,
    "focalPoint": { "x": 0, "y": 0.25 }
  }
}
`);
  expect(await pull()).toMatchObject({ fields: 0 });
});

it("writes nothing if a server sends a different file than announced, or a path outside the folder", async () => {
  const [said, other] = [await pictureOf(20), await pictureOf(21)];
  pictures.set(said.hash, pictures.get(other.hash) ?? Buffer.alloc(0));
  const text = Buffer.from("<svg onload=alert(1)>");
  pictures.set("f".repeat(64), text);
  const svg = { ...said, hash: "f".repeat(64), bytes: text.byteLength };
  for (const file of [said, svg]) {
    const more = { "image:a.png": asJson(newImage(file)) };
    const { pull, has } = start(
      { home: { title: "New", lead: "Kept" }, more },
      { ...BASE, "image:a.png": { "": null } },
    );
    await expect(pull()).rejects.toThrow("content/images/a.png: the server sent a different file");
    expect([has("images"), has(INCLUDED_FILE)]).toEqual([false, false]);
  }
  const paths = [
    "../../evil.png",
    "/evil.png",
    "a/../../evil.png",
    "..\\evil.png",
    ".git/evil.png",
    "images.json",
    "a.svg",
  ];
  const more = Object.fromEntries(paths.map((path) => [`image:${path}`, asJson(newImage(other))]));
  const base = Object.fromEntries(paths.map((path) => [`image:${path}`, { "": null }]));
  const { pull, has } = start({ home: HOME_ITEM, more }, base);
  expect(await pull()).toEqual({ files: [], fields: 0, left: [] });
  expect(has("images")).toBe(false);
});

it("pushes new, replaced and removed images with their bytes, and skips those that no server accepts", async () => {
  const [old, replaced, added, removed] = await Promise.all([30, 31, 32, 33].map(pictureOf));
  if (!old || !replaced || !added || !removed) throw new Error("There are four.");
  const more = { "image:a.png": asJson(newImage(old)), "image:c.png": asJson(newImage(removed)) };
  const { push, sent, uploaded, dir } = start({ home: HOME_ITEM, more });
  mkdirSync(join(dir, "images"));
  const write = (name: string, body: string | Buffer | undefined) =>
    writeFileSync(join(dir, "images", name), body ?? "");
  write("a.png", pictures.get(replaced.hash));
  write("b.png", pictures.get(added.hash));
  write("vector.png", `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`);
  expect(await push()).toMatchObject({ fields: 3, left: [{ item: "image:vector.png" }] });
  expect(uploaded).toEqual([pictures.get(replaced.hash), pictures.get(added.hash)]);
  expect(sent).toMatchObject([
    {
      fields: [
        { item: "image:a.png", pointer: "/file", value: replaced, from: old },
        { item: "image:b.png", pointer: "", value: { file: added }, from: null },
        { item: "image:c.png", pointer: "", value: null, from: { file: removed } },
      ],
    },
  ]);
});

it("writes the order of sections into its own file, and pushes it back", async () => {
  const moved = completeSections({ lp: { order: ["hero", "teams", "switch"], hidden: ["plan"] } });
  const { pull, read } = start(
    { home: HOME_ITEM, more: { sections: moved as unknown as Json } },
    { sections: { "/lp/order": DEFAULT_SECTIONS.lp?.order ?? [], "/lp/hidden": [] } },
  );
  expect(await pull()).toMatchObject({ files: ["sections.json"], fields: 2, left: [] });
  expect(JSON.parse(read("sections.json"))).toEqual({ lp: moved.lp });
  expect(await pull()).toMatchObject({ fields: 0 });
  const other = start({ home: HOME_ITEM });
  other.write("sections.json", JSON.stringify({ lp: { hidden: ["plan"] } }));
  expect(await other.push()).toMatchObject({ fields: 1, left: [] });
  const field = { item: "sections", pointer: "/lp/hidden", value: ["plan"], from: [] };
  expect(other.sent).toEqual([{ name: "Mine", fields: [field] }]);
});

it("writes the banner into its files, one line for each field, and pushes it back", async () => {
  const banner = { ...NO_BANNER, isShown: true, paths: ["/pricing", "/lp/*"], until: "2026-12-24T17:00:00Z" };
  const german = { text: "Neu", badgeText: "", label: "" };
  const published = { home: HOME_ITEM, more: { banner, "copy:de:banner": german } };
  const base = {
    banner: { "/isShown": false, "/paths": [], "/until": null },
    "copy:de:banner": { "/text": "" },
  };
  const bare = start(published, base);
  expect(await bare.pull()).toMatchObject({ fields: 4, left: [] });
  expect(JSON.parse(bare.read("banner.json"))).toEqual({
    isShown: true,
    paths: ["/pricing", "/lp/*"],
    until: "2026-12-24T17:00:00Z",
  });
  const { pull, push, read, write, sent, dir } = start(published, base);
  const file = readFileSync(join(CONTENT_DIR, "banner.json"), "utf8").replace('["/contact-sales"]', "[]");
  write("banner.json", file);
  mkdirSync(join(dir, "copy/de"));
  write("copy/de/banner.json", '{ "text": "" }\n');
  await pull();
  expect(read("banner.json")).toBe(
    file
      .replace('"isShown": false', '"isShown": true')
      .replace('"paths": []', '"paths": ["/pricing", "/lp/*"]')
      .replace('"until": null', '"until": "2026-12-24T17:00:00Z"'),
  );
  expect(read("copy/de/banner.json")).toBe('{ "text": "Neu" }\n');
  write("banner.json", read("banner.json").replace("/pricing", "/brain"));
  await push();
  const field = { item: "banner", pointer: "/paths", value: ["/brain", "/lp/*"] };
  expect(sent).toMatchObject([{ fields: [field] }]);
});
