import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { AccessibilityResultsSchema } from '../../app/accessibility/accessibility-results';
import { projectRoot, sources } from '../support/imports';
import { screens } from './catalogue';
import { screenFiles, screenSource } from './screen-source';

const results = AccessibilityResultsSchema.parse(
  JSON.parse(readFileSync(path.join(projectRoot, 'app/accessibility/accessibility.json'), 'utf8')),
);

test('every route that draws a screen and every page of the identity provider is in the catalogue', () => {
  const drawn = [
    ...sources('app/routes').filter((file) => file.endsWith('/route.tsx')),
    ...sources('services/identity').filter((file) =>
      /export (const|function|async function) show[A-Z]/.test(
        readFileSync(path.join(projectRoot, file), 'utf8'),
      ),
    ),
  ];
  expect(drawn.length).toBeGreaterThan(25);
  const looked = new Set(screens.map(({ source }) => source));
  // The frames of the two workflows are seen around each of their screens.
  for (const frame of ['file-upload', 'editorial-board']) looked.add(`app/routes/${frame}/route.tsx`);
  expect(drawn.filter((file) => !looked.has(file))).toEqual([]);
});

test('screens have names of their own', () => {
  expect(new Set(screens.map(({ id }) => id)).size).toBe(screens.length);
});

test('a screen is made of its module, the frame and the styles', () => {
  const mapping = screens.find(({ id }) => id === 'mapping')!;
  expect(screenFiles(mapping)).toEqual(
    expect.arrayContaining([
      'app/components/frame/footer.tsx',
      'app/components/mapping-grid/target-select.tsx',
      'app/root.tsx',
      'app/routes/file-upload.data.$id/route.tsx',
      'app/routes/file-upload/route.tsx',
      'app/styles/tokens.css',
    ]),
  );
  expect(screenFiles(mapping)).not.toContain('app/components/search/search-form.tsx');
});

test('accessibility.json knows every screen, in both languages and schemes, as it looks today', () => {
  const stale = screens.filter((screen) => {
    const known = results.screens.find((entry) => entry.screen === screen.id);
    return known?.source !== screenSource(screen) || known.results.length !== 4;
  });
  expect(stale.map(({ id }) => id), 'npm run a11y looks at these').toEqual([]);
}); // prettier-ignore

test('accessibility.json knows no screen that is gone', () => {
  const ids = new Set(screens.map(({ id }) => id));
  expect(results.screens.filter(({ screen }) => !ids.has(screen))).toEqual([]);
});
