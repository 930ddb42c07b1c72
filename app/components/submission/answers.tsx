import { Link } from '@remix-run/react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

import type { MetadataEntry } from '@domain/api/metadata';
import type { SubmissionReview } from '@domain/api/submission';
import type { UploadState } from '@domain/api/uploads';
import { formatBytes } from '@domain/formats';
import { isLicence, type Licence } from '@domain/licences';
import type { FormField } from '@domain/metadata/directives';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { valueName } from '~/forms/metadata/form-state';
import { controlId } from '~/components/metadata-form/metadata-controls';
import { MetadataList } from '~/components/metadata-form/metadata-list';
import { formOf } from '~/forms/metadata/stored-metadata';
import { PreviewLink } from '~/components/publication/publication-notes';
import { ScrollTable } from '~/components/scroll-area';
import { LicenceMark } from '~/components/search/licence-marks';
import { formatDate, formatDateTime, formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { paths } from '~/paths';

import { CommentAnswers } from './comment-answers';

interface AnswersProps {
  upload: UploadState;
  submission: SubmissionReview;
  fields: readonly FormField[];
  metadata: MetadataEntry[];
}

/** All sections of a submission, with links to change them before it is submitted. */
export function Answers({ upload, submission, fields, metadata }: AnswersProps) {
  const { t } = useTranslation('submit');
  const { id } = upload;
  const change = (to: string, what: string) => (upload.flags.submitted ? null : { to, what });
  const field = `#${fieldAnchor(fieldIds.licence)}`;
  return (
    <>
      <AnswerSection heading={t('file.heading')} change={change(paths.uploadCorrect(id), t('file.heading'))}>
        <FileAnswers upload={upload} submission={submission} />
      </AnswerSection>
      {submission.tables.map((table) => (
        <AnswerSection
          key={table.name}
          heading={t('mapping.heading', { table: table.name })}
          change={change(paths.uploadData(id, table.name), t('mapping.heading', { table: table.name }))}
        >
          <MappingAnswers table={table} />
        </AnswerSection>
      ))}
      <p>
        <PreviewLink to={paths.uploadPreview(id)} />
      </p>
      <AnswerSection heading={t('comments.heading')} change={change(paths.uploadCheck(id), t('comments.heading'))}>
        <CommentAnswers id={id} tables={submission.tables} />
      </AnswerSection>
      <AnswerSection
        heading={t('documents.heading')}
        change={change(paths.uploadDocuments(id), t('documents.heading'))}
      >
        {submission.documents.length === 0 ? (
          <p>{t('documents.none')}</p>
        ) : (
          <ul>
            {submission.documents.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
      </AnswerSection>
      <AnswerSection heading={t('metadata.heading')} change={change(paths.uploadMeta(id), t('metadata.heading'))}>
        <MetadataList fields={fields} state={formOf(fields, metadata)} />
        <EmbargoNote embargo={submission.embargo} />
      </AnswerSection>
      <AnswerSection heading={t('licence.heading')} change={change(paths.uploadMeta(id) + field, t('licence.heading'))}>
        <LicenceAnswer name={firstValueOf(metadata, fieldIds.licence)} />
      </AnswerSection>
    </>
  );
}

/** Id of the first control of a field in the metadata form. */
function fieldAnchor(field: number): string {
  return controlId(valueName({ field, parent: null, index: 0 }), 0);
}

function EmbargoNote({ embargo }: Pick<SubmissionReview, 'embargo'>) {
  const { t } = useTranslation('submit');
  const language = useLanguage();
  if (!embargo) return null;
  const date = formatDate(embargo.end, language, 'UTC');
  return <p className="notice">{t(embargo.isPast ? 'embargo.past' : 'embargo.coming', { date })}</p>;
}

interface AnswerSectionProps {
  heading: string;
  /** Address to change the section, and its name for screen readers; null if it can no longer be changed. */
  change: { to: string; what: string } | null;
  children: ReactNode;
}

/** One section of a submission, with a link to change it. */
function AnswerSection({ heading, change, children }: AnswerSectionProps) {
  const { t } = useTranslation('submit');
  const id = useId();
  return (
    <section className="answer-section" aria-labelledby={id}>
      <div className="answer-head">
        <h3 id={id}>{heading}</h3>
        {change ? (
          <Link to={change.to}>
            {t('change')} <span className="visually-hidden">{change.what}</span>
          </Link>
        ) : null}
      </div>
      {children}
    </section>
  );
}

interface FileAnswersProps {
  upload: Pick<UploadState, 'fileName' | 'bytes' | 'kind'>;
  submission: Pick<SubmissionReview, 'receivedAt' | 'tables' | 'tablesLeftOut' | 'others'>;
}

/** The file, its tables, and the other files of its study. */
function FileAnswers({ upload, submission }: FileAnswersProps) {
  const { t } = useTranslation(['submit', 'uploads']);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const number = (value: number) => formatNumber(value, language);
  return (
    <dl className="facts">
      <div>
        <dt>{t('submit:file.name')}</dt>
        <dd>{upload.fileName}</dd>
      </div>
      <div>
        <dt>{t('submit:file.size')}</dt>
        <dd>{formatBytes(upload.bytes, language)}</dd>
      </div>
      <div>
        <dt>{t('submit:file.type')}</dt>
        <dd>{t(`uploads:upload.about.${upload.kind}`)}</dd>
      </div>
      <div>
        <dt>{t('submit:file.received')}</dt>
        <dd>{formatDateTime(submission.receivedAt, language, timeZone)}</dd>
      </div>
      <div>
        <dt>{t('submit:file.tables')}</dt>
        {submission.tables.map(({ name, rowCount, columnCount, rowsLeftOut }) => (
          <dd key={name}>
            {t('submit:file.table', { name, rows: number(rowCount), columns: number(columnCount) })}
            {rowsLeftOut > 0
              ? ` ${t('submit:file.rowsLeftOut', { count: rowsLeftOut, number: number(rowsLeftOut) })}`
              : null}
          </dd>
        ))}
        {submission.tablesLeftOut.map(({ name }) => (
          <dd key={name}>{t('submit:file.tableLeftOut', { name })}</dd>
        ))}
      </div>
      <div>
        <dt>{t('submit:file.others')}</dt>
        {submission.others.length === 0 ? <dd>{t('submit:file.noOthers')}</dd> : null}
        {submission.others.map(({ id, fileName, kind, status }) => (
          <dd key={id}>
            {t('submit:file.other', {
              file: fileName,
              kind: kind.toUpperCase(),
              status: t(`uploads:status.${status}`),
            })}
          </dd>
        ))}
      </div>
    </dl>
  );
}

/** Short texts and links to the full licences. */
const details = {
  'CC-BY 4.0': { text: 'cc-by', href: 'https://creativecommons.org/licenses/by/4.0/' },
  'CC-BY-SA 4.0': { text: 'cc-by-sa', href: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  'SUFL 1.0': { text: 'sufl', href: null },
} as const satisfies Record<Licence, { text: string; href: string | null }>;

/** The licence with its logo, its meaning, and a link to the full text. */
function LicenceAnswer({ name }: { name: string }) {
  const { t } = useTranslation('submit');
  if (!isLicence(name)) return <p>{name || t('licence.none')}</p>;
  const { text, href } = details[name];
  return (
    <>
      <p>
        <LicenceMark name={name} />
      </p>
      <p>{t(`licence.${text}`)}</p>
      <p>
        {href ? (
          <a href={href}>{t('licence.read')}</a>
        ) : (
          <Link to={paths.info('sufl-licence')}>{t('licence.read')}</Link>
        )}
      </p>
    </>
  );
}

type Table = SubmissionReview['tables'][number];

/** Targets of the columns of a table, with those that are withheld or coarsened. */
function MappingAnswers({ table }: { table: Table }) {
  const { t } = useTranslation('submit');
  const { name, mapped, mappedCount, columnCount, withheld, withheldCount } = table;
  const shown = { table: name, columns: columnCount, mapped: mappedCount };
  const count = columnCount - mappedCount;
  const summary = count === 0 ? t('mapping.all', shown) : t('mapping.summary', { ...shown, count });
  return (
    <>
      <p>{summary}</p>
      <ScrollTable
        label={t('mapping.label', { table: name })}
        height="preview"
        heads={[t('mapping.column'), t('mapping.target')]}
      >
        <tbody>
          {mapped.map(({ letters, column, label, unit }) => (
            <tr key={letters}>
              <th scope="row">
                <span className="column-letters">{letters}</span> {column}
              </th>
              <td>{unit === '' || label.endsWith(`(${unit})`) ? label : `${label} (${unit})`}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <More count={mappedCount - mapped.length} />
      {withheldCount > 0 ? (
        <>
          <p>{t('mapping.withheld')}</p>
          <ul>
            {withheld.map(({ letters, column, reason }) => (
              <li key={letters}>
                <span className="column-letters">{letters}</span> {column}: {reason}
              </li>
            ))}
          </ul>
          <More count={withheldCount - withheld.length} />
        </>
      ) : null}
    </>
  );
}

function More({ count }: { count: number }) {
  const { t } = useTranslation('submit');
  return count > 0 ? <p>{t('mapping.more', { count })}</p> : null;
}
