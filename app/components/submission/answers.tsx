import { useTranslation } from 'react-i18next';

import type { MetadataEntry } from '@domain/api/metadata';
import type { SubmissionReview } from '@domain/api/submission';
import type { UploadState } from '@domain/api/uploads';
import type { FormField } from '@domain/metadata/directives';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';

import { placeName } from '~/components/metadata-form/form-state';
import { controlId } from '~/components/metadata-form/metadata-controls';
import { MetadataList } from '~/components/metadata-form/metadata-list';
import { formOf } from '~/components/metadata-form/stored-metadata';
import { PreviewLink } from '~/components/publication/preview-link';
import { formatDate } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import { AnswerSection } from './answer-section';
import { CommentAnswers } from './comment-answers';
import { FileAnswers } from './file-answers';
import { LicenceAnswer } from './licence-answer';
import { MappingAnswers } from './mapping-answers';

interface AnswersProps {
  upload: UploadState;
  submission: SubmissionReview;
  fields: FormField[];
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
          change={change(
            `${paths.uploadData(id)}?${new URLSearchParams({ table: table.name })}`,
            t('mapping.heading', { table: table.name }),
          )}
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
  return controlId(placeName({ field, parent: null, index: 0 }), 0);
}

function EmbargoNote({ embargo }: Pick<SubmissionReview, 'embargo'>) {
  const { t } = useTranslation('submit');
  const language = useLanguage();
  if (!embargo) return null;
  const date = formatDate(embargo.end, language, 'UTC');
  return <p className="notice">{t(embargo.isPast ? 'embargo.past' : 'embargo.coming', { date })}</p>;
}
