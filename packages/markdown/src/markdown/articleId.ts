import { createContext } from "react";

/** ID of the page whose content is rendered: clicks on its highlighted links are tracked with it. Empty outside a page. */
export const ArticleId = createContext("");
