import {
  type ImageItem,
  type ItemAddress,
  imageFieldProblem,
  imageItemOf,
  imageProblem,
  isImageFile,
  isImagePath,
  isJsonObject,
  itemKey,
  type SiteImage,
  siteImageOf,
} from "@marquee/contract";
import { titleOfField } from "../fieldName.ts";
import { firstProblem } from "../textProblem.ts";
import type { KindDeclaration } from "./kindDeclaration.types.ts";

type ImageAddress = Extract<ItemAddress, { kind: "image" }>;

/** A picture. */
export const IMAGE = {
  title: (id) => id,
  fieldTitle: (pointer) => titleOfField(pointer, "image"),
  place: "images/",
  path: (key) => key.replace("image:", "images/"),
  productPart: (path) => path,
  items: ({ site }) =>
    Object.entries(site.images)
      .filter(([id]) => isImagePath(id))
      .map(([id, image]) => [itemKey({ kind: "image", id }), imageItemOf(image)] as const),
  partOf(site, address) {
    const { id } = address as ImageAddress;
    return Object.hasOwn(site.images, id) ? site.images[id] : undefined;
  },
  put(site, address, part) {
    const { id } = address as ImageAddress;
    const { [id]: _before, ...otherImages } = site.images;
    site.images = part === undefined ? otherImages : { ...otherImages, [id]: part as SiteImage };
  },
  toItem: (part: SiteImage) => imageItemOf(part),
  toPart: (item) => siteImageOf(item as ImageItem),
  isWhole: true,
  isField: (value) => isImageFile(value) || (isJsonObject(value) && "x" in value),
  checkValue: (tokens, value) => imageFieldProblem(tokens, value) ?? firstProblem([value]),
  // Only publishing checks the alternative text, so that a new image can be previewed.
  check(item) {
    const problem = imageProblem(item);
    return problem === null ? null : { pointer: "", problem };
  },
} satisfies KindDeclaration;
