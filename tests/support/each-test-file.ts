import { afterEach, beforeEach, expect, inject } from 'vitest';

// Child processes start from bundles, because starting from the sources takes several times as long.
process.env.CHILD_BUNDLES = inject('childBundles');

const original = console.error;
let written: string[] = [];

/** Output to console.error fails a test, because warnings of passing tests would go unnoticed. */
beforeEach(() => {
  written = [];
  console.error = (...parts: unknown[]) => written.push(parts.map(String).join(' '));
});

afterEach(() => {
  console.error = original;
  expect(written, 'console.error was called').toEqual([]);
});
