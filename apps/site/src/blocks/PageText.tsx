import { isLandingPath, matchesPath, type TestIdElement, testIdOf } from "@marquee/contract";
import { type ComponentProps, createContext, type ReactNode, use, useMemo } from "react";
import * as brand from "../../../../content/brand.json";

type NextTestId = (element: TestIdElement) => string;

const TestIdContext = createContext<NextTestId | null>(null);

interface TestIdsProps {
  path: string;
  pageId: string;
  /**
   * Part of the page around its content. Each part counts its own texts, so that a banner does not renumber the page. The text of a page that an
   * editor wrote has its IDs from the server (`compileContent.ts`); the title above it and the entries below it are parts.
   */
  part?: "header" | "footer" | "consent" | "title" | "entries";
  children: ReactNode;
}

/**
 * Gives every {@link PageText} below it the test ID of its position in this part of the page (specification, section 2), on the pages of
 * {@link hasTestIds}. Texts are counted on their first render, which follows document order on the server and in the browser: content that hydrates
 * later (`deferBelowFold`) comes last on its page. A text keeps its ID across renders.
 */
export function TestIds({ path, pageId, part, children }: TestIdsProps) {
  const next = useMemo(() => {
    if (!hasTestIds(path)) return null;
    return createTestIds(part ? `${pageId}-${part}` : pageId);
  }, [path, pageId, part]);
  return <TestIdContext value={next}>{children}</TestIdContext>;
}

/** Whether headings and paragraphs of the page at `path` have test IDs: a landing path, or one of the paths in `content/brand.json`. */
export function hasTestIds(path: string): boolean {
  return isLandingPath(path) || brand.testIdPaths.some((pattern) => matchesPath(pattern, path));
}

/** Counts elements of each type. @returns the next element's test ID. */
export function createTestIds(pageId: string): NextTestId {
  const counts = new Map<TestIdElement, number>();
  return (element) => {
    const count = (counts.get(element) ?? 0) + 1;
    counts.set(element, count);
    return testIdOf(pageId, element, count);
  };
}

type PageTextProps = ComponentProps<"p"> & { as?: "h1" | "h2" | "h3" | "p" };

/** A heading or paragraph of a page, with its test ID where pages have them. */
export function PageText({ as: Element = "p", ...rest }: PageTextProps) {
  const next = use(TestIdContext);
  const testId = useMemo(() => next?.(Element), [next, Element]);
  return <Element data-testid={testId} {...rest} />;
}
