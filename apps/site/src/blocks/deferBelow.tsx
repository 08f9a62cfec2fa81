import { type ComponentType, lazy, Suspense, useEffect } from "react";

/** The lowest quarter of the screen does not count: there, what was served is enough. */
const IN_SIGHT = "0px 0px -25% 0px";

/**
 * Makes what stands below a page's first view of a component that is fetched when the visitor comes to it, by scrolling,
 * pointer or keyboard. Until then it is the HTML that was served, in which links and disclosures work by themselves.
 * On the server, and where the page is not in the document yet, the code is there before the page is drawn.
 * @param name of the page; no two pages share one.
 */
export async function deferBelow<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const id = `below-${name}`;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const isServed = !import.meta.env.SSR && document.getElementById(id) !== null;
  const Below = isServed ? lazy(() => opened.then(load).then(asModule)) : await load();

  return function DeferredBelow(props: Props) {
    useEffect(() => {
      const stop = onComing(document.getElementById(id), open);
      return () => {
        stop();
        open();
      };
    }, []);
    return (
      <div id={id}>
        <Suspense fallback={<Missing onShown={open} />}>
          <Below {...props} />
        </Suspense>
      </div>
    );
  };
}

const asModule = <Content,>(content: Content) => ({ default: content });

/** Stands in where React has given up the served HTML before the code was here: it is wanted at once then. */
function Missing({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown]);
  return <div className="min-h-screen" />;
}

function onComing(element: HTMLElement | null, callback: () => void): () => void {
  if (!element) return () => {};
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && callback(),
    { rootMargin: IN_SIGHT },
  );
  observer.observe(element);
  element.addEventListener("pointerover", callback, { once: true });
  element.addEventListener("focusin", callback, { once: true });
  return () => {
    observer.disconnect();
    element.removeEventListener("pointerover", callback);
    element.removeEventListener("focusin", callback);
  };
}
