import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ImageFile, type Json, type MeetingRoutes, newImage, type SiteContent } from "@marquee/contract";
import type { IncludedRevision } from "@marquee/contract/schema";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../scripts/test/soak.mjs";
import { changePart } from "../../domains/content/changePart.ts";
import { editFile } from "../../domains/content/editFile.ts";
import { editMember } from "../../domains/content/editJson.ts";
import { readIncludedRevision } from "../../domains/content/includedRevision.ts";
import { readMeetingRoutes } from "../../domains/content/kinds/meetingRoutes.ts";
import type { Overlay } from "../../domains/content/overlay.ts";
import { readSiteContent } from "../../domains/content/readSiteContent.ts";
import { publishOver } from "../../domains/content/siteContent.ts";
import { checkUpload } from "../../domains/images/checkUpload.ts";
import { createPushedDraft, readContentState } from "../../domains/publishing/contentState.ts";
import { saveField, settleField } from "../../domains/publishing/draftFields.ts";
import { createDraft, readDraft } from "../../domains/publishing/draftStore.ts";
import { checkDraft, publishDraft, restore } from "../../domains/publishing/publish.ts";
import { type Publishing, startPublishing } from "../../domains/publishing/startPublishing.ts";
import { contentDraftFields, contentDrafts, contentRevisions } from "../../domains/publishing/tables.ts";
import { storeImage } from "../../domains/publishing/uploadedImages.ts";
import { ApiError } from "../../platform/errors/apiError.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { minimalSite } from "../../testing/minimalSite.ts";
import { CONTENT_DIR } from "../../testing/realContent.ts";
import { silent, type TestStores } from "../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../testing/temporaryDir.ts";
import type { ContentServer } from "./contentServer.ts";
import { openWorkspace } from "./openWorkspace.ts";
import { pullContent } from "./pullContent.ts";
import { pushContent } from "./pushContent.ts";
import { SyncError } from "./syncError.ts";

/*
 * Editors draft, publish and restore in the console, while engineers edit files, pull, push and deploy. Two servers share the store; the
 * second has the files of the previous deployment, as during a rolling deployment.
 */
const AUTHOR = { actor: "ann@trellis.example", now: Date.UTC(2026, 5, 1) };
const ITEM = "copy:en:home";
const HOME = `{
  "title": "0",
  "rows": [
    { "id": "first", "text": "0" },
    { "id": "second", "text": "0", "isShown": true }
  ]
}
`;
const BANNER_FILE = `{\n  "showOnMobile": false,\n  "paths": []\n}\n`;
const RULE = { name: "large", companySizes: ["1001+"], url: "https://cal.example/large" };
const OTHER_RULE = { name: "german", locales: ["de"], url: "" };
/** Values of items with their own file, which omits some of them. */
const SINGLE: readonly [item: string, file: string, pointer: string, values: readonly Json[]][] = [
  ["banner", "banner.json", "/showOnMobile", [true, false]],
  ["banner", "banner.json", "/paths", [[], ["*"], ["/", "/lp/*"]]],
  ["banner", "banner.json", "/until", ["2026-12-24T17:00:00Z", null]],
  ["copy:en:banner", "copy/en/banner.json", "/text", ["1", "2", ""]],
  [
    "meeting-routes",
    "meeting-routes.json",
    "/sales/rules",
    [[], [RULE], [RULE, OTHER_RULE], [OTHER_RULE, RULE]],
  ],
  [
    "meeting-routes",
    "meeting-routes.json",
    "/demo/default",
    [{ url: "" }, { url: "https://cal.example/demo", emailParameter: "email" }],
  ],
];
const POINTERS = ["/title", "/rows/first/text", "/rows/second/text"] as const;

let stores: TestStores;
let dir: string;

beforeAll(async () => {
  stores = await borrowTestStores();
  dir = createTemporaryDir();
});
afterAll(async () => {
  removeDir(dir);
  await stores.stop();
});

const homeFile = () => join(dir, "copy/en/home.json");

