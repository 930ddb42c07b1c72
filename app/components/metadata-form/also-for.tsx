import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { StudyUpload } from '@domain/api/metadata';

import { Quoting, quoteMark } from '~/components/contributed-text';
import type { Entries } from '~/forms/form-entries';
import { formatDate } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import { isTicked, studyFields } from './study-fields';

interface AlsoForProps {
  /** The user's other open uploads, and those that share the metadata. */
  uploads: readonly StudyUpload[];
  /** Entries of the form, as typed or drafted. */
  entries: Entries;
}

/** Choice of other uploads that share the metadata after saving, such as RAW and AGG files of one study. */
export function AlsoFor({ uploads, entries }: AlsoForProps) {
  const { t } = useTranslation('metadata');
  const closed = uploads.filter(({ shares, isSubmitted }) => shares && isSubmitted);
  const open = uploads.filter(({ isSubmitted }) => !isSubmitted);
  const able = open.filter(({ blocker, shares }) => blocker === null || shares);
  const unable = open.filter(({ blocker, shares }) => blocker !== null && !shares);
  if (closed.length > 0) return <Closed uploads={closed} />;
  if (open.length === 0) return null;
  return (
    <fieldset className="also-for">
      <legend>{t('alsoFor.legend')}</legend>
      <p className="hint">{t('alsoFor.hint')}</p>
      <input type="hidden" name={studyFields.shown} value="yes" />
      {able.map((upload) => (
        <Choice key={upload.id} upload={upload} isTicked={isTicked(upload, entries)} />
      ))}
      {unable.length > 0 ? (
        <details>
          <summary>{t('alsoFor.unable', { count: unable.length })}</summary>
          <ul>
            {unable.map((upload) => (
              <li key={upload.id}>
                <Link to={upload.blocker === 'not-mapped' ? paths.uploadData(upload.id) : paths.uploadCheck(upload.id)}>
                  {upload.fileName}
                </Link>{' '}
                <About upload={upload} />
                {t(`alsoFor.lack.${upload.blocker ?? 'not-checked'}`)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </fieldset>
  );
}

function Choice({ upload, isTicked: ticked }: { upload: StudyUpload; isTicked: boolean }) {
  const { t } = useTranslation('metadata');
  const { id, fileName, shares, title, titleLanguage } = upload;
  return (
    <div className="choice">
      {shares ? <input type="hidden" name={studyFields.shared} value={id} /> : null}
      <input
        type="checkbox"
        id={`also-${id}`}
        name={studyFields.ticked}
        value={id}
        defaultChecked={ticked}
        aria-describedby={`also-${id}-hint`}
      />
      <label htmlFor={`also-${id}`}>{fileName}</label>
      <p className="hint" id={`also-${id}-hint`}>
        <About upload={upload} />
        {title === null ? null : (
          <Quoting message={t('alsoFor.replaces', { title: quoteMark })} language={titleLanguage}>
            {title}
          </Quoting>
        )}
        {shares ? t('alsoFor.shares') : null}
      </p>
    </div>
  );
}

/** Kind and date, which distinguish files with the same name. */
function About({ upload: { kind, date } }: { upload: StudyUpload }) {
  const { t } = useTranslation('metadata');
  const language = useLanguage();
  return `${t('alsoFor.about', { kind: kind.toUpperCase(), date: formatDate(date, language, 'UTC') })}. `;
}

/** Shared uploads that are under review. They do not change, so this upload leaves their study. */
function Closed({ uploads }: { uploads: readonly StudyUpload[] }) {
  const { t } = useTranslation('metadata');
  return (
    <p className="notice">
      <input type="hidden" name={studyFields.alone} value="yes" />
      {t('alsoFor.closed', { files: uploads.map(({ fileName }) => fileName).join(', ') })}
    </p>
  );
}
