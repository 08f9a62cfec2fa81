import {
  type ComponentType,
  lazy,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useSite } from "../site/siteContext.tsx";

/** Excludes the bottom quarter of the viewport: there, the served HTML is enough. */
const IN_SIGHT = "0px 0px -25% 0px";

interface Deferral<Props> {
  /** Whether the served document contains the component. */
  isServed: () => boolean;
  load: () => Promise<ComponentType<Props>>;
  /** Calls back once the code is needed. @returns the cleanup. */
  whenWanted: (callback: () => void) => () => void;
}

/**
 * Wraps a component so that its code loads and hydrates only when needed. Until then the served HTML stays, in which links, disclosures and
 * tooltips work without script. On the server, and when the served document does not contain the component, the code loads before rendering.
 * @throws what `load` throws, if the code loads before rendering.
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
    const isWanted = useAfterFirstView();
    const onShown = useUnfinished(isWanted);
    useEffect(() => {
      const stop = whenWanted(open);
      return () => {
        stop();
        // Load the code so that it is ready when the visitor returns to the page, but after the next page.
        afterPaint(open);
      };
    }, []);
    if (!isWanted) return <Room />;
    return (
      <Suspense fallback={<Missing onShown={open} />}>
        <Content {...props} />
        <AfterMount onShown={onShown} />
      </Suspense>
    );
  };
}

/**
 * False until the first view of a page that the visitor has navigated to is painted: rendering the rest with it would delay it.
 * Always true for a page that is shown as a whole.
 */
function useAfterFirstView(): boolean {
  const [isWanted, setWanted] = useState(useSite().isWhole);
  useEffect(() => {
    if (!isWanted) return afterPaint(() => startTransition(() => setWanted(true)));
  }, [isWanted]);
  return isWanted;
}

/** @returns a function that cancels it. */
function afterPaint(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A timer set in the next frame fires after that frame has been painted.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(callback);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Number of parts of the current page that are not in the document yet. */
let unfinished = 0;
const waiting = new Set<() => void>();

/**
 * Calls back once the current page is completely in the document: immediately, or after the parts that follow its first
 * view. Call it in an effect of a component above the page.
 * @returns a function that cancels it.
 */
export function whenPageIsComplete(callback: () => void): () => void {
  waiting.add(callback);
  if (unfinished === 0) finish();
  return () => void waiting.delete(callback);
}

function finish(): void {
  const ready = [...waiting];
  waiting.clear();
  for (const callback of ready) callback();
}

/**
 * Counts this part of the page as unfinished until it is shown or removed.
 * @param isWanted whether the part renders from the start.
 * @returns a function to call once it is shown.
 */
function useUnfinished(isWanted: boolean): () => void {
  const markShown = useRef(() => {});
  const wasWanted = useRef(isWanted);
  useLayoutEffect(() => {
    if (wasWanted.current) return;
    unfinished += 1;
    markShown.current = () => {
      markShown.current = () => {};
      unfinished -= 1;
      if (unfinished === 0) finish();
    };
    return () => markShown.current();
  }, []);
  return useCallback(() => markShown.current(), []);
}

function AfterMount({ onShown }: { onShown: () => void }): null {
  useEffect(onShown, [onShown]);
  return null;
}

/**
 * Defers the content below a page's first view until the visitor reaches it by scrolling, pointer or keyboard.
 * @param name Unique name of the page.
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
 * Fallback for when React discards the served HTML before the code has loaded, which happens when a context changes (for example, when
 * flags are overridden for testing). Requests the code immediately.
 */
function Missing({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown]);
  return <Room />;
}

/** Keeps the footer below the viewport until the content is there. */
function Room() {
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

/**
 * Calls back each time the element enters the viewport.
 * @param margin `rootMargin` of the observer: CSS margins that grow or shrink the viewport.
 * @returns the cleanup.
 */
export function onIntersection(element: Element, margin: string, callback: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && callback(),
    { rootMargin: margin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
