import type { ContentNode } from "@marquee/contract";
import type { ContentData } from "./contentData.ts";

interface ContentOutlineProps {
  data: ContentData;
  /** Id of the page's title. */
  labelledBy: string;
}

/** Fewer headings than this need no list of their own. */
const FEWEST = 3;

/** The headings of a long text, each leading to its place. Beside the text where there is room; a phone has none. */
export function ContentOutline({ data, labelledBy }: ContentOutlineProps) {
  const headings = data.body.format === "nodes" ? data.body.nodes.flatMap(toHeading) : [];
  if (headings.length < FEWEST) return null;
  return (
    <nav aria-labelledby={labelledBy} className="mt-6 max-lg:hidden">
      <ul className="space-y-2.5 border-hairline border-l">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="-ml-px block border-transparent border-l pl-4 hover:border-accent hover:text-accent"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function toHeading(node: ContentNode): { id: string; text: string }[] {
  if (typeof node === "string" || node.tag !== "h2" || typeof node.attributes?.id !== "string") return [];
  return [{ id: node.attributes.id, text: textOf(node) }];
}

function textOf(node: ContentNode): string {
  return typeof node === "string" ? node : (node.children ?? []).map(textOf).join("");
}
