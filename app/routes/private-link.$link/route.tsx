import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { formatDay } from '@domain/formats';
import type { LinkedDataSet } from '@domain/life/private-links';
import { fieldIds } from '@domain/metadata/field-ids';

import { ContributedText, OtherTitles, titlesFor } from '~/components/contributed-text';
import { AbstractSection, CollectedSection, OtherMetadata } from '~/components/data-set/described-sections';
import { VariablesSection } from '~/components/data-set/variables-section';
import { LinkEnded } from '~/components/private-links/link-ended';
import { LicenceMarks } from '~/components/search/licence-marks';
import { loadTexts } from '~/i18n/browser-texts';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import { openPrivateLink } from '~/repository-client/private-links';
import { readPrivately } from '~/screens/private-link.server';

await loadTexts('private-links', 'data-set');

// Without script there is no router that reads pages ahead, which would count as visits.
export const handle = { title: 'private-links:read.title', script: false as const };

export function loader({ context, params }: LoaderFunctionArgs) {
  return readPrivately(openPrivateLink(context, params.link ?? ''));
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** A data set that is not published yet, for whoever has its private link. */
export default function PrivateLinkPage() {
  const { shared } = useLoaderData<typeof loader>();
  return shared ? <LinkedDataSetPage dataSet={shared} /> : <LinkEnded />;
}

function LinkedDataSetPage({ dataSet }: { dataSet: LinkedDataSet }) {
  const { t } = useTranslation('private-links');
  const { fields, tables } = dataSet;
  const titles = titlesFor(dataSet, useLanguage());
  const [title] = titles;
  const authors = fields.find(({ id }) => id === fieldIds.author)?.values ?? [];
  return (
    <>
      <header className="data-set-head">
        <h1>
          {title ? <ContributedText language={title.language}>{title.text}</ContributedText> : t('read.untitled')}
        </h1>
        <OtherTitles titles={titles} />
      </header>
      <LinkNotice dataSet={dataSet} />
      {authors.length > 0 ? (
        <p>
          {t('read.authors')}: {authors.join('; ')}
        </p>
      ) : null}
      <AbstractSection fields={fields} />
      <DataSection dataSet={dataSet} />
      {tables.length > 0 ? <VariablesSection tables={tables} sourceLanguage="" /> : null}
      <CollectedSection fields={fields} />
      <OtherMetadata fields={fields} />
    </>
  );
}

function LinkNotice({ dataSet: { isAccepted, embargoUntil, until, rights } }: { dataSet: LinkedDataSet }) {
  const { t } = useTranslation('private-links');
  const language = useLanguage();
  const day = (date: string) => (date === '' ? '' : formatDay(date.split('-'), language));
  const state = isAccepted ? (embargoUntil === '' ? 'soon' : 'embargo') : 'review';
  return (
    <section className="notice" aria-labelledby="link-notice">
      <h2 id="link-notice">{t('read.notice')}</h2>
      <p>{t(`read.states.${state}`, { date: day(embargoUntil) })}</p>
      <p>{t('read.only')}</p>
      <p>{t('read.until', { date: day(until) })}</p>
      {rights.length > 0 ? (
        <p>
          {t('read.licence')}: <LicenceMarks rights={rights} />
        </p>
      ) : null}
    </section>
  );
}

function DataSection({ dataSet: { tables, files, isReadOnly } }: { dataSet: LinkedDataSet }) {
  const { t } = useTranslation('private-links');
  const language = useLanguage();
  const { link = '' } = useParams();
  const notice = files.find(({ table }) => table === null);
  return (
    <section aria-labelledby="data">
      <h2 id="data">{t('read.data')}</h2>
      {tables.length === 0 ? <p>{t('read.noTables')}</p> : null}
      {isReadOnly ? <p>{t('read.readOnly')}</p> : null}
      <ul>
        {tables.map(({ name, rowCount }, index) => (
          <li key={name}>
            {t('read.table', { table: name, count: rowCount, rows: formatNumber(rowCount, language) })}{' '}
            <a href={paths.privateLinkRows(link, name)}>{t('read.rows', { table: name })}</a>
            {files[index]?.table === name ? (
              <>
                {' '}
                <a href={paths.privateLinkFile(link, files[index].fileName)}>{t('read.csv', { table: name })}</a>
              </>
            ) : null}
          </li>
        ))}
      </ul>
      {notice ? (
        <p>
          <a href={paths.privateLinkFile(link, notice.fileName)}>{t('read.noticeFile')}</a>
        </p>
      ) : null}
    </section>
  );
}
