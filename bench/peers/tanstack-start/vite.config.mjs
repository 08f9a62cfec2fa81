import tailwindcss from "@tailwindcss/vite";
import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tanstackStart({ server: { build: { inlineCss: true } } }), react(), tailwindcss()],
  ssr: { noExternal: true },
});
