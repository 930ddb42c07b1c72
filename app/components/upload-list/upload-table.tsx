import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { UploadListEntry } from '@domain/api/uploads';
import { includesRight } from '@domain/life/co-authors';
import type { LanguageText } from '@domain/metadata/text-language';
import { parseListedStatus, statusRules } from '@domain/upload-status';

import { ContributedText, OtherTitles, titlesFor } from '~/components/contributed-text';
import { CardCell, cardRoles, ScrollTable } from '~/components/scroll-area';
import { LicenceMark } from '~/components/search/licence-marks';
import { StatusWords } from '~/components/status-words';
import { stepPaths } from '~/components/workflow/step-menu';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

const columns = ['metadata', 'number', 'license', 'status', 'date', 'type', 'file', 'doi', 'n', 'delete'] as const;

/** The user's uploads (spec section 2). Each file links to its mapping. */
export function UploadTable({ uploads }: { uploads: readonly UploadListEntry[] }) {
  const { t } = useTranslation('uploads');
  if (uploads.length === 0) return null;
  return (
    <ScrollTable
      label={t('list.caption')}
      isLabelShown
      height="uploads"
      className="upload-table"
      isCards
      heads={columns.map((column) => t(`list.columns.${column}`))}
    >
      <tbody {...cardRoles.group}>
        {uploads.map((upload) => (
          <UploadRow upload={upload} key={upload.id} />
        ))}
      </tbody>
    </ScrollTable>
  );
}

function UploadRow({ upload }: { upload: UploadListEntry }) {
  const { t } = useTranslation('uploads');
  const { status } = parseListedStatus(upload.status);
  const language = useLanguage();
  const titles = titlesFor(upload, language);
  return (
    <tr {...cardRoles.row}>
      <td {...cardRoles.cell}>
        <MetadataLink upload={upload} title={titles[0]} />
        <OtherTitles titles={titles} />
        {statusRules[status].published && !upload.isWithdrawn && includesRight(upload.right, 'submit') ? (
          <CorrectLink upload={upload} />
        ) : null}
      </td>
      <Fact column="number" value={upload.nr} />
      <Fact column="license" value={upload.license && <LicenceMark name={upload.license} />} />
      <td data-label={t('list.columns.status')} {...cardRoles.cell}>
        <Status upload={upload} />
        <FileNote upload={upload} />
        <RevisionNote upload={upload} />
        <VersionNote upload={upload} />
        <SharedNote upload={upload} />
      </td>
      <Fact column="date" value={upload.date} />
      <Fact column="type" value={upload.type} />
      <th scope="row" abbr={upload.file} {...cardRoles.rowHead}>
        <FileLinks upload={upload} />
      </th>
      <Fact column="doi" value={upload.doi} />
      <Fact column="n" value={upload.n === null ? null : formatNumber(upload.n, language)} />
      <td {...cardRoles.cell}>
        {upload.right !== 'own' ? (
          <span className="visually-hidden">{t('list.shared')}</span>
        ) : statusRules[status].deletable ? (
          <Link to={paths.uploadDelete(upload.id)}>
            {t('list.delete')} <span className="visually-hidden">{upload.file}</span>
          </Link>
        ) : (
          <span className="visually-hidden">{t('list.submitted')}</span>
        )}
      </td>
    </tr>
  );
}

function Fact({ column, value }: { column: (typeof columns)[number]; value: ReactNode }) {
  const { t } = useTranslation('uploads');
  return (
    <CardCell label={t(`list.columns.${column}`)} empty={t('list.empty')}>
      {value}
    </CardCell>
  );
}

/** Title of the study, linked to its metadata. */
function MetadataLink({ upload, title }: { upload: UploadListEntry; title: LanguageText | undefined }) {
  const { t } = useTranslation('uploads');
  return (
    <Link to={paths.uploadMeta(upload.id)}>
      {title ? <ContributedText language={title.language}>{title.text}</ContributedText> : t('list.noMetadata')}
      <span className="visually-hidden"> {t('list.metadataOf', { file: upload.file })}</span>
    </Link>
  );
}

