import { createFileRoute } from "@tanstack/react-router";
import Pricing from "../../../../../apps/site/src/routes/pricing.tsx";
import copy from "../../../../../content/copy/en/pricing.json";

export const Route = createFileRoute("/pricing")({
  head: () => ({
    meta: [{ title: copy.meta.title }, { name: "description", content: copy.meta.description }],
  }),
  component: () => <Pricing copy={copy} locale="en" />,
});
