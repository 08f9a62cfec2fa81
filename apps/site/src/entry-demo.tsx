import { DEFAULT_LOCALE } from "@marquee/contract";
import { useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { type DemoCopy, loadCopy } from "./copy/copy.ts";
import { DemoApp } from "./demo/DemoApp.tsx";

const root = document.getElementById("root");
const copy = await loadCopy("demo-frame", DEFAULT_LOCALE);
if (root) hydrateRoot(root, <HydratedDemo copy={copy} />);

/** Sets `data-hydrated` on the document once React has hydrated; the page around the frame waits for it. */
function HydratedDemo({ copy }: { copy: DemoCopy }) {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
  return <DemoApp copy={copy} />;
}
