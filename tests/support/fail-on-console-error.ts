import { afterEach, beforeEach, expect } from 'vitest';

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
