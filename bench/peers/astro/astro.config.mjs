import node from "@astrojs/node";
import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "astro/config";

export default defineConfig({
  root: import.meta.dirname,
  adapter: node({ mode: "standalone" }),
  integrations: [react()],
  build: { inlineStylesheets: "always" },
  prefetch: true,
  devToolbar: { enabled: false },
  vite: { plugins: [tailwindcss()], ssr: { noExternal: true } },
});
