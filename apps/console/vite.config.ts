import { readFileSync } from "node:fs";
import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { screenModules } from "./screenModules.ts";

/** Writes which modules the screens load, beside the manifest. */
const screens: Plugin = {
  name: "screens",
  generateBundle() {
    const source = readFileSync(join(import.meta.dirname, "src/app/screens.ts"), "utf8");
    const text = JSON.stringify(screenModules(source));
    this.emitFile({ type: "asset", fileName: ".vite/screens.json", source: text });
  },
};

/** `scripts/lib/build.mjs` says where the build goes. */
export default defineConfig({
  base: "/console/",
  plugins: [react(), tailwindcss(), screens],
  build: {
    assetsInlineLimit: 0,
    target: "es2022",
    // The server reads which modules a screen is made of, and has them fetched with the document.
    manifest: true,
    // The player of replays is a document of its own, with a policy of its own.
    rollupOptions: {
      input: ["index.html", "player.html", "shared.html"].map((file) => join(import.meta.dirname, file)),
    },
  },
});
