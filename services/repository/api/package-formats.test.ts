import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readSavBytes } from '../../../tests/support/read-sav-bytes';
import { openDemonstrationApi } from '../../../tests/support/demonstration-api';
import { readZip } from '../../../tests/support/read-zip';
import { actors, bearer, type TestApi } from '../../../tests/support/test-api';
import {
  bagErrors,
  crateErrors,
  croissantErrors,
  dataPackageErrors,
  statementsOf,
} from '../../../tests/support/validate-package';
import { harvestErrors, hasDataciteSchema } from '../../../tests/support/validate-harvest';

let testApi: TestApi;

beforeAll(async () => {
  testApi = await openDemonstrationApi();
});
afterAll(() => testApi.close());

const call = async (path: string, json?: unknown) =>
  testApi.api.request(path, {
    method: json === undefined ? 'GET' : 'POST',
    headers: await bearer(actors.contributor),
    body: json === undefined ? undefined : JSON.stringify(json),
  });

/** The package of some data sets, whose licence form is answered. */
async function fetchPackage(numbers: number[]): Promise<Map<string, Buffer>> {
  const started = await call('/api/search/download', numbers);
  const session = started.headers.get('Location')!.split('/').at(-1)!;
  const answers = { institution: 'A', country: 'Germany', purpose: 'B', accurate: true, licence: true };
  if (started.status === 202) await call(`/api/search/downloads/${session}`, { ...answers, session });
  const answer = await call(`/api/search/package/${session}`);
  expect(answer.status).toBe(200);
  return readZip(Buffer.from(await answer.arrayBuffer()));
}

/** Files below a folder, whose paths begin there. */
const below = (files: ReadonlyMap<string, Buffer>, folder: RegExp) =>
  new Map(
    [...files].filter(([name]) => folder.test(name)).map(([name, content]) => [name.replace(folder, ''), content]),
  );
const json = <Content>(files: ReadonlyMap<string, Buffer>, name: string) =>
  JSON.parse(files.get(name)!.toString('utf8')) as Content;

interface DataPackage {
  resources: {
    type?: string;
    path: string;
    schema: { fields: { name: string; type: string; constraints?: Bounds; categories?: { value: string }[] }[] };
  }[];
}
interface Bounds {
  minimum?: number;
  maximum?: number;
}

describe.each([[[1]], [[2]], [[3]], [[4]], [[1, 2, 3, 4]]])(
  'The package of the data sets %j of the demonstration',
  (numbers) => {
    let zip: Map<string, Buffer>;
    let crate: Map<string, Buffer>;
    let dataSets: Map<string, Buffer>[];
    beforeAll(async () => {
      zip = await fetchPackage(numbers);
      crate = below(zip, /^[^/]+\/data\//);
      dataSets = numbers.map((nr) => below(crate, new RegExp(`^${nr}-[^/]+/`)));
    });

    test('is a bag (RFC 8493)', () => {
      expect(bagErrors(zip)).toEqual([]);
    });

    test('is a crate (RO-Crate 1.2) whose terms are in its context', async () => {
      const metadata = json<Parameters<typeof crateErrors>[0]>(crate, 'ro-crate-metadata.json');
      expect(crateErrors(metadata, crate)).toEqual([]);
      const statements = await statementsOf(metadata);
      expect(statements.find((one) => one['@id'] === 'https://crate.example/')).toMatchObject({
        '@type': ['http://schema.org/Dataset'],
      });
      const people = statements.filter((one) => (one['@type'] as string[]).includes('http://schema.org/Person'));
      expect(people.length).toBeGreaterThan(0);
    });

    test('has a page for people without script or other files', () => {
      const page = crate.get('ro-crate-preview.html')!.toString('utf8');
      expect(page).not.toMatch(/<script|<link|<img|\son\w+=|url\(/);
      for (const [name] of crate) if (!name.startsWith('ro-crate')) expect(page).toContain(`href="${name}"`);
    });

    test('has tables that datapackage.json describes by the rules of Frictionless', () => {
      for (const files of dataSets) {
        const descriptor = json<DataPackage>(files, 'datapackage.json');
        expect(dataPackageErrors(descriptor as unknown as Parameters<typeof dataPackageErrors>[0])).toEqual([]);
        for (const { path, schema } of descriptor.resources.filter(({ type }) => type === 'table')) {
          const text = files.get(path)!.toString('utf8');
          const [headings, ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
          expect(headings).toEqual(schema.fields.map(({ name }) => name));
          const wrong = rows.flatMap((row) => row.filter((cell, at) => cell !== '' && !fits(cell, schema.fields[at]!)));
          expect(wrong).toEqual([]);
        }
      }
    });

    test('has a description by Croissant 1.0', async () => {
      for (const files of dataSets) {
        const document = json<Parameters<typeof croissantErrors>[0]>(files, 'croissant.json');
        expect(croissantErrors(document, files)).toEqual([]);
        const [statements] = await statementsOf(document);
        expect(statements).toHaveProperty(['http://mlcommons.org/croissant/recordSet']);
        // Titles and abstracts may be in any language, and Croissant's names and descriptions have none.
        expect(statements).toHaveProperty(['https://schema.org/name'], [{ '@value': document.name }]);
        expect(statements).toHaveProperty(['https://schema.org/description'], [{ '@value': document.description }]);
      }
    });

    test('has the same rows for SPSS, with labels', async () => {
      for (const files of dataSets) {
        for (const [name, content] of files) {
          if (!name.endsWith('.sav')) continue;
          const { columns, rows } = await readSavBytes(content);
          const csv = files.get(name.replace(/sav$/, 'csv'))!.toString('utf8');
          const [, ...cells] = Papa.parse<string[]>(csv, { skipEmptyLines: true }).data;
          expect(rows.map((row) => row.map((cell) => cell ?? ''))).toEqual(cells);
          expect(columns.every(({ label }) => label)).toBe(true);
        }
      }
    });

    test.runIf(hasDataciteSchema)('has a description by the XML schema of DataCite', async () => {
      const all = dataSets.map((files) => files.get('datacite.xml')!.toString('utf8'));
      expect(await harvestErrors(all)).toEqual([]);
      for (const xml of all) expect(await harvestErrors([xml.replace(/<titles>.*<\/titles>/s, '')])).not.toEqual([]);
    });

    test('has the quality statement as text in both languages', () => {
      for (const files of dataSets) {
        expect(json<{ nr: number }>(files, 'quality.json')).toMatchObject({ nr: expect.any(Number) });
        expect(files.get('quality.en.txt')!.toString('utf8')).toMatch(/^Quality\n/);
        expect(files.get('quality.de.txt')!.toString('utf8')).toMatch(/^Qualität\n/);
      }
    });
  },
);

/** Whether a cell has the type of its field and keeps its constraints. */
function fits(
  cell: string,
  { type, constraints, categories }: DataPackage['resources'][number]['schema']['fields'][number],
) {
  if (categories) return categories.some(({ value }) => value === cell);
  if (type === 'yearmonth') return /^\d{4}-\d{2}$/.test(cell);
  if (type === 'year') return /^\d{4}$/.test(cell);
  if (type === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(cell);
  if (type !== 'number') return true;
  const { minimum = -Infinity, maximum = Infinity } = constraints ?? {};
  return cell.trim() !== '' && Number(cell) >= minimum && Number(cell) <= maximum;
}
