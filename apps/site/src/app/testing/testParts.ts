import { CATALOG } from "@marquee/contract/testing/catalog";
import { testCopy } from "../../site/testing/testSite.ts";
import { createPages } from "../loadPage.tsx";

/** The content in `content`, and the pages made from it. */
export const testParts = { copy: testCopy, catalog: CATALOG, pages: createPages(testCopy) };
