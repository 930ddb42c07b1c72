import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { projectRoot, sources } from '../support/imports';
import { screens } from './catalogue';

test('every route that renders a screen and every page of the identity provider is in the catalogue', () => {
  const drawn = [
    ...sources('app/routes').filter((file) => file.endsWith('/route.tsx')),
    ...sources('services/identity').filter((file) =>
      /export (const|function|async function) show[A-Z]/.test(readFileSync(path.join(projectRoot, file), 'utf8')),
    ),
  ];
  expect(drawn.length).toBeGreaterThan(25);
  const looked = new Set(screens.map(({ source }) => source));
  // The frames of the workflows and of the administration appear around each of their screens.
  for (const frame of ['file-upload', 'administration', 'editorial-board']) looked.add(`app/routes/${frame}/route.tsx`);
  // Shown in place of another page, so it has its own journey (outage.spec.ts).
  looked.add('app/routes/page.unavailable/route.tsx');
  // They need an authenticator app or a passkey, so they have their own journeys (two-steps.spec.ts).
  for (const page of [
    'account-pages/remove-passkey',
    'signing-in/code',
    'signing-in/passkey',
    'account-pages/recovery-codes',
    'account-pages/new-codes',
    'account-pages/remove-app',
    'account-pages/used-code',
  ])
    looked.add(`services/identity/${page}.ts`);
  expect(drawn.filter((file) => !looked.has(file))).toEqual([]);
});

test('screens have unique names', () => {
  expect(new Set(screens.map(({ id }) => id)).size).toBe(screens.length);
});
