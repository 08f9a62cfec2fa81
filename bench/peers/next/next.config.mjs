import { join } from "node:path";

/** @type {import("next").NextConfig} */
export default {
  experimental: { inlineCss: true },
  turbopack: { root: join(import.meta.dirname, "../../..") },
};
