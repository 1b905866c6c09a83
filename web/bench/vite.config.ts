import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  root: "bench",
  publicDir: "../public",
  plugins: [svelte()],
  build: { target: "es2023", emptyOutDir: true },
});