function resetFiles(): void {
  removeDir(dir);
  mkdirSync(join(dir, "copy/en"), { recursive: true });
  writeFileSync(join(dir, "catalog.json"), readFileSync(join(CONTENT_DIR, "catalog.json")));
  writeFileSync(homeFile(), HOME);
  writeFileSync(join(dir, "banner.json"), BANNER_FILE);
  // Sorts after the added image, in files and in the store.
  mkdirSync(join(dir, "images"));
  writeFileSync(join(dir, "images/z.png"), pictures[0]?.body ?? "");
}

interface Files {
  content: SiteContent;
  included: IncludedRevision | null;
  routes: MeetingRoutes;
}

const readFiles = async (): Promise<Files> => ({
  content: await readSiteContent(dir, dir),
  included: await readIncludedRevision(dir),
  routes: await readMeetingRoutes(dir),
});

/** A server whose files `deploy` replaces. */
async function startInstance(first: Files) {
  let files = first;
  const listeners: (() => void)[] = [];
  const onChange = (listener: () => void) => void listeners.push(listener);
  const stop = () => undefined;
  const siteContent = publishOver({ values: () => files.content, onChange, stop });
  const included = { values: () => files.included, onChange: () => undefined, stop };
  const { bundle } = minimalSite;
  const content = {
    ...minimalSite.content,
    build(overlay: Overlay) {
      const { part, unused } = changePart("meeting-routes", files.routes, overlay.get("meeting-routes"));
      return { ...minimalSite.content.build(), meetingRoutes: part, unused };
    },
  };
  const publishing = await startPublishing({
    ...stores,
    siteContent,
    content,
    bundle,
    included,
    log: silent,
  });
  return {
    publishing,
    files: () => files,
    async deploy(next: Files) {
      files = next;
      for (const listener of listeners) listener();
      await publishing.refresh();
    },
    async publishedHome(): Promise<Json> {
      await publishing.refresh();
      expect(publishing.published().site.version).toBe(siteContent.values().version);
      return publishing.published().items.get(ITEM) ?? null;
    },
  };
}

/** The server as seen by the command, without a network. */
function serverOf(publishing: Publishing): ContentServer {
  const { db } = stores.records;
  return {
    readState: (included) => readContentState(db, publishing, included),
    createDraft: async (draft) => ({ ...(await createPushedDraft(db, publishing, draft, AUTHOR)), url: "" }),
    readImage: async ({ hash }) => pictures.find(({ file }) => file.hash === hash)?.body ?? Buffer.alloc(0),
    sendImage: async (body) => ({ file: await checkUpload(body) }),
  };
}

interface Picture {
  body: Buffer;
  file: ImageFile;
}

/** Uploaded pictures of different sizes. */
let pictures: Picture[];

beforeAll(async () => {
  pictures = await Promise.all(
    [8, 9, 10].map(async (width): Promise<Picture> => {
      const create = { width, height: width, channels: 3, background: "#2a7" } as const;
      const body = await sharp({ create }).png().toBuffer();
      const file = await checkUpload(body);
      await storeImage(stores.records.db, { file, body }, AUTHOR);
      return { body, file };
    }),
  );
});

const IMAGE = "image:guide/board.png";
const imageFile = () => join(dir, "images/guide/board.png");

interface ImageState {
  /** Index into `pictures`; null for no image. */
  picture: number | null;
  alt: string;
}

/** The changes that bring an image into this state. */
function imageChanges({ picture, alt }: ImageState, isThere: boolean): [pointer: string, value: Json][] {
  const file = picture === null ? undefined : pictures[picture]?.file;
  if (!file) return isThere ? [["", null]] : [];
  if (isThere)
    return [
      ["/file", { ...file }],
      ["/alt/en", alt],
    ];
  return [["", { ...newImage(file), alt: { ...newImage(file).alt, en: alt } } as unknown as Json]];
}

