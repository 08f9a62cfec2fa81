export { ArticleId } from "./markdown/articleId.ts";
export { contentText } from "./markdown/contentText.ts";
