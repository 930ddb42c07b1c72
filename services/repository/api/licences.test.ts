import { expect, test } from 'vitest';

import { licenceText } from '../packaging/texts';
import { licenceRoutes } from './help-files';

const ask = (address: string) => licenceRoutes.request(address);

test('the Scientific Use File licence is returned as plain text in both languages', async () => {
  for (const language of ['en', 'de'] as const) {
    const response = await ask(`/api/licences/sufl/${language}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('text/plain');
    expect(response.headers.get('Content-Language')).toBe(language);
    expect(await response.text()).toBe(licenceText('SUFL 1.0', language));
  }
});

test('every licence of the metadata schema has a text that names it', async () => {
  expect(await (await ask('/api/licences/cc-by/en')).text()).toContain('CC BY 4.0');
  expect(await (await ask('/api/licences/cc-by-sa/de')).text()).toContain('CC BY-SA 4.0');
});