function editImage({ picture, alt }: ImageState): void {
  const notesFile = join(dir, "images/images.json");
  const notes = existsSync(notesFile) ? readFileSync(notesFile, "utf8") : "{}\n";
  const body = picture === null ? undefined : pictures[picture]?.body;
  mkdirSync(dirname(imageFile()), { recursive: true });
  if (body) writeFileSync(imageFile(), body);
  else rmSync(imageFile(), { force: true });
  writeFileSync(notesFile, editMember(notes, "guide/board.png", body ? { alt: { en: alt } } : undefined));
}

function editSingle(path: string, pointer: string, value: Json): void {
  const file = join(dir, path);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "{}\n";
  writeFileSync(file, editFile(path, text, { [pointer]: value }) ?? "");
}

const picture = fc.constantFrom(0, 1, 2, null);
const alt = fc.constantFrom("1", "2");
const pointer = fc.constantFrom(...POINTERS);
const value = fc.constantFrom("0", "1", "2", "3");
const step = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant("publish" as const), pointer, value }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant("edit file" as const), pointer, value }), weight: 3 },
  fc.record({ do: fc.constant("restore" as const), revision: fc.nat({ max: 4 }) }),
  fc.record({ do: fc.constant("pull" as const), keep: fc.constantFrom("published", "files", null) }),
  fc.record({ do: fc.constant("push" as const) }),
  {
    arbitrary: fc.record({
      do: fc.constantFrom("publish single" as const, "edit single" as const),
      field: fc.nat({ max: SINGLE.length - 1 }),
      choice: fc.nat(),
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ do: fc.constant("publish image" as const), picture, alt }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant("edit image" as const), picture, alt }), weight: 2 },
  fc.record({ do: fc.constant("deploy" as const) }),
);

async function unlessRefused(action: Promise<unknown>): Promise<boolean> {
  return action.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError || error instanceof SyncError) return false;
      throw error;
    },
  );
}

