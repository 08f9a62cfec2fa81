import { useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import type { DemoCopy } from "./copy/copy.ts";
import { DEMO_COPY_ID, DemoApp } from "./demo/DemoApp.tsx";

const root = document.getElementById("root");
const json = document.getElementById(DEMO_COPY_ID)?.textContent;
if (root && json) hydrateRoot(root, <HydratedDemo copy={JSON.parse(json) as DemoCopy} />);

/** Sets `data-hydrated` on the document once React has hydrated; the page around the frame waits for it. */
function HydratedDemo({ copy }: { copy: DemoCopy }) {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
  return <DemoApp copy={copy} />;
}
