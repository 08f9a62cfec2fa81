import { type ComponentType, lazy, Suspense, useEffect } from "react";

/** The lowest quarter of the screen does not count: there, what was served is enough. */
const IN_SIGHT = "0px 0px -25% 0px";

interface Deferral<Props> {
  /** Whether the document was served with the component in it. */
  isServed: () => boolean;
  load: () => Promise<ComponentType<Props>>;
  /** Calls back once the code is wanted. @returns the cleanup. */
  whenWanted: (callback: () => void) => () => void;
}

/**
 * Makes a component of one whose code is fetched, and which hydrates, once it is wanted. Until then it is the HTML that was served, in
 * which links, disclosures and tooltips work by themselves. On the server, and where the page is not in the document yet, the code is
 * there before the page is drawn.
 */
export async function deferHydration<Props extends object>(
  deferral: Deferral<Props>,
): Promise<ComponentType<Props>> {
  const { isServed, load, whenWanted } = deferral;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const isLazy = !import.meta.env.SSR && isServed();
  const Content = isLazy ? lazy(() => opened.then(load).then(asModule)) : await load();

  return function Deferred(props: Props) {
    useEffect(() => {
      const stop = whenWanted(open);
      return () => {
        stop();
        // A later visit to the page finds the code here.
        open();
      };
    }, []);
    return (
      <Suspense fallback={<Missing onShown={open} />}>
        <Content {...props} />
      </Suspense>
    );
  };
}

/**
 * Defers what stands below a page's first view until the visitor comes to it, by scrolling, pointer or keyboard.
 * @param name of the page; no two pages share one.
 */
export async function deferBelowFold<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const id = `below-${name}`;
  const find = () => document.getElementById(id);
  const Below = await deferHydration<Props>({
    isServed: () => find() !== null,
    load,
    whenWanted: (callback) => onComing(find(), callback),
  });

  return function DeferredBelow(props: Props) {
    return (
      <div id={id}>
        <Below {...props} />
      </div>
    );
  };
}

const asModule = <Content,>(content: Content) => ({ default: content });

/**
 * Stands in where React has given up the served HTML before the code was here, as it does when a context changes (flags overridden for
 * a trial, say). The code is wanted at once then.
 */
function Missing({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown]);
  return <div className="min-h-screen" />;
}

function onComing(element: HTMLElement | null, callback: () => void): () => void {
  if (!element) return () => {};
  const stop = onIntersection(element, IN_SIGHT, callback);
  element.addEventListener("pointerover", callback, { once: true });
  element.addEventListener("focusin", callback, { once: true });
  return () => {
    stop();
    element.removeEventListener("pointerover", callback);
    element.removeEventListener("focusin", callback);
  };
}

/** Calls back when the element is in the viewport, which `margin` widens or narrows as in CSS. @returns the cleanup. */
export function onIntersection(element: Element, margin: string, callback: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && callback(),
    { rootMargin: margin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
