import { afterEach, beforeEach, expect, inject } from 'vitest';

// Child processes start from bundles, in a fraction of the time that their sources take.
process.env.CHILD_BUNDLES = inject('childBundles');

const original = console.error;
let written: string[] = [];

/** Whatever is written with console.error during a test fails it: nobody reads warnings that pass. */
beforeEach(() => {
  written = [];
  console.error = (...parts: unknown[]) => written.push(parts.map(String).join(' '));
});

afterEach(() => {
  console.error = original;
  expect(written, 'console.error was called').toEqual([]);
});
