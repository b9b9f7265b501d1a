import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The client is built into the Python package, from where the server serves it.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/hulldown/server/static", emptyOutDir: true, sourcemap: false, target: "es2022" },
  server: {
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
    // The palette is that of the whole project.
    fs: { allow: [".", "../src/hulldown/draw"] },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
  // Only tests of what touches a page pay for one: they begin with `@vitest-environment jsdom`.
  test: { environment: "node", include: ["tests/**/*.test.ts"] },
});
