import { join } from "node:path";

/** @type {import("next").NextConfig} */
export default {
  experimental: { inlineCss: true },
  turbopack: {
    root: join(import.meta.dirname, "../../.."),
    // Vite's `?url`, with which our components import copy that they may need later.
    rules: { "*.json": { condition: { query: "?url" }, type: "asset" } },
  },
};
