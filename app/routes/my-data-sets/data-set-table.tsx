import { Link } from '@remix-run/react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { MyDataSet } from '@domain/api/my-data-sets';
import { formatDay } from '@domain/formats';
import type { NextAct } from '@domain/life/next-acts';

import { ContributedText, OtherTitles, titlesFor } from '~/components/contributed-text';
import { CardCell, cardRoles, ScrollTable } from '~/components/scroll-area';
import { StatusWords } from '~/components/status-words';
import { stepPaths } from '~/components/workflow/step-menu';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

const columns = ['title', 'status', 'version', 'doi', 'views', 'downloads', 'answers', 'acts'] as const;

/** A row for each data set, which stands for all its versions. */
export function DataSetTable({ dataSets }: { dataSets: readonly MyDataSet[] }) {
  const { t } = useTranslation('my-data-sets');
  return (
    <ScrollTable
      label={t('title')}
      className="my-data-sets"
      isCards
      heads={columns.map((name) => t(`columns.${name}`))}
    >
      <tbody {...cardRoles.group}>
        {dataSets.map((dataSet) => (
          <DataSetRow key={dataSet.id} dataSet={dataSet} />
        ))}
      </tbody>
    </ScrollTable>
  );
}

function DataSetRow({ dataSet }: { dataSet: MyDataSet }) {
  const { t } = useTranslation('my-data-sets');
  const language = useLanguage();
  const { views, downloads, doi, doiUrl, nr, version, versions, openVersion } = dataSet;
  return (
    <tr {...cardRoles.row}>
      <th scope="row" {...cardRoles.rowHead}>
        <TitleLink dataSet={dataSet} />
        <OtherTitles titles={titlesFor(dataSet, language)} />
      </th>
      <Fact column="status">
        <State dataSet={dataSet} />
      </Fact>
      <Fact column="version">
        {version > 1 || versions > 1 ? t('versionOf', { version, count: Math.max(version, versions) }) : version}
        {openVersion ? (
          <span className="status-note"> {t(`open.${openVersion.status}`, { version: openVersion.version })}</span>
        ) : null}
        <OtherVersions dataSet={dataSet} />
      </Fact>
      <Fact column="doi">{doiUrl ? <a href={doiUrl}>{doi}</a> : doi}</Fact>
      <Fact column="views">{nr === null ? null : formatNumber(views, language)}</Fact>
      <Fact column="downloads">{nr === null ? null : formatNumber(downloads, language)}</Fact>
      <Fact column="answers">{nr === null ? null : <AnswersLink dataSet={dataSet} />}</Fact>
      <Fact column="acts">
        <NextActs dataSet={dataSet} />
      </Fact>
    </tr>
  );
}

function Fact({ column, children }: { column: (typeof columns)[number]; children: ReactNode }) {
  const { t } = useTranslation('my-data-sets');
  return (
    <CardCell label={t(`columns.${column}`)} empty={t('nothing')}>
      {children}
    </CardCell>
  );
}

/** What a data set is called: its title, or its file as long as it has none. */
function Name({ dataSet }: { dataSet: MyDataSet }) {
  const [title] = titlesFor(dataSet, useLanguage());
  return <ContributedText language={title?.language ?? ''}>{title?.text ?? dataSet.file}</ContributedText>;
}

/** Leads to the page of the data set, or before it has one to the upload. */
function TitleLink({ dataSet }: { dataSet: MyDataSet }) {
  const { nr, id, status } = dataSet;
  const page =
    nr !== null ? paths.dataSet(nr) : status.startsWith('Uploaded') ? paths.uploadData(id) : paths.uploadSubmit(id);
  return (
    <Link to={page}>
      <Name dataSet={dataSet} />
    </Link>
  );
}

function State({ dataSet: { status, withdrawal, changesRequested, embargo } }: { dataSet: MyDataSet }) {
  const { t } = useTranslation('my-data-sets');
  const language = useLanguage();
  return (
    <>
      <StatusWords status={status} withdrawal={withdrawal} />
      {changesRequested ? <span className="status-note"> ({t('changesRequested')})</span> : null}
      {embargo === '' ? null : (
        <span className="status-note"> ({t('embargo', { until: formatDay(embargo.split('-'), language) })})</span>
      )}
    </>
  );
}

/** Versions beside the one that the row tells about which are withdrawn or not public. */
function OtherVersions({ dataSet: { otherVersions } }: { dataSet: MyDataSet }) {
  const { t } = useTranslation('my-data-sets');
  const language = useLanguage();
  return otherVersions.map(({ id, version, withdrawal, embargo }) => (
    <Fragment key={id}>
      {withdrawal === null ? null : <span className="status-note"> {t(`other.${withdrawal}`, { version })}</span>}
      {embargo === '' ? null : (
        <span className="status-note">
          {' '}
          {t('other.embargo', { version, until: formatDay(embargo.split('-'), language) })}
        </span>
      )}
    </Fragment>
  ));
}

/** How many people stated in the download form what they want the data for. */
function AnswersLink({ dataSet }: { dataSet: MyDataSet }) {
  const { t } = useTranslation('my-data-sets');
  const { answers, id } = dataSet;
  if (answers === null) return <>{t('noForm')}</>;
  if (answers === 0) return <>{t('answers.noneYet')}</>;
  return (
    <Link to={paths.licenceAnswers(id)}>
      {t('answers.count', { count: answers })}
      <span className="visually-hidden">
        : <Name dataSet={dataSet} />
      </span>
    </Link>
  );
}

/** Addresses of the acts. */
const actPaths: Record<NextAct, (dataSet: MyDataSet) => string> = {
  'answer-changes': ({ id }) => paths.uploadSubmit(id),
  continue: ({ id, next }) => stepPaths[next ?? 'mapping'](id),
  'follow-review': ({ id }) => paths.uploadSubmit(id),
  revise: ({ id }) => paths.uploadRevise(id),
  'end-embargo': ({ id }) => paths.uploadEmbargo(id),
  'private-links': ({ id }) => paths.privateLinks(id),
  'correct-metadata': ({ id }) => paths.correctMetadata(id),
  'continue-version': ({ id, openVersion }) => paths.uploadSubmit(openVersion?.id ?? id),
  'follow-version': ({ id, openVersion }) => paths.uploadSubmit(openVersion?.id ?? id),
  'begin-version': ({ id }) => paths.newVersion(id),
  'see-withdrawal': ({ id }) => paths.uploadWithdrawal(id),
  'ask-withdrawal': ({ id }) => paths.uploadWithdrawal(id),
  share: ({ id }) => paths.uploadCoAuthors(id),
};

function NextActs({ dataSet }: { dataSet: MyDataSet }) {
  const { t } = useTranslation('my-data-sets');
  return (
    <ul className="next-acts">
      {dataSet.acts.map((act) => (
        <li key={act}>
          <Link to={actPaths[act](dataSet)}>
            {t(`acts.${act}`)}
            <span className="visually-hidden">
              : <Name dataSet={dataSet} />
            </span>
          </Link>
        </li>
      ))}
      {dataSet.otherVersions.map(({ id, version, acts }) =>
        acts.map((act) => (
          <li key={`${id} ${act}`}>
            <Link to={actPaths[act]({ ...dataSet, id })}>
              {t('other.act', { version, act: t(`acts.${act}`) })}
              <span className="visually-hidden">
                : <Name dataSet={dataSet} />
              </span>
            </Link>
          </li>
        )),
      )}
    </ul>
  );
}
