import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { DataSet, PublishedTables } from '@domain/api/search';
import { formatDay } from '@domain/formats';
import { fieldIds } from '@domain/metadata/field-ids';
import { ContributedText, nameOf, quoteMark, Quoting } from '~/components/contributed-text';
import { DoiLink } from '~/components/search/doi-link';
import { LicenceMark, LicenceMarks } from '~/components/search/licence-marks';
import { limitedTotal, RowLimitNote } from '~/components/search/row-limit-note';
import { FactList, useSearchWords } from '~/components/search/search-words';
import { Form } from '~/forms/form';
import { loadTexts } from '~/i18n/browser-texts';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths, withQuery } from '~/paths';
import { listPublishedTables, readDataSet, readPublishedRows } from '~/repository-client/search';
import { type ClientContext, orFailurePage, orWithoutRows } from '~/repository-client/transport';

import { type Cited, readCited } from './cited.server';
import { describeDataSet, type Description, toLinkedData } from './linked-data';
import { signposts } from './signposts.server';
import { type ShownTable, TableColumns } from './table-columns';
import { WithheldTable } from './withheld-table';

await loadTexts('downloads');

/** Number of tables and of their rows that the page shows. The preview and the package contain all of them. */
const tablesShown = 20;
const rowsShown = 4;

export const handle = {
  title: (dataSet: unknown) => (dataSet ? nameOf((dataSet as DataSet).row).text : ''),
  help: 'results',
  description: (dataSet: unknown) => (dataSet ? describeDataSet(dataSet as Description) : ''),
  linkedData: (dataSet: unknown, { origin }: { origin: string }) =>
    dataSet ? toLinkedData(dataSet as Description, origin) : null,
};

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!/^[1-9]\d{0,8}$/.test(params.nr ?? '')) throw new Response(null, { status: 404 });
  const nr = Number(params.nr);
  const dataSet = await orFailurePage(readDataSet(context, nr));
  const { row, fields, withheld, citation, notYet } = dataSet;
  const published = notYet ? [] : await orFailurePage(listPublishedTables(context, nr));
  const tables = await orFailurePage(readFirstRows(context, nr, published));
  const limited = limitedTotal(published);
  const cited = readCited(dataSet.datacite);
  const headers = { Link: signposts({ row, cited }, context.origin) };
  const isSignedIn = context.user !== null;
  return data({ row, fields, withheld, citation, notYet, cited, tables, limited, isSignedIn }, { headers });
}

/** Signposts for programs go with the page. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Tables with the rows that show what their columns hold. */
async function readFirstRows(context: ClientContext, nr: number, tables: PublishedTables): Promise<ShownTable[]> {
  return Promise.all(
    tables.slice(0, tablesShown).map(async (table) => {
      const window = { table: table.name, offset: 0, limit: rowsShown };
      const found = await orWithoutRows(readPublishedRows(context, nr, window));
      return { table, firstRows: found && found.rows };
    }),
  );
}

/**
 * Landing page of a data set, where its DOI leads: what it is, how to cite it, what was left out. While
 * the data is not public yet, it describes them (https://support.datacite.org/docs/landing-pages).
 */
export default function DataSetPage() {
  const dataSet = useLoaderData<typeof loader>();
  const { row, fields, withheld, citation, notYet, cited, tables, limited, isSignedIn } = dataSet;
  const { t } = useTranslation(['downloads', 'home', 'tests']);
  const words = useSearchWords();
  const language = useLanguage();
  const name = nameOf(row);
  // Before the data is public there are no counts, and 'not stated' would be wrong.
  const whoWasTested: [string, string][] = [
    [t('home:columns.n'), row.count === null ? '' : formatNumber(row.count, language)],
    [t('home:columns.gender'), words.genders(row.genders)],
    [t('home:columns.age'), words.ages(row.ages)],
  ];
  const facts: [string, string][] = [
    [t('home:columns.years'), words.years(row.pubYears)],
    [t('home:columns.authors'), row.authors.join('; ')],
    [t('home:columns.types'), words.typesExplained(row.types)],
    ...(notYet ? [] : whoWasTested),
    [t('home:results.exercises'), row.exercises.map((test) => t(`tests:${test}.long`)).join(', ')],
  ];
  const waitingMessage = ({ until }: NonNullable<DataSet['notYet']>) =>
    until === ''
      ? t('downloads:dataSet.notYet')
      : t('downloads:dataSet.embargo', { until: formatDay(until.split('-'), language) });
  return (
    <>
      <h1>
        <ContributedText language={name.language}>{name.text}</ContributedText>
      </h1>
      <p>
        DOI: {/* A registered one is shown as its address, so that it can be copied and printed. */}
        <DoiLink doi={row.doiIsTest ? row.doi : row.doiUrl} href={row.doiUrl} isTest={row.doiIsTest} />
        <br />
        {t('home:columns.licence')}: <LicenceMarks rights={row.rights} />
      </p>
      {row.doiIsTest && row.doi !== '' ? <p className="hint">{t('downloads:dataSet.testDoi')}</p> : null}
      <FactList lines={facts} />
      <p id="data">
        {notYet ? waitingMessage(notYet) : <Link to={showDataAddress(row)}>{t('downloads:dataSet.show')}</Link>}
      </p>
      <RowLimitNote total={limited} isSignedIn={isSignedIn} position="data">
        <Form action={paths.searchDownload()} reloadDocument>
          <input type="hidden" name="nr" value={row.nr} />
          <button type="submit">{t('home:rowLimit.form')}</button>
        </Form>
      </RowLimitNote>
      <OtherForms forms={cited.otherForms} />
      <section aria-labelledby="citation">
        <h2 id="citation">{t('downloads:dataSet.citation')}</h2>
        <p className="citation">
          <Quoting message={citation.replace(`): ${name.text}`, `): ${quoteMark}`)} {...name} />
        </p>
      </section>
      <section aria-labelledby="metadata">
        <h2 id="metadata">{t('downloads:dataSet.metadata')}</h2>
        <dl className="facts">
          {fields.map(({ id, name: label, values, languages }) => (
            <div key={id}>
              <dt>{label}</dt>
              {values.map((value, index) => (
                <dd key={index}>
                  {id === fieldIds.licence ? (
                    <LicenceMark name={value} />
                  ) : (
                    <ContributedText language={languages[index] ?? null}>{value}</ContributedText>
                  )}
                </dd>
              ))}
            </div>
          ))}
        </dl>
        {row.doi === '' ? null : (
          <p>
            {t('downloads:dataSet.asDatacite')} <a href={paths.datacite(row.nr, 'json')}>DataCite JSON</a>,{' '}
            <a href={paths.datacite(row.nr, 'xml')}>DataCite XML</a>
          </p>
        )}
      </section>
      {notYet ? null : (
        <>
          <TableColumns tables={tables} language={row.dataLanguage} />
          <WithheldTable withheld={withheld} language={row.dataLanguage} />
        </>
      )}
    </>
  );
}

/** Search for this data set with its rows open. */
function showDataAddress({ nr, doi, titles }: DataSet['row']): string {
  return `${withQuery(paths.home(), { q: doi || titles[0], open: nr })}#row-${nr}`;
}

/** Leads from the individual values of a study to the aggregated ones, and back. */
function OtherForms({ forms }: { forms: Cited['otherForms'] }) {
  const { t } = useTranslation('downloads');
  return forms.map(({ kind, address }) => (
    <p key={address}>
      {t(`dataSet.otherForm.${kind}`)} <a href={address}>{address}</a>
    </p>
  ));
}
