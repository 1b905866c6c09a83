import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where `longroll serve` listens. */
const server = "http://127.0.0.1:1863";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/longroll/server/static",
    emptyOutDir: true,
    // The page is served under `default-src 'self'`: nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
