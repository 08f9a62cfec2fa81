import { createFileRoute } from "@tanstack/react-router";
import Home from "../../../../../apps/site/src/routes/home.tsx";
import copy from "../../../../../content/copy/en/home.json";

export const Route = createFileRoute("/")({
  head: () => ({
    meta: [{ title: copy.meta.title }, { name: "description", content: copy.meta.description }],
  }),
  component: () => <Home copy={copy} locale="en" />,
});
