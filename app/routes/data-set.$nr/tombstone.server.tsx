import { useTranslation } from 'react-i18next';

import type { DataSet } from '@domain/api/search';
import type { DataSetVersions } from '@domain/api/versions';
import { formatDay } from '@domain/formats';

import { ContributedText, nameOf, withTitlesFor } from '~/components/contributed-text';
import { CiteSection } from '~/components/data-set/cite-section';
import { DoiLink } from '~/components/search/doi-link';
import { useLanguage } from '~/i18n/use-language';

import { ActsSection } from './acts-section';
import type { Cited } from './cited.server';
import { People } from './people';
import { ValidVersion, VersionsSection } from './versions-section';

interface TombstoneProps {
  dataSet: DataSet;
  withdrawn: NonNullable<DataSet['withdrawn']>;
  cited: Cited;
  versions: DataSetVersions;
}

/**
 * What is left of a withdrawn data set, at the address to which its DOI leads: who made it, what it was called, and why
 * and when it was withdrawn, and which other versions there are (https://support.datacite.org/docs/tombstone-pages).
 */
export function Tombstone({ dataSet, withdrawn, cited, versions }: TombstoneProps) {
  const { t } = useTranslation('data-set');
  const language = useLanguage();
  const row = withTitlesFor(dataSet.row, language);
  const name = nameOf(row);
  const date = formatDay(withdrawn.date.split('-'), language);
  return (
    <>
      <header className="data-set-head">
        <h1>
          <ContributedText language={name.language}>{name.text}</ContributedText>
        </h1>
        {row.titles.slice(1).map((title, index) => (
          <p key={title} className="other-title">
            <ContributedText language={row.titleLanguages[index + 1] ?? ''}>{title}</ContributedText>
          </p>
        ))}
        <People row={row} cited={cited} />
        <p className="data-set-facts">
          {cited.publicationYear ? <span>{t('published', { year: cited.publicationYear })}</span> : null}
          {row.doi ? (
            <span>
              DOI <DoiLink doi={row.doiIsTest ? row.doi : row.doiUrl} href={row.doiUrl} isTest={row.doiIsTest} />
            </span>
          ) : null}
        </p>
      </header>
      <section className="notice" aria-labelledby="withdrawn">
        <h2 id="withdrawn">{t('withdrawn.heading')}</h2>
        <p>
          {t('withdrawn.since')} <time dateTime={withdrawn.date}>{date}</time>
        </p>
        <p>{t('withdrawn.reason')}</p>
        <blockquote className="long-text">
          <ContributedText language="">{withdrawn.reason}</ContributedText>
        </blockquote>
        <p>{t('withdrawn.noData')}</p>
        <ValidVersion listing={versions} />
      </section>
      <CiteSection dataSet={dataSet} />
      {versions.versions.length > 1 ? <VersionsSection dataSet={dataSet} cited={cited} listing={versions} /> : null}
      {dataSet.acts.length > 1 ? <ActsSection acts={dataSet.acts} /> : null}
    </>
  );
}
