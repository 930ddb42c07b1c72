import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import Ajv2019 from 'ajv/dist/2019';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { memoryPages, validateXML } from 'xmllint-wasm';

import type { MetadataEntry } from '@domain/api/metadata';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { metadataArbitrary } from '../../../tests/support/metadata-arbitrary';
import { demonstrationStudies } from '../demo/studies';
import { formFields } from '../metadata/schema';
import { rootFolder } from '../../root-folder';
import type { DataSetRecord } from '../store/data-set-records';
import { vocabulary } from '../vocabulary';
import { dataciteAttributes, type DoiFacts } from './datacite-attributes';
import { dataciteRecord, type DataciteRecord, formatDataciteXml } from './datacite-record';

const origin = 'https://motothek.example';
const dataFolder = process.env.MOTOTHEK_DATA ?? path.join(rootFolder, '..', 'shared', 'data');
const jsonSchema = path.join(dataFolder, 'datacite', 'datacite-v4.5.json');
const xmlSchema = path.join(dataFolder, 'datacite', 'metadata.xsd');

/** Number of generated descriptions per format. */
const runs = 200;

interface Circumstances {
  metadata: MetadataEntry[];
  kind: 'raw' | 'agg';
  /** Number of tests to which columns are mapped. */
  tests: number;
  /** Not yet accepted; accepted with a test DOI; with a registered one. */
  state: 'draft' | 'test' | 'registered';
}

function describeAs({ metadata, kind, tests, state }: Circumstances): DataciteRecord {
  const facts: DoiFacts = {
    kind,
    metadata,
    nr: 12,
    rows: 13_393,
    submitted: '2025-02-01',
    today: '2025-03-02',
    tests: [...vocabulary.tests.values()].slice(0, tests).map(({ long }) => long),
    accepted: state === 'draft' ? null : '2025-03-01',
    siblings: [{ kind: kind === 'raw' ? 'agg' : 'raw', identifier: '10.1234/motothek.13', type: 'DOI' }],
  };
  const attributes = dataciteAttributes(facts, origin);
  return state === 'registered' ? { doi: '10.1234/motothek.12', ...attributes } : attributes;
}

const recordArbitrary = fc
  .record({
    metadata: metadataArbitrary(formFields('en')),
    kind: fc.constantFrom('raw' as const, 'agg' as const),
    tests: fc.integer({ min: 0, max: vocabulary.tests.size }),
    state: fc.constantFrom('draft' as const, 'test' as const, 'registered' as const),
  })
  .map(describeAs);

const knownRecords: [string, DataciteRecord][] = [
  { title: 'the least metadata', metadata: completeMetadata('Fitness of adults'), kind: 'raw' as const },
  ...demonstrationStudies.map(({ kind, metadata }, index) => ({
    title: `the demonstration's study ${index + 1}`,
    metadata,
    kind,
  })),
].map(({ title, metadata, kind }) => [title, describeAs({ metadata, kind, tests: 3, state: 'registered' })]);

describe('DataCite XML', () => {
  test('contains every text of the JSON as often as the JSON', () => {
    fc.assert(
      fc.property(recordArbitrary, (record) => {
        expect(textsOfXml(formatDataciteXml(record)).sort()).toEqual(textsOf(record).map(storable).sort());
      }),
      { numRuns: runs },
    );
  });

  test('identifies a data set without a registered DOI by its URL', () => {
    const { doi, ...unregistered } = knownRecords[0]![1];
    expect(formatDataciteXml({ doi, ...unregistered })).toContain(
      '<identifier identifierType="DOI">10.1234/motothek.12</identifier>',
    );
    expect(formatDataciteXml(unregistered)).toContain(
      '<identifier identifierType="URL">https://motothek.example/data-set/12</identifier>',
    );
  });
});

test('a record contains the DOI if it is registered, and is null before there is one', () => {
  const attributes = knownRecords[0]![1];
  const published = { doi: '10.1234/x', registrar: 'datacite', datacite: attributes } as DataSetRecord;
  expect(dataciteRecord(published)).toMatchObject({ doi: '10.1234/x', titles: attributes.titles });
  expect(dataciteRecord({ ...published, registrar: 'local', datacite: { ...attributes, doi: '' } })).not.toHaveProperty(
    'doi',
  );
  expect(dataciteRecord({ ...published, datacite: null })).toBeNull();
});

