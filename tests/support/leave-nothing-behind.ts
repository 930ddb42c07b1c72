import { afterAll, expect, vi } from 'vitest';

/** What test files of one process share, and could leave behind changed. */
const shared = () => ({
  Date: globalThis.Date,
  fetch: globalThis.fetch,
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  setImmediate: globalThis.setImmediate,
  now: performance.now,
  random: Math.random,
  folder: process.cwd(),
  environment: { ...process.env },
});

const before = shared();

/** A file that leaves something behind fails itself, not whichever file comes next. Spies are put back by Vitest. */
afterAll(() => {
  vi.restoreAllMocks();
  expect(shared(), 'the file left something behind').toEqual(before);
});
