import { createHash, randomBytes } from "node:crypto";
import {
  type ContentPage,
  type ImageFile,
  type ImageItem,
  type Json,
  newImage,
  ONE_DAY,
  type SiteContent,
  type UsedImage,
} from "@marquee/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { minimalSite } from "../../testing/minimalSite.ts";
import { silent, type TestStores } from "../../testing/startTestStores.ts";
import { type PublishedSiteContent, publishOver } from "../content/siteContent.ts";
import { saveField } from "./draftFields.ts";
import { changeDraft, createDraft, readDraft } from "./draftStore.ts";
import { checkDraft, publishDraft, restore } from "./publish.ts";
import { type Publishing, startPublishing } from "./startPublishing.ts";
import {
  contentDraftFields,
  contentDrafts,
  contentImages,
  contentObjects,
  contentRevisions,
} from "./tables.ts";
import { readImage, removeUnusedImages, storeImage } from "./uploadedImages.ts";

const NOW = Date.UTC(2026, 5, 1);
const AUTHOR = { actor: "ann@trellis.example", now: NOW };
const BOARD = "image:board.png";
const GUIDE_KEY = "page:de:guide";
const GUIDE = { slug: "guide", locale: "de", path: "/de/guide", title: "Anleitung" } as ContentPage;

let stores: TestStores;
let siteContent: PublishedSiteContent;
let publishing: Publishing;
/** The images shown by a page, whose text a change represents. */
let visibleImages: UsedImage[];

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(() => stores.stop());
beforeEach(async () => {
  visibleImages = [{ source: "board.png", alt: "" }];
  const board = newImage(fileOf(randomBytes(9)));
  const images = { "board.png": { ...board, alt: { ...board.alt, en: "A board" }, version: "v0" } };
  siteContent = publishOver({
    values: (): SiteContent => ({ ...minimalSite.siteContent.files(), images }),
    onChange: () => undefined,
    stop: () => undefined,
  });
  const catalog = { entries: [], errors: [] };
  publishing = await startPublishing({
    ...stores,
    siteContent,
    content: {
      ...minimalSite.content,
      build: (overlay) => {
        const changed = overlay.get(GUIDE_KEY)?.["/markdown"];
        const image = String(overlay.get(GUIDE_KEY)?.["/image"] ?? "");
        const pageImages = image === "" ? [] : [{ source: image, alt: "" }];
        const inText = changed === undefined ? visibleImages : JSON.parse(String(changed));
        const page = { ...GUIDE, images: [...pageImages, ...inText] };
        const item = { title: GUIDE.title, image, markdown: JSON.stringify(visibleImages) };
        const byPath = new Map([[GUIDE.path, { page, file: "", item }]]);
        return { ...minimalSite.content.build(), catalog: { ...catalog, byPath, alternatesOf: () => [] } };
      },
    },
    bundle: {
      entry: {
        listImages: (page) => (page as unknown as { images: UsedImage[] }).images,
        listPictures: () => [],
      },
    },
    log: silent,
  });
});
afterEach(async () => {
  await publishing.stop();
  const { db } = stores.records;
  for (const table of [contentDraftFields, contentDrafts, contentRevisions, contentObjects, contentImages])
    await db.delete(table);
});

function fileOf(body: Buffer): ImageFile {
  const hash = createHash("sha256").update(body).digest("hex");
  return { hash, width: 800, height: 600, format: "png", bytes: body.byteLength };
}

async function upload(body: Buffer, now = NOW): Promise<ImageFile> {
  const file = fileOf(body);
  await storeImage(stores.records.db, { file, body }, { ...AUTHOR, now });
  return file;
}

const newDraft = () => createDraft(stores.records.db, "Pictures", AUTHOR);
const save = (draft: number, item: string, pointer: string, value: unknown) =>
  saveField(
    stores.records.db,
    draft,
    { item, pointer, value, revision: 0 },
    publishing.published().items,
    AUTHOR,
  );