/** Texts of a description that the XML has as text or attribute. */
function textsOf({ url, doi, schemaVersion: _, ...properties }: DataciteRecord): string[] {
  const identified = doi ? [doi, 'DOI'] : [url ?? '', 'URL'];
  return [...identified, ...leaves(properties)];
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

/** A text as XML can contain it: forbidden characters are replaced. */
function storable(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are the signs
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}

/** Texts of elements and values of attributes, without namespaces. */
function textsOfXml(xml: string): string[] {
  const texts: string[] = [];
  const open: string[] = [];
  let holdsElements = false;
  const parser = new SaxesParser();
  parser.on('opentag', ({ attributes }) => {
    open.push('');
    holdsElements = false;
    for (const [name, value] of Object.entries(attributes)) {
      if (!/^xmlns|^xsi:/.test(name)) texts.push(String(value));
    }
  });
  parser.on('text', (text) => {
    if (open.length > 0) open[open.length - 1] += text;
  });
  parser.on('closetag', () => {
    const text = open.pop() ?? '';
    if (!holdsElements) texts.push(text);
    holdsElements = true;
  });
  parser.write(xml).close();
  return texts;
}

const xmlSkipped = !existsSync(xmlSchema) && `DataCite's XML schema is not in ${dataFolder}`;

describe.skipIf(xmlSkipped)(`DataCite's XML schema 4.6${xmlSkipped ? ` (skipped: ${xmlSkipped})` : ''}`, () => {
  const read = (name: string) => ({
    fileName: name,
    contents: readFileSync(path.join(path.dirname(xmlSchema), name), 'utf8'),
  });

  /** What does not match the schema. */
  async function errors(records: DataciteRecord[]): Promise<string> {
    const included = readdirSync(path.join(path.dirname(xmlSchema), 'include')).map((name) => `include/${name}`);
    const { errors: found } = await validateXML({
      xml: records.map((record, index) => ({ fileName: `${index}.xml`, contents: formatDataciteXml(record) })),
      schema: [read('metadata.xsd')],
      preload: included.map(read),
      maxMemoryPages: memoryPages.max / 16,
    });
    return found.map(({ rawMessage }) => rawMessage).join('\n');
  }

  test.each(knownRecords)('accepts %s', async (_, record) => {
    expect(await errors([record])).toBe('');
  });

  test('accepts generated metadata', async () => {
    expect(await errors(fc.sample(recordArbitrary, runs))).toBe('');
  });

  test('refuses unknown content', async () => {
    const record = knownRecords[0]![1];
    expect(await errors([{ ...record, publicationYear: '25' }])).toContain('publicationYear');
    expect(await errors([{ ...record, dates: [{ date: '2025', dateType: 'Made' }] }])).toContain('dateType');
  });
});

const jsonSkipped = !existsSync(jsonSchema) && `DataCite's JSON schema is not in ${dataFolder}`;

describe.skipIf(jsonSkipped)(
  `the published JSON schema of DataCite 4.5${jsonSkipped ? ` (skipped: ${jsonSkipped})` : ''}`,
  () => {
    const year = String.raw`\d{4}`;
    const dates = { year, yearmonth: `${year}-(0[1-9]|1[0-2])`, date: `${year}-(0[1-9]|1[0-2])-([0-2]\\d|3[01])` };
    // RKMS-ISO8601 does not ask both dates of a range to be equally exact.
    const any = `(${Object.values(dates).join('|')})`;
    const formats = Object.entries(dates).flatMap(([name, pattern]): [string, RegExp][] => [
      [name, new RegExp(`^${pattern}$`)],
      [`${name}-range`, new RegExp(`^${any}/${any}$`)],
    ]);

    function validator() {
      const ajv = new Ajv2019({ strict: false, allErrors: true });
      for (const [name, pattern] of formats) ajv.addFormat(name, pattern);
      for (const name of ['datetime', 'datetime-range']) ajv.addFormat(name, () => false);
      ajv.addFormat('uri', (text: string) => URL.canParse(text));
      const schema = JSON.parse(readFileSync(jsonSchema, 'utf8')) as Record<string, unknown>;
      // Its `id` belongs to an older draft than the one it declares.
      delete schema.id;
      return ajv.compile(schema);
    }

    function errors(record: DataciteRecord): string[] {
      const check = validatorOnce();
      // As serialised: without undefined members.
      check(JSON.parse(JSON.stringify(record)));
      return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    }
    let compiled: ReturnType<typeof validator> | undefined;
    const validatorOnce = () => (compiled ??= validator());

    test.each(knownRecords)('accepts %s', (_, record) => {
      expect(errors(record)).toEqual([]);
    });

    test('accepts generated metadata', () => {
      fc.assert(
        fc.property(recordArbitrary, (record) => {
          expect(errors(record)).toEqual([]);
        }),
        { numRuns: runs },
      );
    });

    test('refuses unknown content', () => {
      const wrong = {
        ...knownRecords[0]![1],
        creators: [],
        dates: [{ date: '2018-3', dateType: 'Collected' }],
        types: { resourceTypeGeneral: 'Table', resourceType: '' },
      };
      const positions = errors(wrong).map((error) => error.split(' ')[0]);
      expect(positions).toEqual(expect.arrayContaining(['/creators', '/dates/0/date', '/types/resourceTypeGeneral']));
    });
  },
);

test('the size of the original, which older records have, is told to nobody', () => {
  const stored = { ...knownRecords[0]![1], sizes: ['300 persons', '13393 rows', '762000 bytes'] };
  const record = dataciteRecord({ doi: null, registrar: null, datacite: stored } as unknown as DataSetRecord);
  expect(record?.sizes).toEqual(['300 persons', '13393 rows']);
});
