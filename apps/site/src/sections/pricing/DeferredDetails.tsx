import { type ComponentType, lazy, Suspense, useEffect } from "react";
import type { PricingCopy } from "../../copy/copy.ts";
import type { PageProps } from "../../site/page.types.ts";
import { holdsChoice } from "./pricingAddress.ts";

/** How far below the viewport an element may be when its gate opens. */
const NEAR = "600px";

/** Something that opens once, for good. */
interface Gate {
  opened: Promise<void>;
  open: () => void;
  /** Opens it when `element` comes near the viewport, or is in it. */
  openNear: (element: Element) => void;
}

type Details = ComponentType<PageProps<PricingCopy>>;

const FIRST_SECTION = "calculator";
const gate = createGate();

const Details = await detailsOf();

/**
 * What stands below the plans, served as HTML. Its code is fetched when the visitor comes near it, and it hydrates then: links,
 * disclosures and tooltips work before, being the browser's own.
 */
export function DeferredDetails(props: PageProps<PricingCopy>) {
  useEffect(() => {
    const first = document.getElementById(FIRST_SECTION);
    if (first && !holdsChoice(location.search)) gate.openNear(first);
    else gate.open();
    // A later visit to the page finds the code here.
    return gate.open;
  }, []);
  return (
    <Suspense fallback={<Missing />}>
      <Details {...props} />
    </Suspense>
  );
}

/**
 * Stands in where React has given up the served HTML before its code was here, as it does when a context changes (flags overridden
 * for a trial, say). The code is wanted at once then.
 */
function Missing() {
  useEffect(gate.open, []);
  return <div className="min-h-screen" />;
}

/** On the server, and where the page is not in the document yet, the code must be there before the page is drawn. */
async function detailsOf(): Promise<Details> {
  if (import.meta.env.SSR || !document.getElementById(FIRST_SECTION)) return load();
  return lazy(async () => {
    await gate.opened;
    return { default: await load() };
  });
}

async function load(): Promise<Details> {
  return (await import("./PricingDetails.tsx")).PricingDetails;
}

function createGate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const openNear = (element: Element) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        open();
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
  };
  return { opened, open: () => open(), openNear };
}
