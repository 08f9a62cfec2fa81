import { type Redirects, redirectProblem } from "@marquee/contract";
import { readJsonObject } from "../readJsonFile.ts";
import type { KindDeclaration } from "./kindDeclaration.types.ts";
import { single } from "./single.ts";

export const REDIRECTS_FILE = {
  name: "redirects.json",
  example: `{ "old-prices": { "from": "/prices", "to": "/pricing", "match": "exact", "status": 301 } }`,
};

/** Redirects. Whether they fit each other and the pages is checked with the pages. */
export const REDIRECTS = {
  ...single("redirects", ({ redirects }) => redirects),
  fieldTitle: () => "Redirect",
  hasMembers: true,
  checkField([id = "", ...below], value) {
    if (below.length > 0) return "A redirect can only be changed as a whole.";
    return value === null ? null : redirectProblem(id, value);
  },
} satisfies KindDeclaration;

/** Reads `content/redirects.json`; without one, there are no redirects. @throws {ContentError} if it is not an object. */
export async function readRedirects(contentDir: string): Promise<Redirects> {
  return (await readJsonObject(contentDir, "redirects by ID", REDIRECTS_FILE)) as Redirects;
}