/** Link to the correction of the metadata of an accepted data set. */
function CorrectLink({ upload: { id, file } }: { upload: UploadListEntry }) {
  const { t } = useTranslation('uploads');
  return (
    <>
      {' '}
      <Link to={paths.correctMetadata(id)} className="next-step">
        {t('list.correct')}
        <span className="visually-hidden"> {t('list.metadataOf', { file })}</span>
      </Link>
    </>
  );
}

/** Name of the file, with links to its mapping, to the next step and to the original. */
function FileLinks({ upload }: { upload: UploadListEntry }) {
  const { t } = useTranslation('uploads');
  return (
    <>
      <Link to={upload.isWithdrawn ? paths.uploadSubmit(upload.id) : paths.uploadData(upload.id)}>{upload.file}</Link>{' '}
      {upload.next === null ? null : (
        <Link to={stepPaths[upload.next](upload.id)} className="next-step">
          {t('list.next', { step: t(`steps.${upload.next}`) })}
          <span className="visually-hidden"> {t('list.metadataOf', { file: upload.file })}</span>
        </Link>
      )}{' '}
      {upload.isWithdrawn ? null : (
        <a href={paths.original(upload.id)} className="original-link">
          {t('list.original')} <span className="visually-hidden">{upload.file}</span>
        </a>
      )}
    </>
  );
}

/** Status, linked to the review if the upload is submitted. */
function Status({ upload: { id, status, file, changesRequested, isWithdrawn } }: { upload: UploadListEntry }) {
  const { t } = useTranslation('review');
  if (statusRules[parseListedStatus(status).status].editable) return <StatusWords status={status} />;
  return (
    <Link to={paths.uploadSubmit(id)}>
      <StatusWords status={status} withdrawal={isWithdrawn ? 'withdrawn' : null} />
      {changesRequested ? `: ${t('list.changesRequested')}` : null}
      <span className="visually-hidden"> {t('list.of', { file })}</span>
    </Link>
  );
}

/** Upload that this one revises, and its revision. */
function RevisionNote({ upload: { revises, revisedBy } }: { upload: UploadListEntry }) {
  const { t } = useTranslation('review');
  return (
    <>
      {revises ? (
        <span className="status-note">
          {' '}
          (<Link to={paths.uploadSubmit(revises.id)}>{t('list.revises', { date: revises.date })}</Link>)
        </span>
      ) : null}
      {revisedBy ? (
        <span className="status-note">
          {' '}
          (<Link to={paths.uploadData(revisedBy.id)}>{t('list.revisedBy', { date: revisedBy.date })}</Link>)
        </span>
      ) : null}
    </>
  );
}

/** Which version of a data set it is, and the link that begins the next one. */
function VersionNote({ upload: { id, version, isContinuable, file } }: { upload: UploadListEntry }) {
  const { t } = useTranslation('versions');
  return (
    <>
      {version > 1 ? <span className="status-note"> ({t('list', { version })})</span> : null}
      {isContinuable ? (
        <span className="status-note">
          {' '}
          <Link to={paths.newVersion(id)} className="button button-quiet">
            {t('begin.link')} <span className="visually-hidden">{t('begin.of', { file })}</span>
          </Link>
        </span>
      ) : null}
    </>
  );
}

/** Whose the upload is, and what the reader may do with it, if it is shared with them. */
function SharedNote({ upload: { id, right, owner, file } }: { upload: UploadListEntry }) {
  const { t } = useTranslation('uploads');
  if (owner === null || right === 'own') return null;
  return (
    <span className="status-note">
      {' '}
      (
      <Link to={paths.uploadCoAuthors(id)}>
        {owner ? t(`list.sharedBy.${right}`, { owner }) : t(`list.sharedLeft.${right}`)}
        <span className="visually-hidden"> {t('list.metadataOf', { file })}</span>
      </Link>
      )
    </span>
  );
}

/** Reason why an upload cannot continue, if any. */
function FileNote({ upload }: { upload: UploadListEntry }) {
  const { t } = useTranslation('uploads');
  const key =
    upload.state === 'failed'
      ? 'list.failed'
      : upload.state !== 'ready'
        ? 'list.reading'
        : upload.hasMapping && upload.hasErrors
          ? 'list.open'
          : null;
  return key ? <span className="status-note"> ({t(key)})</span> : null;
}
