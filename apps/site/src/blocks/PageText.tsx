import { isLandingPath, pageIdOf, type TestIdElement, testIdOf } from "@marquee/contract";
import { type ComponentProps, createContext, type ReactNode, use, useMemo } from "react";

type NextTestId = (element: TestIdElement) => string;

const TestIdContext = createContext<NextTestId | null>(null);

interface TestIdsProps {
  path: string;
  /** Part of the page around its content. Each part counts its own texts, so that a banner does not renumber the page. */
  part?: "header" | "footer" | "consent";
  children: ReactNode;
}

/**
 * Gives every {@link PageText} below it the test ID of its position in this part of the page (specification, section 2), on landing paths
 * only. Texts are counted on their first render, which follows document order on the server and in the browser: content that hydrates
 * later (`deferBelowFold`) comes last on its page. A text keeps its ID across renders.
 */
export function TestIds({ path, part, children }: TestIdsProps) {
  const next = useMemo(() => {
    if (!isLandingPath(path)) return null;
    return createTestIds(part ? `${pageIdOf(path)}-${part}` : pageIdOf(path));
  }, [path, part]);
  return <TestIdContext value={next}>{children}</TestIdContext>;
}

function createTestIds(pageId: string): NextTestId {
  const counts = new Map<TestIdElement, number>();
  return (element) => {
    const count = (counts.get(element) ?? 0) + 1;
    counts.set(element, count);
    return testIdOf(pageId, element, count);
  };
}

type PageTextProps = ComponentProps<"p"> & { as?: "h1" | "h2" | "h3" | "p" };

/** A heading or paragraph of a page, with its test ID on landing paths. */
export function PageText({ as: Element = "p", ...rest }: PageTextProps) {
  const next = use(TestIdContext);
  const testId = useMemo(() => next?.(Element), [next, Element]);
  return <Element data-testid={testId} {...rest} />;
}
