import { z } from 'zod';

import type { NormSource, NormTest } from '@domain/api/norms';
import type { Language } from '@domain/language';
import { asksForLicenceForm } from '@domain/licences';
import type { MotorTest } from '@domain/motor-tests';
import type { NormSex } from '@domain/norms/age-groups';
import type { KeptCurves, KeptSource, KeptSummary } from '@domain/norms/kept-norms';

import type { RepositoryContext } from '../context/context';
import { readTexts } from '../locale-texts';
import { readCitation } from '../packaging/citation';
import { searchRowFields, titleOf, toSearchRow } from '../search/search-row';
import { listDataSets } from '../store/data-set-records';
import { type Target, unitText } from '../vocabulary';
import { betterOf } from './compute-norms';

/** A kind of result in words. */
export function wordTest(target: Target, summary: KeptSummary | null, language: Language): NormTest {
  const { key, test, label, decimals } = target;
  return {
    key,
    test: test as MotorTest,
    label: label[language],
    unit: unitText(target, language),
    decimals,
    better: betterOf(target),
    persons: summary?.persons ?? 0,
    dataSets: summary ? summary.dataSets.length - summary.beside.length : 0,
    ages: summary?.ages ?? null,
  };
}

type SexTexts = Record<NormSex, string>;
const sexLabels: Record<Language, SexTexts> = readTexts('norms', z.object({ f: z.string(), m: z.string() }));

/** People of one sex in words. */
export function wordSex(sex: NormSex, language: Language): string {
  return sexLabels[language][sex];
}

/** A data set as it is cited. `isClosed`: not everybody may see its rows. */
export type CitedDataSet = Pick<NormSource, 'nr' | 'title' | 'authors' | 'year' | 'publisher' | 'doi' | 'licence'> & {
  isClosed: boolean;
};

/** Those of these data sets that are not withdrawn, as they are cited, by number. */
export async function citeDataSets(
  repository: RepositoryContext,
  numbers: readonly number[],
  language: Language,
): Promise<Map<number, CitedDataSet>> {
  const records = await listDataSets(repository.db, [...numbers], searchRowFields);
  return new Map(
    records.map((record) => {
      const row = toSearchRow(record, repository);
      const { year, publisher, doi } = readCitation(row, record.datacite);
      return [
        record.nr,
        {
          nr: record.nr,
          title: titleOf(record, language),
          authors: row.authors,
          year: year ?? record.publishedAt.getUTCFullYear(),
          publisher,
          doi: doi === '' ? null : doi,
          licence: row.rights.join(', '),
          isClosed: asksForLicenceForm(row.rights),
        },
      ];
    }),
  );
}

/** Sources with their citations; withdrawn ones are left out. */
export function wordSources(sources: KeptCurves['sources'], cited: ReadonlyMap<number, CitedDataSet>): NormSource[] {
  return sources.flatMap((source) => {
    const known = cited.get(source.nr);
    if (!known) return [];
    const { title, authors, year, publisher, doi, licence } = known;
    return [{ title, authors, year, publisher, doi, licence, ...source, groups: toldGroups(source) }];
  });
}

/** Groups of a source as the API tells them. */
export function toldGroups({ groups }: KeptSource): NormSource['groups'] {
  return groups.map(({ years: _, ...group }) => group);
}
