import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { firstDataRow, previewRowsPerPage } from '@domain/limits';

import { TitleLines, titlesFor } from '~/components/contributed-text';
import { shortenRow } from '~/components/data-preview/row-pages';
import { LinkEnded } from '~/components/private-links/link-ended';
import { PublishedRows } from '~/components/publication/published-rows';
import { loadTexts } from '~/i18n/browser-texts';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import { readLinkedRows } from '~/repository-client/private-links';
import { readPrivately } from '~/screens/private-link.server';

await loadTexts('private-links');

export const handle = { title: 'private-links:rows.title', script: false as const };

export function loader({ request, context, params }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const link = params.link ?? '';
  const offset = Math.max(
    0,
    Math.min(1e9, Math.trunc(Number(searchParams.get('row') ?? firstDataRow)) || 0) - firstDataRow,
  );
  const query = { table: searchParams.get('table'), offset, limit: previewRowsPerPage };
  return readPrivately(
    readLinkedRows(context, link, query).then((rows) => ({
      ...rows,
      link,
      window: { ...rows.window, rows: rows.window.rows.map(shortenRow) },
    })),
  );
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Rows of a table that is not published yet, for whoever has its private link. */
export default function PrivateLinkRows() {
  const { shared } = useLoaderData<typeof loader>();
  const { t } = useTranslation('private-links');
  const language = useLanguage();
  if (!shared) return <LinkEnded />;
  const { link, name, columns, window } = shared;
  const { offset, rowCount, readableRows = rowCount, rows, nextOffset } = window;
  const next = nextOffset ?? offset + previewRowsPerPage;
  const addressOf = (row: number) =>
    `${paths.privateLinkRows(link, name)}&${new URLSearchParams({ row: String(row + firstDataRow) })}`;
  return (
    <>
      <h1>{t('rows.heading', { table: name })}</h1>
      <TitleLines titles={titlesFor(shared, language)} />
      {readableRows < rowCount ? (
        <p className="notice">{t('rows.limited', { shown: formatNumber(readableRows, language) })}</p>
      ) : null}
      {rows.length > 0 ? <PublishedRows caption={name} columns={columns} rows={rows} /> : <p>{t('rows.none')}</p>}
      <p className="page-links">
        {offset > 0 ? <a href={addressOf(Math.max(0, offset - previewRowsPerPage))}>{t('rows.previous')}</a> : null}{' '}
        {next < readableRows ? <a href={addressOf(next)}>{t('rows.next')}</a> : null}
      </p>
      <p>
        <a href={paths.privateLink(link)}>{t('rows.back')}</a>
      </p>
    </>
  );
}
