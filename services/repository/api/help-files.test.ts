import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MappingTargetSchema, ProblemSchema, targetLabel } from '@domain/api/mapping';
import { minFileBytes } from '@domain/limits';
import { languages } from '@domain/language';
import { digestTypeOf, uploadKinds } from '@domain/upload-id';

import { actors } from '../../../tests/support/test-api';
import { openUploadApi, type UploadApi } from '../../../tests/support/upload-calls';
import { vocabulary } from '../vocabulary';

let api: UploadApi;
beforeAll(async () => {
  api = await openUploadApi({ checks: true });
  const { repository } = api;
  repository.settings.minFileBytes = minFileBytes;
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  expect(api.jobLog).toEqual([]);
  await api.close();
});

/** Raw bytes, because `text()` would remove the byte-order mark. */
const bytesOf = async (address: string) => Buffer.from(await (await api.call(null, address)).arrayBuffer());

const cases = uploadKinds.flatMap((kind) => languages.map((language) => ({ kind, language })));
const names = {
  sample: { en: 'motothek-sample-raw.csv', de: 'motothek-beispiel-raw.csv' },
  codebook: { en: 'motothek-targets-raw.csv', de: 'motothek-ziele-raw.csv' },
};

describe('sample files', () => {
  it.each(cases)('$kind in $language is accepted, mapped by its own headings, and has no problem', async (one) => {
    const { kind, language } = one;
    const content = await bytesOf(`/api/samples/${kind}/${language}`);
    expect(content.length).toBeGreaterThan(minFileBytes);

    const posted = await api.post(actors.contributor, [{ name: `sample-${language}.csv`, content }], kind);
    expect(posted.status).toBe(201);
    const [{ id }] = (await posted.json()) as [{ id: string }];
    const { tables, dialect } = await api.state(id);
    expect(dialect).toEqual({
      encoding: 'utf-8',
      separator: language === 'de' ? ';' : ',',
      decimal: language === 'de' ? ',' : '.',
    });
    const [table] = tables;
    const address = `/api/mapping/${kind}/${language}/${digestTypeOf(kind)}`;
    const targets = MappingTargetSchema.array().parse(await (await api.call(actors.contributor, address)).json());
    const mapping = (table?.columns ?? []).map(({ name }) => {
      const target = targets.find((candidate) => targetLabel(candidate) === name);
      return { source: name, target: { key: target?.key, unit: target?.unit } };
    });
    expect(mapping.length).toBeGreaterThan(15);
    const checked = await api.call(actors.contributor, `/api/mapping/${kind}/${id}/${table?.name}`, {
      method: 'POST',
      body: JSON.stringify(mapping),
    });
    expect(checked.status).toBe(200);
    expect(ProblemSchema.array().parse(await checked.json())).toEqual([]);
    expect((await api.state(id)).flags).toMatchObject({ mapped: true, checked: true });
  });
});

describe('codebook of targets', () => {
  const read = async (kind: string, language: 'en' | 'de') => {
    const text = (await bytesOf(`/api/codebook/${kind}/${language}`)).toString('utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    const delimiter = language === 'de' ? ';' : ',';
    return Papa.parse<string[]>(text.slice(1), { delimiter, skipEmptyLines: true }).data;
  };

  it.each(cases)('$kind in $language contains every target in every unit', async ({ kind, language }) => {
    const [head, ...rows] = await read(kind, language);
    expect(head).toHaveLength(13);
    const expected = [...vocabulary.targets[kind].values()].flatMap(({ key, units, label }) =>
      units.map(({ unit }) => [key, label[language], unit]),
    );
    expect(rows.map(([key, , label, , unit]) => [key, label, unit])).toEqual(expected);
  });

  it('gives bounds in the unit of the line, in the number format of the language', async () => {
    const line = async (language: 'en' | 'de', key: string, unit: string) =>
      (await read('raw', language)).find((row) => row[0] === key && row[4] === unit)?.slice(7, 11);
    expect(await line('en', 'slj', 'cm')).toEqual(['40', '300', '5', '380']);
    expect(await line('de', 'slj', 'm')).toEqual(['0,4', '3', '0,05', '3,8']);
    expect(await line('en', 'standreach', 'cm-100')).toEqual(['70', '135', '40', '150']);
    expect(await line('en', 'dash20hand', 'm/s')).toEqual(['2.66667', '6.66667', '1', '8']);
    expect(await line('de', 'test_year', '')).toEqual(['1950', 'dieses Jahr', '1900', 'dieses Jahr']);
  });

  it('lists codes with their spellings, and what a column must not contain or does not publish', async () => {
    const rows = await read('raw', 'en');
    const find = (key: string, unit = '') => rows.find((row) => row[0] === key && row[4] === unit);
    expect(find('sex', '1=m 2=f')?.[6]).toBe('m = male: 1; f = female: 2');
    expect(find('person_id')?.[12]).toBe(
      'Must not be empty. Replaced by numbers that cannot be traced back to a person.',
    );
    expect(find('run6min', 'm')?.[12]).toContain('0 is not a possible result');
  });
});

it('is a file with its own name and type, in the language of the address', async () => {
  for (const language of languages) {
    for (const [path, name] of [
      ['samples', names.sample[language]],
      ['codebook', names.codebook[language]],
    ]) {
      const { status, headers } = await api.call(null, `/api/${path}/raw/${language}`);
      expect(status).toBe(200);
      expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
      expect(headers.get('Content-Disposition')).toBe(`attachment; filename="${name}"`);
      expect(headers.get('Content-Language')).toBe(language);
    }
  }
  expect((await api.call(null, '/api/samples/raw/fr')).status).toBe(400);
  expect((await api.call(null, '/api/codebook/other/en')).status).toBe(404);
});
