import type { ContentPage } from "@marquee/contract";
import { expect, it } from "vitest";
import { createReferencedImages } from "./usedImages.ts";

const page = (path: string): ContentPage => ({
  slug: path.slice(1),
  locale: "en",
  path,
  title: "",
  description: "",
  body: { format: "markdown", source: "" },
});

it("knows the images of the pages there are now", async () => {
  const images = new Map([["/a", ["https://images.example/a.png#part"]]]);
  const listeners: (() => void)[] = [];
  let built = 0;
  const isUsed = createReferencedImages({
    content: {
      list: () => [...images.keys()].map((path) => ({ path, alternates: [] })),
      find: page,
      onChange: (listener) => listeners.push(listener),
    },
    entry: {
      listImages: ({ path }) => {
        built += 1;
        return images.get(path) ?? [];
      },
    },
  });
  const used = () =>
    Promise.all(["https://images.example/a.png", "https://images.example/b.png"].map(isUsed));
  expect(built).toBe(0);
  expect([await used(), await used(), built]).toEqual([[true, false], [true, false], 1]);
  images.set("/b", ["https://images.example/b.png"]);
  images.delete("/a");
  for (const listener of listeners) listener();
  expect(await used()).toEqual([false, true]);
});
