import { expect, test } from 'vitest';

import { readForm } from '~/forms/read-form.server';

import { DownloadFormSchema } from './download-form-schema';

function post(fields: Record<string, string>): Request {
  return new Request('http://localhost/', { method: 'POST', body: new URLSearchParams(fields) });
}

const complete = {
  institution: 'University of Somewhere',
  country: 'Germany',
  purpose: 'Teaching',
  accurate: 'on',
  licence: 'on',
};

test('the complete form is accepted', async () => {
  expect((await readForm(post(complete), DownloadFormSchema)).status).toBe('success');
});

test('an empty form names every field that is missing', async () => {
  const { error } = (await readForm(post({ institution: '  ' }), DownloadFormSchema)).reply();
  expect(error).toEqual({
    institution: ['form.errors.institution'],
    country: ['form.errors.country'],
    purpose: ['form.errors.purpose'],
    accurate: ['form.errors.accurate'],
    licence: ['form.errors.licence'],
  });
});

test('an entry of invisible characters is missing', async () => {
  const fields = { institution: '\u200B \u00AD', country: '\u3164', purpose: '\u2060\0\n' };
  const { error } = (await readForm(post({ ...complete, ...fields }), DownloadFormSchema)).reply();
  expect(error).toEqual({
    institution: ['form.errors.institution'],
    country: ['form.errors.country'],
    purpose: ['form.errors.purpose'],
  });
  const joined = { ...complete, institution: 'فارسی\u200Cها' };
  expect((await readForm(post(joined), DownloadFormSchema)).status).toBe('success');
});

test('a text that is too long has its own message, and a confirmation accepts no other value', async () => {
  const fields = { ...complete, purpose: 'x'.repeat(2001), licence: 'false' };
  const { error } = (await readForm(post(fields), DownloadFormSchema)).reply();
  expect(error).toEqual({ purpose: ['form.errors.purposeLong'], licence: ['form.errors.licence'] });
});
