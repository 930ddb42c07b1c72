import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';

import type { Norms } from '@domain/api/norms';
import { normPercentiles } from '@domain/norms/age-groups';
import { differenceOf, wholePercentile } from '@domain/norms/rules';

import { FileLinks } from '~/components/norms/file-links';
import { countryName, useNormWords } from '~/components/norms/norm-words';
import { None } from '~/components/norms/percentile-table';
import { PlacedOf, StandingStrip } from '~/components/norms/standing-strip';
import { ScrollTable } from '~/components/scroll-area';
import { paths } from '~/paths';

/** The data sets that went in, and where each of them stands, so that one that differs is seen. */
export function StudiesSection({ norms, query }: { norms: Norms; query: string }) {
  const { t } = useTranslation('compare');
  const { test, sources } = norms;
  if (sources.length === 0) return null;
  const columns = ['dataSet', 'sex', 'ages', 'n', 'median', 'standing'] as const;
  return (
    <section aria-labelledby="studies">
      <h2 id="studies">{t('studies.heading')}</h2>
      <p>{t('studies.intro')}</p>
      <MostNote norms={norms} />
      <ScrollTable
        label={t('studies.caption')}
        heads={columns.map((column) => t(`studies.${column}`))}
        numeric={[t('studies.n'), t('studies.median')]}
        className="norm-studies"
      >
        <tbody>
          {sources.map((source) => (
            <Fragment key={source.nr}>
              {source.groups.map((group, index) => (
                <StudyRow key={group.sex} source={source} group={group} test={test} isFirst={index === 0} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </ScrollTable>
      <FileLinks file="studies" query={query} />
    </section>
  );
}

/** That only some of the data sets are listed, if it is so. */
export function MostNote({ norms: { sources, sourcesInAll } }: { norms: Pick<Norms, 'sources' | 'sourcesInAll'> }) {
  const { t } = useTranslation('compare');
  const { number } = useNormWords();
  const all = sourcesInAll.raw + sourcesInAll.beside;
  if (sources.length >= all) return null;
  return <p>{t('most', { shown: number(sources.length), all: number(all) })}</p>;
}

interface StudyRowProps {
  source: Norms['sources'][number];
  group: Norms['sources'][number]['groups'][number];
  test: Norms['test'];
  isFirst: boolean;
}

function StudyRow({ source: { nr, title, kind, groups }, group, test, isFirst }: StudyRowProps) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  return (
    <tr>
      {isFirst ? (
        <th scope="rowgroup" rowSpan={groups.length}>
          <a href={paths.dataSet(nr)}>{title}</a> <small>{t(`studies.kinds.${kind}`)}</small>
        </th>
      ) : null}
      <td>{t(`form.sexes.${group.sex}`)}</td>
      <td>{words.ages(group.ages)}</td>
      <td className="numeric">{words.number(group.persons)}</td>
      <td className="numeric">{group.median === null ? <None /> : words.measured(group.median, test)}</td>
      <td>
        <Standing group={group} />
      </td>
    </tr>
  );
}

/** A standing as a number, a small picture, and in words whether it differs. */
export function Standing({ group: { standing, persons, placed } }: Pick<StudyRowProps, 'group'>) {
  const { t } = useTranslation('compare');
  if (standing === null) return t('studies.unknown');
  const difference = differenceOf(standing, placed);
  return (
    <>
      {wholePercentile(standing)},{' '}
      {difference ? <strong>{t(`studies.differs.${difference}`)}</strong> : t('studies.fits')}
      <PlacedOf placed={placed} persons={persons} />
      <StandingStrip standing={standing} />
    </>
  );
}

/** Groups of aggregated data and of Scientific Use Files, which are points beside the curves. */
export function PointsSection({ norms, query }: { norms: Norms; query: string }) {
  const { t } = useTranslation('compare');
  if (norms.points.length === 0) return null;
  const heads = [
    ...(['dataSet', 'sex', 'ages'] as const).map((column) => t(`studies.${column}`)),
    ...(['year', 'country'] as const).map((column) => t(`points.${column}`)),
    t('studies.n'),
    ...(['mean', 'sd'] as const).map((column) => t(`points.${column}`)),
    ...normPercentiles.map((percentile) => `P${percentile}`),
  ];
  const numeric = [t('points.year'), ...heads.slice(5)];
  return (
    <section aria-labelledby="points">
      <h2 id="points">{t('points.heading')}</h2>
      <p>{t('points.intro')}</p>
      <MostNote norms={norms} />
      <details>
        <summary>{t('points.show')}</summary>
        <ScrollTable label={t('points.caption')} heads={heads} numeric={numeric} className="norm-studies">
          <tbody>
            {norms.points.map((point, index) => (
              <PointRow key={index} point={point} norms={norms} />
            ))}
          </tbody>
        </ScrollTable>
      </details>
      <FileLinks file="aggregated" query={query} />
    </section>
  );
}

function PointRow({ point, norms }: { point: Norms['points'][number]; norms: Norms }) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const { nr, sex, ages, year, country, persons, mean, sd, percentiles } = point;
  return (
    <tr>
      <th scope="row">
        <a href={paths.dataSet(nr)}>{norms.sources.find((source) => source.nr === nr)?.title ?? String(nr)}</a>
      </th>
      <td>{t(`form.sexes.${sex}`)}</td>
      <td>{words.ages(ages)}</td>
      <td className="numeric">{year ?? <None />}</td>
      <td>{countryName(norms, country) ?? <None />}</td>
      <td className="numeric">{words.number(persons)}</td>
      {[mean, sd, ...percentiles].map((value, at) => (
        <td key={at} className="numeric">
          {value === null ? <None /> : words.value(value, norms.test)}
        </td>
      ))}
    </tr>
  );
}
