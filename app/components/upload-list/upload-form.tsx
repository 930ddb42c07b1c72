import { useRouteLoaderData } from '@remix-run/react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ResumableUpload } from '@domain/api/parts';
import { formatBytes } from '@domain/formats';
import type { Language } from '@domain/language';
import { fileExtensions, maxFilesPerUpload } from '@domain/limits';
import type { UploadKind } from '@domain/upload-id';
import { FieldError } from '~/forms/fields';
import { paths } from '~/paths';
import type { RootData } from '~/root-data';

import { DropZone } from './drop-zone';
import { ReceivedFiles } from './received-files';
import { SentFiles } from './sent-files';
import { partOfFile, useUploads } from './use-uploads';

export interface UploadLimits {
  minBytes: number;
  maxBytes: number;
}

interface UploadFormProps {
  kind: UploadKind;
  limits: UploadLimits;
  language: Language;
  /** Unfinished uploads; null if the repository cannot resume uploads. */
  parts: ResumableUpload[] | null;
  /** Why the files that the browser posted were refused. */
  refusals: readonly string[];
  /** Called with the id of an unfinished upload that is resumed. */
  onContinue: (part: string) => void;
}

/** Id of the field for files of a kind. */
export function fileFieldId(kind: UploadKind): string {
  return `${kind}-file`;
}

/**
 * Upload form for files of one kind. It is a separate form, because browsers do not restore file fields. Script sends
 * the files so that they can be resumed after a lost connection. Without script, the browser posts the form.
 */
export function UploadForm({ kind, limits, language, parts, refusals, onContinue }: UploadFormProps) {
  const { t } = useTranslation('uploads');
  const token = useRouteLoaderData<RootData>('root')?.formToken ?? '';
  const query = `?form-token=${encodeURIComponent(token)}`;
  const field = useRef<HTMLInputElement>(null);
  const texts = { stopped: t('upload.stopped'), unclearKept: t('upload.unclearKept'), unclear: t('upload.unclear') };
  const uploads = useUploads({ kind, parts, query, texts, onContinue });
  const isPosted = uploads.files.length === 0 && uploads.results.length === 0;
  const errors = isPosted ? refusals : uploads.results.flatMap((file) => file.error?.message ?? []);

  function submit(event: FormEvent<HTMLFormElement>) {
    const files = [...(field.current?.files ?? [])];
    // The button stays enabled to keep the focus. Pressing it again while sending does nothing.
    if (uploads.isBusy) return event.preventDefault();
    // For no files or too many, the plain form is posted, and the server shows its message.
    if (parts === null || files.length === 0 || files.length > maxFilesPerUpload) return;
    event.preventDefault();
    const form = event.currentTarget;
    uploads.send(files).catch(() => form.submit());
  }

  return (
    <section className="upload-region" aria-labelledby={`${kind}-heading`}>
      <h2 id={`${kind}-heading`}>
        {t('upload.heading')}
        <span className="visually-hidden"> ({kind.toUpperCase()})</span>
      </h2>
      <p>{t(`upload.about.${kind}`)}</p>
      <HelpFiles kind={kind} language={language} />
      <form method="post" encType="multipart/form-data" action={`${paths.receive(kind)}${query}`} onSubmit={submit}>
        <DropZone field={field}>
          <FileField {...{ field, kind, limits, language, parts }} error={errors.join(' ')} isBusy={uploads.isBusy} />
        </DropZone>
        <button type="submit" aria-disabled={uploads.isBusy || undefined}>
          {t(`upload.button.${kind}`)}
        </button>
      </form>
      <SentFiles files={uploads.files} language={language} onCancel={uploads.cancel} onTryNow={uploads.tryNow} />
      <ReceivedFiles files={uploads.results} />
    </section>
  );
}

interface FileFieldProps extends Pick<UploadFormProps, 'kind' | 'limits' | 'language' | 'parts'> {
  field: RefObject<HTMLInputElement>;
  /** Why files were refused; '' = not refused. */
  error: string;
  /** Whether the chosen files are being sent. */
  isBusy: boolean;
}

/** The field for files, with those chosen in it. */
function FileField({ field, kind, limits, language, parts, error, isBusy }: FileFieldProps) {
  const { t } = useTranslation('uploads');
  const [chosen, setChosen] = useState<File[]>([]);
  const id = fileFieldId(kind);

  // Includes files chosen before hydration.
  useEffect(() => setChosen([...(field.current?.files ?? [])]), [field]);

  return (
    <div className={error ? 'field field-with-error' : 'field'}>
      <label htmlFor={id}>{t(`upload.field.${kind}`)}</label>
      <FileHint {...{ id, kind, limits, language }} />
      <div role="alert">
        <FieldError id={id} error={error} />
      </div>
      <input
        ref={field}
        id={id}
        type="file"
        name="upload"
        multiple
        accept={fileExtensions.map((extension) => `.${extension}`).join(',')}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={(event) => setChosen([...(event.currentTarget.files ?? [])])}
      />
      {isBusy ? null : <ChosenFiles files={chosen} kind={kind} parts={parts} language={language} />}
    </div>
  );
}

type FileHintProps = Pick<UploadFormProps, 'kind' | 'limits' | 'language'> & { id: string };

/** Says which files can be sent. */
function FileHint({ id, kind, limits, language }: FileHintProps) {
  const { t } = useTranslation('uploads');
  return (
    <p className="hint" id={`${id}-hint`}>
      {t('upload.hint', {
        min: formatBytes(limits.minBytes, language),
        max: formatBytes(limits.maxBytes, language),
        files: maxFilesPerUpload,
      })}{' '}
      {kind === 'agg' ? `${t('upload.hintAgg')} ` : null}
      {t('upload.drop')}
    </p>
  );
}

interface ChosenFilesProps {
  files: readonly File[];
  kind: UploadKind;
  parts: ResumableUpload[] | null;
  language: Language;
}

/** Chosen files that are not sent yet, with their sizes and the bytes sent in earlier visits. */
function ChosenFiles({ files, kind, parts, language }: ChosenFilesProps) {
  const { t } = useTranslation('uploads');
  return (
    <div role="status">
      {files.length === 0 ? null : (
        <ul className="chosen-files">
          {files.map((file, index) => {
            const part = partOfFile(parts, kind, file);
            const percent = part && Math.floor((100 * part.offset) / Math.max(part.bytes, 1));
            return (
              <li key={index}>
                {file.name}, {formatBytes(file.size, language)}
                {percent === null ? null : ` (${t('upload.continues', { percent })})`}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** Links that help to prepare a file: a sample, and the targets of columns. */
function HelpFiles({ kind, language }: { kind: UploadKind; language: Language }) {
  const { t } = useTranslation('uploads');
  return (
    <ul className="help-files">
      <li>
        <a href={paths.sampleFile(kind, language)}>{t(`upload.sample.${kind}`)}</a>
      </li>
      <li>
        <a href={paths.targetList(kind, language)}>{t(`upload.targets.${kind}`)}</a>
      </li>
    </ul>
  );
}