it("ends with the same content in files and store after any drafts, publications, restorations, edits, pulls, pushes and deployments", async () => {
  const { db } = stores.records;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8, size: "max" }), async (steps) => {
      for (const table of [contentDraftFields, contentDrafts, contentRevisions]) await db.delete(table);
      resetFiles();
      const instance = await startInstance(await readFiles());
      const earlier = await startInstance(instance.files());
      const { publishing } = instance;
      const server = serverOf(publishing);
      const folders = { contentDir: dir, baseDir: dir };
      /** Publishes a pushed draft; if something else was published in the meantime, with the file's text. */
      const publishPushed = async (id: number) => {
        for (const { item, pointer, conflict } of checkDraft(
          await readDraft(db, id),
          publishing.head().overlay,
          publishing,
        ))
          if (conflict)
            await settleField(
              db,
              id,
              { item, pointer, step: "keep" },
              publishing.published().items,
              AUTHOR.now,
            );
        await publishDraft(db, publishing, { id, note: "" }, AUTHOR);
      };
      const push = async () => {
        const pushed = await pushContent(await openWorkspace(folders, server), server, "Pushed");
        await publishPushed(pushed.draft);
      };
      /** Pulled files change nothing on any server, whatever the progress of the deployment. */
      const deploy = async () => {
        await earlier.deploy(instance.files());
        await instance.deploy(await readFiles());
      };
      try {
        for (const each of steps) {
          if (each.do === "publish") {
            const id = await createDraft(db, "Draft", AUTHOR);
            const field = { item: ITEM, pointer: each.pointer, value: each.value, revision: 0 };
            await saveField(db, id, field, publishing.published().items, AUTHOR);
            await unlessRefused(publishDraft(db, publishing, { id, note: "" }, AUTHOR));
          } else if (each.do === "publish single" || each.do === "edit single") {
            const [item, path, at, values] = SINGLE[each.field] ?? SINGLE[0] ?? ["", "", "", []];
            const value = values[each.choice % values.length] ?? null;
            if (each.do === "edit single") editSingle(path, at, value);
            else {
              const id = await createDraft(db, "Draft", AUTHOR);
              const field = { item, pointer: at, value, revision: 0 };
              await saveField(db, id, field, publishing.published().items, AUTHOR);
              await unlessRefused(publishDraft(db, publishing, { id, note: "" }, AUTHOR));
            }
          } else if (each.do === "edit file") {
            const text = readFileSync(homeFile(), "utf8");
            writeFileSync(homeFile(), editFile("home.json", text, { [each.pointer]: each.value }) ?? "");
          } else if (each.do === "publish image") {
            const id = await createDraft(db, "Draft", AUTHOR);
            const { items } = publishing.published();
            for (const [at, next] of imageChanges(each, items.has(IMAGE)))
              await saveField(db, id, { item: IMAGE, pointer: at, value: next, revision: 0 }, items, AUTHOR);
            await unlessRefused(publishDraft(db, publishing, { id, note: "" }, AUTHOR));
          } else if (each.do === "edit image") editImage(each);
          else if (each.do === "restore") {
            const head = publishing.head().number;
            await unlessRefused(restore(db, publishing, { revision: each.revision, head }, AUTHOR));
          } else if (each.do === "pull")
            await unlessRefused(pullContent(await openWorkspace(folders, server), server, each.keep));
          else if (each.do === "push") await unlessRefused(push());
          else await deploy();
        }
        await pullContent(await openWorkspace(folders, server), server, "published");
        await unlessRefused(push());
        const { differences } = await openWorkspace(folders, server);
        expect(differences).toEqual([]);
        const home = await instance.publishedHome();
        expect(JSON.parse(readFileSync(homeFile(), "utf8"))).toEqual(home);
        expect(await readMeetingRoutes(dir)).toEqual(publishing.published().items.get("meeting-routes"));
        expect((await readFiles()).content.banner).toEqual(publishing.published().items.get("banner"));
        expect((await readFiles()).content.version).toBe(publishing.published().site.version);
        await pullContent(await openWorkspace(folders, server), server, null);
        await deploy();
        expect([await instance.publishedHome(), await earlier.publishedHome()]).toEqual([home, home]);
        expect(publishing.head().overlay.size, "The files have everything.").toBe(0);
      } finally {
        await instance.publishing.stop();
        await earlier.publishing.stop();
      }
    }),
    { numRuns: IS_SOAK ? 1000 : 25 },
  );
});

it("serves the same from older and newer files while a deployment rolls, and a later edit of a file once it is deployed", async () => {
  const { db } = stores.records;
  for (const table of [contentDraftFields, contentDrafts, contentRevisions]) await db.delete(table);
  resetFiles();
  const instance = await startInstance(await readFiles());
  const older = await startInstance(instance.files());
  const server = serverOf(instance.publishing);
  const folders = { contentDir: dir, baseDir: dir };
  const publish = async (at: string, text: string) => {
    const id = await createDraft(db, "Draft", AUTHOR);
    const field = { item: ITEM, pointer: at, value: text, revision: 0 };
    await saveField(db, id, field, instance.publishing.published().items, AUTHOR);
    await publishDraft(db, instance.publishing, { id, note: "" }, AUTHOR);
  };
  const titles = async () =>
    [await instance.publishedHome(), await older.publishedHome()].map(
      (home) => (home as { title: string }).title,
    );
  try {
    await publish("/title", "1");
    await pullContent(await openWorkspace(folders, server), server, null);
    await instance.deploy(await readFiles());
    expect(await titles()).toEqual(["1", "1"]);
    await publish("/rows/first/text", "1");
    expect(await titles(), "Another publication keeps what newer files have.").toEqual(["1", "1"]);
    writeFileSync(
      homeFile(),
      editFile("home.json", readFileSync(homeFile(), "utf8"), { "/title": "2" }) ?? "",
    );
    await instance.deploy(await readFiles());
    expect(await titles()).toEqual(["2", "1"]);
    await publish("/title", "1");
    expect(await titles(), "The old text again is a change.").toEqual(["1", "1"]);
  } finally {
    await instance.publishing.stop();
    await older.publishing.stop();
  }
});
