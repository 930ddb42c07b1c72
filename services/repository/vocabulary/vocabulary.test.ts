import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import Papa from 'papaparse';
import { afterAll, describe, expect, it } from 'vitest';

import { languages, type Language } from '@domain/language';
import { motorTestFacts } from '@domain/motor-test-facts';
import { motorTests, type MotorTest } from '@domain/motor-tests';

import { rootFolder } from '../../root-folder';
import { findTarget, listTargets, loadVocabulary, vocabulary } from './';
import { readVocabularyData } from './read-data';

const dataFolder = process.env.MOTOTHEK_DATA ?? path.join(rootFolder, '..', 'shared', 'data');
const headersFile = path.join(dataFolder, 'headers.csv');

describe('vocabulary', () => {
  it('contains every row of its files and the 23 tests in icon order', () => {
    const data = readVocabularyData(rootFolder);
    expect(data.tests.map((row) => row.slug)).toEqual(motorTests);
    for (const row of data.tests) expect(findTarget(vocabulary, 'raw', row.slug, row.unit)).not.toBeNull();
    for (const row of data.results) expect(findTarget(vocabulary, 'raw', row.key, row.unit)).not.toBeNull();
    for (const row of data.conversions) expect(findTarget(vocabulary, 'raw', row.key, row.unit)).not.toBeNull();
    for (const row of data.fields) {
      for (const kind of row.kind === 'both' ? (['raw', 'agg'] as const) : [row.kind]) {
        expect(vocabulary.targets[kind].has(row.key), row.key).toBe(true);
      }
    }
    for (const row of data.statistics) {
      expect(vocabulary.targets.agg.has(`slj.${row.statistic}`), row.statistic).toBe(true);
    }
    for (const slug of motorTests) expect(vocabulary.targets.raw.has(`${slug}.t6`)).toBe(true);
  });

  it.each(languages)('has the labels of the tests and units that the screens show in %s', (language: Language) => {
    const locale = JSON.parse(readFileSync(path.join(rootFolder, 'locales', language, 'tests.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    const { units, ...tests } = locale;
    expect(Object.keys(tests)).toEqual(motorTests);
    for (const [slug, labels] of vocabulary.tests) {
      expect(tests[slug]).toEqual({
        abbr: labels.abbr[language],
        short: labels.short[language],
        long: labels.long[language],
      });
      expect(`${labels.abbr[language]}${labels.short[language]}`).not.toContain(',');
    }
    for (const row of readVocabularyData(rootFolder).units) expect(units?.[row.unit]).toBe(row[`text_${language}`]);
  });

  it('has the facts of the tests that the web app shows', () => {
    for (const row of readVocabularyData(rootFolder).tests) {
      expect(motorTestFacts[row.slug as MotorTest], row.slug).toMatchObject({
        unit: row.ucum === '{score}' ? 'points' : row.unit,
        better: row.direction,
        usual: [Number(row.warn_min), Number(row.warn_max)],
        possible: [Number(row.hard_min), Number(row.hard_max)],
      });
    }
  });

  it('has a text for every reason to withhold a column', () => {
    const reasons = languages.map(
      (language) =>
        JSON.parse(readFileSync(path.join(rootFolder, 'locales', language, 'published.json'), 'utf8')) as object,
    );
    expect(Object.keys(reasons[0] ?? {})).toEqual(Object.keys(reasons[1] ?? {}));
    for (const target of vocabulary.targets.raw.values()) {
      if (target.publish !== 'keep') expect(reasons[0]).toHaveProperty(target.publish);
    }
  });

  it('offers counts, points and codings with texts in the language', () => {
    const german = new Map(listTargets(vocabulary, 'raw', 'de').map((t) => [`${t.key}|${t.unit}`, t]));
    expect(german.get('pushup40|1')).toMatchObject({ value: 'Liegestütze in 40 Sekunden', unitText: 'Anzahl' });
    expect(german.get('targetthrow|1')).toMatchObject({ unitText: 'Punkte' });
    expect(german.get('sex|1=m 2=f')).toMatchObject({ unitText: '1 = m, 2 = w', group: 'Person' });
    expect(german.get('slj.t2|m')).toMatchObject({ rare: true, group: 'Einzelne Versuche' });
    const english = listTargets(vocabulary, 'agg', 'en');
    expect(english.find((t) => t.key === 'handgrip.mean')).toMatchObject({
      value: 'Handgrip strength: mean',
      unit: 'kg',
      rare: false,
    });
  });

  it('has codes for missing values in both languages, none of which is a code of a column', () => {
    const { missingCodes, codes } = readVocabularyData(rootFolder);
    for (const language of languages) expect(missingCodes.some((row) => row.language === language)).toBe(true);
    const all = [...vocabulary.missingCodes, ...vocabulary.absentCodes];
    expect(new Set(all).size).toBe(missingCodes.length);
    // To be declared in an upload, which names the cells.
    expect(vocabulary.missingCodes).not.toContain('krank');
    const spellings = codes.flatMap((row) => row.spellings.split('|'));
    // Namibia has to be written out.
    expect(all.filter((code) => spellings.includes(code))).toEqual(['na']);
  });

  it('uses bounds and units of a test for its trials and statistics', () => {
    expect(vocabulary.targets.raw.get('balback.t3')?.hard).toEqual({ min: 0, max: 8 });
    expect(vocabulary.targets.raw.get('jumpside15.t1')?.units.map((unit) => unit.unit)).toEqual(['1']);
    expect(vocabulary.targets.agg.get('slj.mean')?.hard).toEqual({ min: 5, max: 380 });
    expect(vocabulary.targets.agg.get('slj.sd')?.hard).toBeNull();
    expect(vocabulary.targets.agg.get('standreach.sd')?.units.map((unit) => unit.unit)).toEqual(['cm', 'mm']);
    const variance = vocabulary.targets.agg.get('slj.var')?.units;
    expect(variance?.map((unit) => [unit.unit, unit.text.en, unit.conversion.factor])).toEqual([
      ['cm^2', 'cm²', 1],
      ['m^2', 'm²', 10_000],
      ['mm^2', 'mm²', 0.010000000000000002],
    ]);
    expect(findTarget(vocabulary, 'agg', 'dash20hand.mean', 'm/s')).toBeNull();
    expect(vocabulary.targets.agg.get('slj.n')).toMatchObject({ required: true, isResult: false, test: 'slj' });
  });

  it.skipIf(!existsSync(headersFile))(
    'contains the target of every header that contributors were seen to write',
    () => {
      const rows = Papa.parse<Record<string, string>>(readFileSync(headersFile, 'utf8'), {
        header: true,
        skipEmptyLines: true,
      }).data;
      expect(rows.length).toBeGreaterThanOrEqual(80);
      for (const row of rows) {
        if (!row.key) continue;
        expect(findTarget(vocabulary, 'raw', row.key, row.unit ?? ''), `${row.header} -> ${row.key}`).not.toBeNull();
      }
    },
  );
});

describe('loadVocabulary', () => {
  const folders: string[] = [];
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true });
  });

  async function broken(file: string, edit: (text: string) => string): Promise<string> {
    const root = await mkdtemp(path.join(tmpdir(), 'motothek-vocabulary-'));
    folders.push(root);
    const folder = path.join('services', 'repository', 'data', 'vocabulary');
    await cp(path.join(rootFolder, folder), path.join(root, folder), { recursive: true });
    const target = path.join(root, folder, file);
    await writeFile(target, edit(await readFile(target, 'utf8')));
    return root;
  }

  it.each([
    ['motor-tests.csv', /more,400,1900/, 'more,4oo,1900', 'motor-tests.csv, line 2: warn_min is not a number'],
    [
      'motor-tests.csv',
      /m,m,more,400,1900/,
      'm,m,more,400,2900',
      'motor-tests.csv, line 2: the warning bounds exceed the hard bounds',
    ],
    ['fields.csv', /,sex,keep/, ',sax,keep', 'fields.csv, line 4: the code list "sax" is missing in codings.csv'],
    ['units.csv', /^lb,.*\n/m, '', 'the unit "lb" is missing in units.csv'],
    ['codes.csv', /female,weiblich,f\|/, 'female,weiblich,m|', 'codes.csv, line 3: the spelling "m" means two codes'],
    ['conversions.csv', /^slj,m,/m, 'sljx,m,', 'conversions.csv, line 4: "sljx" is not a measured target'],
    ['trials.csv', /balback,/, 'balback,1,', 'trials.csv, line 3: 7 cells under 6 headings'],
  ])('names file and line of an error in %s', async (file, from, to, message) => {
    const root = await broken(file, (text) => text.replace(from, to));
    expect(() => loadVocabulary(root)).toThrow(message);
  });
});