const publish = (id: number) => publishDraft(stores.records.db, publishing, { id, note: "" }, AUTHOR);
const problemsOf = async (id: number) =>
  checkDraft(await readDraft(stores.records.db, id), publishing.head().overlay, publishing).flatMap(
    ({ pointer, problem }) => (problem ? [[pointer, problem]] : []),
  );
const imageAt = (key: string) => publishing.published().items.get(key) as unknown as ImageItem | undefined;

it("publishes another image and reverts to the same bytes", async () => {
  const { db } = stores.records;
  const before = imageAt(BOARD);
  // More than one part.
  const body = randomBytes(600_000);
  const file = await upload(body);
  const draft = await newDraft();
  await save(draft, BOARD, "/file", file);
  await save(draft, BOARD, "/focalPoint", { x: 0.25, y: 1 });
  expect(await problemsOf(draft), "The German guide has no text of its own.").toEqual([
    [
      "/file",
      expect.stringContaining(
        "Anleitung (/de/guide) shows this image, which has no alternative text in German",
      ),
    ],
  ]);
  await save(draft, BOARD, "/alt/de", "Eine Tafel");
  await publish(draft);
  expect(siteContent.values().images["board.png"]).toMatchObject({
    file,
    version: file.hash.slice(0, 16),
    alt: { de: "Eine Tafel" },
    focalPoint: { x: 0.25, y: 1 },
  });
  expect((await readImage(db, file.hash))?.equals(body)).toBe(true);
  await restore(db, publishing, { revision: 0, head: 1 }, AUTHOR);
  expect(imageAt(BOARD)).toEqual(before);
  await restore(db, publishing, { revision: 1, head: 2 }, AUTHOR);
  expect(imageAt(BOARD)?.file).toEqual(file);
});

it("adds an image with its text, and removes it while no page shows it", async () => {
  const key = "image:team.png";
  const draft = await newDraft();
  await save(draft, key, "", newImage(await upload(Buffer.from("team"))));
  expect(await problemsOf(draft)).toEqual([["", expect.stringContaining("no alternative text in English")]]);
  await save(draft, key, "/isDecorative", true);
  expect(await problemsOf(draft)).toEqual([]);
  await publish(draft);
  expect(imageAt(key)?.isDecorative).toBe(true);
  const next = await newDraft();
  await save(next, key, "", null);
  await save(next, BOARD, "", null);
  expect(await problemsOf(next)).toEqual([["", expect.stringContaining("Remove it there first.")]]);
  await expect(publish(next)).rejects.toMatchObject({ code: "bad_request" });
  const last = await newDraft();
  await save(last, key, "", null);
  await publish(last);
  expect(imageAt(key)).toBeUndefined();
});

it("rejects a page that newly shows an image without a text, or one that does not exist", async () => {
  const team = "image:team.png";
  const first = await newDraft();
  await save(first, team, "", { ...newImage(await upload(Buffer.from("team"))), isDecorative: true });
  await publish(first);
  const plain = await newDraft();
  await save(plain, team, "/isDecorative", false);
  await save(plain, team, "/alt/en", "The team");
  await publish(plain);
  const problemWith = async (...images: UsedImage[]) => {
    const draft = await newDraft();
    await save(draft, GUIDE_KEY, "/markdown", JSON.stringify(images));
    return (await problemsOf(draft)).flat().join(" ");
  };
  const board = { source: "board.png", alt: "" };
  // It was already shown without a German text, which must not block other changes.
  expect(await problemWith(board, board)).toBe("");
  expect(await problemWith({ source: "team.png", alt: "Das Team" }, { ...board, alt: "Eine Tafel" })).toBe(
    "",
  );
  expect(await problemWith({ source: "https://example.com/a.png", alt: "" })).toBe("");
  expect(await problemWith(board, { source: "team.png", alt: "" })).toMatch(
    /^\/markdown This shows team\.png, which has no alternative text in German\./,
  );
  expect(await problemWith({ source: "teem.png", alt: "Das Team" })).toContain("There is no image teem.png.");
  const problemWithOwn = async (image: string) => {
    const draft = await newDraft();
    await save(draft, GUIDE_KEY, "/markdown", JSON.stringify([{ ...board, alt: "Eine Tafel" }]));
    await save(draft, GUIDE_KEY, "/image", image);
    return problemsOf(draft);
  };
  expect(await problemWithOwn("team.png")).toEqual([
    ["/image", expect.stringMatching(/no alternative text in German. Write what it shows under Images/)],
  ]);
  expect(await problemWithOwn("teem.png")).toEqual([
    ["/image", "There is no image teem.png. Upload it, or choose another one."],
  ]);
});

