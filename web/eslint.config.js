/** What the linter asks of the client. Layout is left to Prettier. */

import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import ts from "typescript-eslint";

export default defineConfig(
  // wire.ts is written by longroll.server.typescript.
  { ignores: ["eslint.config.js", "src/wire.ts"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        // One program for all files: quicker here than the project service.
        project: "./tsconfig.json",
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: [".svelte"],
      },
    },
    rules: {
      // TypeScript finds undefined names itself, and knows the browser's.
      "no-undef": "off",
      // With noUncheckedIndexedAccess, `!` is how we say that an index is in range.
      "@typescript-eslint/no-non-null-assertion": "off",
      // Drawings are strings of SVG made by our own functions, which escape every name.
      "svelte/no-at-html-tags": "off",
      // `void` reads what an effect has to follow.
      "@typescript-eslint/no-meaningless-void-operator": "off",
      // `||` also passes over empty strings.
      "@typescript-eslint/prefer-nullish-coalescing": [
        "error",
        { ignorePrimitives: true, ignoreMixedLogicalExpressions: true },
      ],
      // `{" "}` keeps a space at the edge of a block.
      "svelte/no-useless-mustaches": "off",
      // State is replaced, never changed in place, so plain maps and sets will do.
      "svelte/prefer-svelte-reactivity": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    // The linter sees imported components as `any`; svelte-check knows their types.
    files: ["**/*.svelte"],
    rules: {
      "@typescript-eslint/no-duplicate-type-constituents": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  {
    // Stand-ins do nothing, and keep their promises at once.
    files: ["tests/**"],
    rules: {
      "@typescript-eslint/no-empty-function": "off",
      // expect.stringContaining and its kin are `any`.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/require-await": "off",
    },
  },
);
