import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
const dir = "/work/wt/memory36/apps/console";
export default { root: dir, base: "/console/", plugins: [react(), tailwindcss()], build: { outDir: process.env.OUT, emptyOutDir: true, assetsInlineLimit: 0, target: "es2022", manifest: true, rollupOptions: { input: ["index.html", "player.html", "shared.html"].map((f) => join(dir, f)), output: { codeSplitting: { groups: JSON.parse(process.env.CG) } } } } };
