import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { DataSet } from '@domain/api/search';
import { fieldIds } from '@domain/metadata/field-ids';

import { DoiLink } from '~/components/search/doi-link';
import { LicenceMark, LicenceMarks } from '~/components/search/licence-marks';
import { FactList, useSearchWords } from '~/components/search/search-words';
import { loadTexts } from '~/i18n/browser-texts';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/failure-page';
import { listPublishedTables, readDataSet, readPublishedRows } from '~/repository-client/search';
import type { ClientContext } from '~/repository-client/transport';

import { describeDataSet, toLinkedData, type Description } from './linked-data';
import { TableColumns, type ShownTable } from './table-columns';
import { WithheldTable } from './withheld-table';

await loadTexts('downloads');

/** Tables and rows of each that the page shows; the preview and the package hold all of them. */
const tablesShown = 20;
const rowsShown = 4;

const titleOf = ({ row }: DataSet) => row.titles[0] ?? row.doi;

export const handle = {
  title: (dataSet: unknown) => (dataSet ? titleOf(dataSet as DataSet) : ''),
  help: 'results',
  description: (dataSet: unknown) => (dataSet ? describeDataSet(dataSet as Description) : ''),
  linkedData: (dataSet: unknown, { origin }: { origin: string }) =>
    dataSet ? toLinkedData(dataSet as Description, origin) : null,
};

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!/^[1-9]\d{0,8}$/.test(params.nr ?? '')) throw new Response(null, { status: 404 });
  const nr = Number(params.nr);
  const [dataSet, tables] = await orFailurePage(
    Promise.all([readDataSet(context, nr), findTables(context, nr)]),
  );
  const { row, fields, withheld, citation } = dataSet;
  return { row, fields, withheld, citation, tables };
}

/** Tables with the rows that show what their columns hold. */
async function findTables(context: ClientContext, nr: number): Promise<ShownTable[]> {
  const tables = await listPublishedTables(context, nr);
  return Promise.all(
    tables.slice(0, tablesShown).map(async (table) => {
      const window = { table: table.name, offset: 0, limit: rowsShown };
      return { table, firstRows: (await readPublishedRows(context, nr, window)).rows };
    }),
  );
}

/** Landing page of a data set, where its DOI leads: what it is, how to cite it, what was left out. */
export default function DataSetPage() {
  const { row, fields, withheld, citation, tables } = useLoaderData<typeof loader>();
  const { t } = useTranslation(['downloads', 'home', 'tests']);
  const words = useSearchWords();
  const language = useLanguage();
  const facts: [string, string][] = [
    [t('home:columns.years'), words.years(row.pubYears)],
    [t('home:columns.authors'), row.authors.join('; ')],
    [t('home:columns.types'), words.typesExplained(row.types)],
    [t('home:columns.n'), row.count === null ? '' : formatNumber(row.count, language)],
    [t('home:columns.gender'), words.genders(row.genders)],
    [t('home:columns.age'), words.ages(row.ages)],
    [t('home:results.exercises'), row.exercises.map((test) => t(`tests:${test}.long`)).join(', ')],
  ];
  return (
    <>
      <h1>{row.titles[0] ?? row.doi}</h1>
      <p>
        DOI: <DoiLink doi={row.doi} href={row.doiUrl} isTest={row.doiIsTest} />
        <br />
        {t('home:columns.licence')}: <LicenceMarks rights={row.rights} />
      </p>
      {row.doiIsTest ? <p className="hint">{t('downloads:dataSet.testDoi')}</p> : null}
      <FactList lines={facts} />
      <p>
        <Link to={showDataAddress(row.nr, row.doi)}>{t('downloads:dataSet.show')}</Link>
      </p>
      <section aria-labelledby="citation">
        <h2 id="citation">{t('downloads:dataSet.citation')}</h2>
        <p className="citation">{citation}</p>
      </section>
      <section aria-labelledby="metadata">
        <h2 id="metadata">{t('downloads:dataSet.metadata')}</h2>
        <dl className="facts">
          {fields.map(({ id, name, values }) => (
            <div key={id}>
              <dt>{name}</dt>
              {values.map((value, index) => (
                <dd key={index}>{id === fieldIds.licence ? <LicenceMark name={value} /> : value}</dd>
              ))}
            </div>
          ))}
        </dl>
      </section>
      <TableColumns tables={tables} />
      <WithheldTable withheld={withheld} />
    </>
  );
}

/** Search for this data set alone, with its rows open. */
function showDataAddress(nr: number, doi: string): string {
  return `${paths.home()}?${new URLSearchParams({ q: doi, open: String(nr) })}#row-${nr}`;
}