it("needs no text of the image itself if every page that shows it describes it", async () => {
  const team = "image:team.png";
  const draft = await newDraft();
  await save(draft, team, "", newImage(await upload(Buffer.from("team"))));
  const board = { source: "board.png", alt: "Eine Tafel" };
  await save(draft, GUIDE_KEY, "/markdown", JSON.stringify([board, { source: "team.png", alt: "Das Team" }]));
  expect(await problemsOf(draft)).toEqual([]);
  await publish(draft);
  expect(imageAt(team)?.alt.en).toBe("");
  // Removing the text from the page requires one again.
  const next = await newDraft();
  await save(next, GUIDE_KEY, "/markdown", JSON.stringify([board, { source: "team.png", alt: "" }]));
  expect(await problemsOf(next)).toEqual([
    ["/markdown", expect.stringContaining("This shows team.png, which has no alternative text in English.")],
  ]);
});

it("names the field in which a problem is fixed, if it is not the changed one", async () => {
  const team = "image:team.png";
  const placesOf = async (id: number) =>
    checkDraft(await readDraft(stores.records.db, id), publishing.head().overlay, publishing).flatMap(
      ({ item, pointer, problem, fixedAt }) => (problem ? [{ item, pointer, fixedAt }] : []),
    );
  const added = await newDraft();
  await save(added, team, "", newImage(await upload(Buffer.from("team"))));
  expect(await placesOf(added)).toEqual([
    { item: team, pointer: "", fixedAt: { item: team, pointer: "/alt/en" } },
  ]);
  await save(added, team, "/isDecorative", true);
  await publish(added);
  const removed = await newDraft();
  await save(removed, BOARD, "", null);
  expect(await placesOf(removed)).toEqual([
    { item: BOARD, pointer: "", fixedAt: { item: GUIDE_KEY, pointer: "" } },
  ]);
  const plain = await newDraft();
  await save(plain, team, "/isDecorative", false);
  await save(plain, team, "/alt/en", "The team");
  await publish(plain);
  const shownIn = async (pointer: string, value: string) => {
    const draft = await newDraft();
    await save(draft, GUIDE_KEY, pointer, value);
    return placesOf(draft);
  };
  const images = [...visibleImages, { source: "team.png", alt: "" }];
  expect(await shownIn("/markdown", JSON.stringify(images)), "The text itself can say it.").toEqual([
    { item: GUIDE_KEY, pointer: "/markdown", fixedAt: undefined },
  ]);
  expect(await shownIn("/image", "team.png")).toEqual([
    { item: GUIDE_KEY, pointer: "/image", fixedAt: { item: team, pointer: "/alt/de" } },
  ]);
});

it("keeps an image used by an entry", async () => {
  const team = "image:team.png";
  const first = await newDraft();
  await save(first, team, "", { ...newImage(await upload(Buffer.from("team"))), isDecorative: true });
  await save(first, GUIDE_KEY, "/image", "team.png");
  await publish(first);
  expect(publishing.usesOf(publishing.published()).get("team.png")).toMatchObject([{ item: GUIDE_KEY }]);
  const next = await newDraft();
  await save(next, team, "", null);
  expect(await problemsOf(next)).toEqual([
    ["", "Anleitung (/de/guide) shows this image. Remove it there first."],
  ]);
});

