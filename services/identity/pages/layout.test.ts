import { expect, test } from 'vitest';

import { resolveAssets, sourcesOf } from './layout';

const look = { stylesheetHref: '/assets/a.css', logoHref: '/logo.svg', fontHrefs: ['/assets/a.woff2'] };

test("files from the site's own origin need no other source", () => {
  const resolved = resolveAssets(look, 'https://motothek.example');
  expect(resolved.stylesheetHref).toBe('https://motothek.example/assets/a.css');
  expect(sourcesOf(resolved, 'https://motothek.example')).toBe("'self'");
});

test('a web app on another origin is listed as a source, once', () => {
  const resolved = resolveAssets(look, 'https://web.example');
  expect(sourcesOf(resolved, 'https://identity.example')).toBe("'self' https://web.example");
});
