import { pageIdOf, type TestIdElement, testIdOf } from "@marquee/contract";
import { type ComponentProps, createContext, type ReactNode, use, useState } from "react";

type NextTestId = (element: TestIdElement) => string;

const TestIdContext = createContext<NextTestId | null>(null);

/**
 * Gives every {@link PageText} below it the test id of its place on the page (specification, section 2). Texts are counted as
 * they first render, which is document order on the server and in the browser alike: what hydrates later, `deferBelow`, stands
 * last on its page, and a text keeps its id however often it renders again.
 */
export function TestIds({ path, children }: { path: string; children: ReactNode }) {
  const [next] = useState(() => createTestIds(pageIdOf(path)));
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

/** A heading or paragraph of a page. On a landing path it carries its test id. */
export function PageText({ as: Element = "p", ...rest }: PageTextProps) {
  const next = use(TestIdContext);
  const [testId] = useState(() => next?.(Element));
  return <Element data-testid={testId} {...rest} />;
}
