import { useTranslation } from 'react-i18next';

import type { PublishedDistributions, ShownTest } from '@domain/api/published-distributions';
import type { DataSet } from '@domain/api/search';
import { fieldIds } from '@domain/metadata/field-ids';
import { formatYears, mergeRanges } from '@domain/search/ranges';

import { ScrollTable } from '~/components/scroll-area';
import { useSearchWords } from '~/components/search/search-words';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

interface ContentsSectionProps {
  dataSet: Pick<DataSet, 'row' | 'fields'>;
  /** Null before the data is public, and while they cannot be read. */
  distributions: PublishedDistributions | null;
}

/** The motor tests of a data set with their numbers of results, ages, sexes, years and place. */
export function ContentsSection({ dataSet: { row, fields }, distributions }: ContentsSectionProps) {
  const { t } = useTranslation(['published-distributions', 'tests']);
  const words = useSearchWords();
  const place = [fieldIds.country, fieldIds.region]
    .flatMap((id) => fields.find((field) => field.id === id)?.values ?? [])
    .join(', ');
  const isAgg = row.types.includes('AGG');
  const heads = ['test', isAgg ? 'cases' : 'results', 'ages', 'sexes', 'years', 'place'];
  const counted = distributions?.tests ?? [];
  const known = { ages: words.ages(row.ages), sexes: words.genders(row.genders), years: words.years(row.pubYears) };
  return (
    <section aria-labelledby="contents">
      <h2 id="contents">{t('contents.heading')}</h2>
      {row.exercises.length === 0 ? (
        <p>{t('contents.none')}</p>
      ) : (
        <ScrollTable label={t('contents.caption')} heads={heads.map((head) => t(`contents.${head}`))}>
          <tbody>
            {counted.length > 0
              ? counted.map((test) => <CountedTest key={test.key} test={test} years={known.years} place={place} />)
              : row.exercises.map((test) => (
                  <TestRow key={test} name={t(`tests:${test}.long`)} results="" {...known} place={place} />
                ))}
          </tbody>
        </ScrollTable>
      )}
      {distributions?.without === 'not-ready' ? <p className="hint">{t('contents.notReady')}</p> : null}
    </section>
  );
}

/** `years` are those of the data set, for tests without years of their own. */
function CountedTest({ test, years: known, place }: { test: ShownTest; years: string; place: string }) {
  const { t } = useTranslation('published-distributions');
  const words = useSearchWords();
  const language = useLanguage();
  const { ages, years } = test;
  const merged = mergeRanges(years.map((year) => ({ start: year, end: year })));
  return (
    <TestRow
      name={test.label}
      results={test.results === null ? '' : formatNumber(test.results, language)}
      ages={ages === null ? '' : ages.start === ages.end ? String(ages.start) : t('contents.range', ages)}
      sexes={words.genders(test.sexes)}
      years={words.years(formatYears(merged)) || known}
      place={place}
    />
  );
}

interface TestRowProps {
  name: string;
  /** '' = not stated, like the others. */
  results: string;
  ages: string;
  sexes: string;
  years: string;
  place: string;
}

function TestRow({ name, ...facts }: TestRowProps) {
  const { t } = useTranslation('published-distributions');
  const { results, ages, sexes, years, place } = facts;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="numeric">{results || t('contents.unknown')}</td>
      {[ages, sexes, years, place].map((value, index) => (
        <td key={index}>{value || t('contents.unknown')}</td>
      ))}
    </tr>
  );
}
