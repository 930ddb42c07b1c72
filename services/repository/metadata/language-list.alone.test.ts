import { delay, http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { fieldIds } from '@domain/metadata/field-ids';
import { validateField } from '@domain/metadata/validate';

import { currentLanguageCodes, fetchLanguageCodes, keepLanguageCodes, languageCodes, setLanguageCodes } from './codes';
import { formFields, schemaFields } from './schema';

const url = 'https://codes.example/languages.csv';
const list = ['de', 'en', 'fr', 'it', 'es', 'pt', 'nl', 'da', 'sv', 'pl', 'cs'];
const csv = `alpha2,English\n${list.map((code) => `${code},"Language, ${code}"`).join('\n')}\n`;

/** The public list on another host. msw replaces the network. */
const host = setupServer();
beforeAll(() => host.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  host.resetHandlers();
  setLanguageCodes();
});
afterAll(() => host.close());

const answer = (respond: Parameters<typeof http.get>[1]) => host.use(http.get(url, respond));
const text = (body: string, type = 'text/csv') => new HttpResponse(body, { headers: { 'Content-Type': type } });

describe('the list at a URL', () => {
  test.each([
    ['with a header line', csv],
    ['with a byte order mark', `\ufeff${csv}`],
    ['without headers', list.join('\n')],
    ['with Windows line ends, quotes and semicolons', list.map((code) => `"${code}";"x"`).join('\r\n')],
    ['with three-letter codes first', list.map((code) => `${code}x,,${code.toUpperCase()},Name`).join('\n')],
    ['with a code twice, an old one beside the new, and an unknown one', `${csv}de\nhe\niw\nqq\n`],
  ])('is read %s', async (_, body) => {
    answer(() => text(body));
    expect((await fetchLanguageCodes(url)).filter((code) => code !== 'he')).toEqual(list);
  });

  test.each([
    ['an error', () => new HttpResponse(null, { status: 500 }), /status 500/],
    ['an HTML page', () => text(`<!doctype html><html lang="en">\n${csv}`, 'text/html'), /not a list/],
    ['JSON', () => text(JSON.stringify(Object.fromEntries(list.map((code) => [code, 'x'])))), /not a list/],
    ['nothing', () => text(''), /not a list/],
    ['no connection', () => HttpResponse.error(), /cannot be reached/],
  ])('is refused if the response is %s', async (_, respond, message) => {
    answer(respond);
    await expect(fetchLanguageCodes(url)).rejects.toThrow(message);
  });

  test('is aborted after the timeout', async () => {
    answer(async () => {
      await delay('infinite');
      return text(csv);
    });
    await expect(fetchLanguageCodes(url, { limitMs: 50 })).rejects.toThrow(/within 0.05 s/);
  });
});

describe('the current list', () => {
  const choices = () => schemaFields('en').find(({ id }) => id === fieldIds.dataLanguage)?.choices;
  const errors = (code: string) => {
    const field = formFields('de').find(({ id }) => id === fieldIds.dataLanguage)!;
    return validateField(field, [{ id: field.id, name: '', values: [code] }]).map((error) => error.code);
  };

  test('is the one of the URL, in form and rules', async () => {
    answer(() => text(csv));
    const kept = keepLanguageCodes(url, () => undefined);
    await expect.poll(currentLanguageCodes).toEqual(list);
    kept.stop();
    expect([...(choices() ?? [])].sort()).toEqual([...list].sort());
    expect([errors('pl'), errors('ja')]).toEqual([[], ['choice']]);
  });

  test('is the packaged one while the URL fails, and the log says why', async () => {
    setLanguageCodes(list);
    answer(() => new HttpResponse(null, { status: 503 }));
    const warn = vi.fn();
    const kept = keepLanguageCodes(url, warn);
    await expect.poll(() => warn.mock.calls.length).toBe(1);
    kept.stop();
    expect(warn.mock.calls[0]?.[0]).toMatch(/LANGUAGE_CODES_URL.*503.*packaged list/);
    expect(currentLanguageCodes()).toBe(languageCodes);
    expect(choices()).toHaveLength(languageCodes.length);
    expect(errors('ja')).toEqual([]);
  });

  test('is not changed by a request that ends after the stop', async () => {
    const warn = vi.fn();
    const asked = new Promise<void>((resolve) => {
      answer(() => {
        resolve();
        return text(csv);
      });
    });
    const kept = keepLanguageCodes(url, warn);
    void asked.then(kept.stop);
    await asked;
    // Requested later and answered, so the first request has ended too.
    await fetchLanguageCodes(url);
    expect(currentLanguageCodes()).toBe(languageCodes);
    expect(warn).not.toHaveBeenCalled();
  });
});
