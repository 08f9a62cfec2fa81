import { type ContentTarget, isLandingPath, pageIdOf } from "@marquee/contract";
import { compileMarkdown } from "@marquee/ui/markdown";
import { withTestIds } from "@marquee/ui/markdownTestIds";
import type { ContentData } from "./contentData.ts";

/** Makes a page's text ready to draw. For the server alone: markdown's parser is as large as half of React. */
export function compileContent({ page, alternates, imageSize, onProblem }: ContentTarget): ContentData {
  const { slug: _slug, pageId, body, ...rest } = page;
  const id = pageIdOf(page.path, pageId);
  if (body.format === "richText") return { ...rest, id, alternates, body };
  const nodes = compileMarkdown(body.source, { imageSize, onProblem });
  const marked = isLandingPath(page.path) ? withTestIds(nodes, id) : nodes;
  return { ...rest, id, alternates, body: { format: "nodes", nodes: marked } };
}