it("does not revert a single field if a displayed image would disappear or lose its text", async () => {
  const { db } = stores.records;
  const team = "image:team.png";
  const draft = await newDraft();
  const image = newImage(await upload(Buffer.from("team")));
  await save(draft, team, "", { ...image, alt: { ...image.alt, en: "The team", de: "Das Team" } });
  await publish(draft);
  const next = await newDraft();
  await save(next, GUIDE_KEY, "/markdown", JSON.stringify([{ source: "team.png", alt: "" }]));
  await publish(next);
  const takeBack = (item: string, pointer: string, revision: number) =>
    restore(db, publishing, { revision, head: 2, field: { item, pointer } }, AUTHOR);
  await expect(takeBack(team, "", 0)).rejects.toMatchObject({
    code: "bad_request",
    message: expect.stringContaining("Anleitung (/de/guide) shows this image. Remove it there first."),
  });
  expect(imageAt(team)).toBeDefined();
  // Reverting everything also reverts the page.
  await restore(db, publishing, { revision: 0, head: 2 }, AUTHOR);
  expect(imageAt(team)).toBeUndefined();
});

it.each<[string, string, unknown]>([
  ["a file that nobody uploaded", "/file", fileOf(Buffer.from("never"))],
  ["another size than that of the file", "/file", { ...fileOf(Buffer.from("known")), width: 1 }],
  ["a whole image of such a file", "", newImage(fileOf(Buffer.from("never")))],
  ["a file without a hash", "/file", "board.png"],
])("rejects %s", async (_what, pointer, value) => {
  await upload(Buffer.from("known"));
  const draft = await newDraft();
  await expect(save(draft, pointer === "" ? "image:new.png" : BOARD, pointer, value)).rejects.toMatchObject({
    code: "bad_request",
  });
});

it("removes uploads after a day, except those that a draft or a revision uses", async () => {
  const { db } = stores.records;
  const [published, drafted, discarded, added, unused] = (await Promise.all(
    ["published", "drafted", "discarded", "added", "unused"].map((text) => upload(Buffer.from(text))),
  )) as [ImageFile, ImageFile, ImageFile, ImageFile, ImageFile];
  const first = await newDraft();
  await save(first, BOARD, "/file", published);
  await save(first, BOARD, "/isDecorative", true);
  await publish(first);
  const second = await newDraft();
  await save(second, BOARD, "/file", drafted);
  await save(second, "image:added.png", "", newImage(added));
  const third = await newDraft();
  await save(third, BOARD, "/file", discarded);
  await changeDraft(db, third, { isDiscarded: true }, { actor: "editor@example.com", now: NOW });
  expect(await removeUnusedImages(db, NOW + ONE_DAY)).toBe(0);
  expect(await removeUnusedImages(db, NOW + ONE_DAY + 1)).toBe(1);
  const bodies = await Promise.all(
    [published, drafted, discarded, added, unused].map(({ hash }) => readImage(db, hash)),
  );
  expect(bodies.map((body) => body?.toString())).toEqual([
    "published",
    "drafted",
    "discarded",
    "added",
    undefined,
  ]);
  // Uploaded again, because it is used then.
  await upload(Buffer.from("unused"), NOW + 2 * ONE_DAY);
  expect(await removeUnusedImages(db, NOW + 2 * ONE_DAY)).toBe(0);
});

it("limits the total size of uploads", async () => {
  const { db } = stores.records;
  const file = fileOf(Buffer.from("huge"));
  await db
    .insert(contentImages)
    .values({ ...file, bytes: 500 * 1024 ** 2 - 4, uploadedBy: AUTHOR.actor, usedAt: new Date(NOW) });
  await upload(Buffer.from("four"));
  await expect(upload(Buffer.from("more"))).rejects.toMatchObject({ code: "bad_request" });
  await upload(Buffer.from("four"));
});

it("rejects an invalid image item", async () => {
  const { db } = stores.records;
  const draft = await newDraft();
  const image = newImage(await upload(Buffer.from("x"))) as unknown as Json;
  await save(draft, "image:x.png", "", { ...(image as object), alt: { en: "<script>" } });
  await expect(publish(draft)).rejects.toMatchObject({ code: "bad_request" });
  expect((await readDraft(db, draft)).fields).toHaveLength(1);
});
