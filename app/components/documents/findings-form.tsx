import { useTranslation } from 'react-i18next';

import type { UploadDocument } from '@domain/api/documents';
import { maxCommentCharacters } from '@domain/limits';
import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions } from '~/drafts/form-snapshot';
import { VersionNotes } from '~/drafts/form-versions';
import { type ExplainedDocument, findingField } from '~/forms/document-fields';
import type { FormError } from '~/forms/error-summary';
import { TextArea } from '~/forms/fields';
import { Form } from '~/forms/form';
import { type Entries, entryValue } from '~/forms/form-entries';

import { DocumentTable } from './document-table';
import { FindingPlaces } from './finding-list';

/** Id of the form on its page. */
export const findingsFormId = 'findings-form';

interface FindingsFormProps {
  documents: readonly (UploadDocument & ExplainedDocument)[];
  addressOf: (document: string) => string;
  /** Comments as typed or saved. */
  entries: Entries;
  errors: readonly FormError[];
  versions: FormVersions;
}

/** The documents, each with a button that removes it, and a field for a comment on each kind of finding. */
export function FindingsForm({ documents, addressOf, entries, errors, versions }: FindingsFormProps) {
  const { t } = useTranslation('upload-documents');
  const hasFindings = documents.some(({ findings }) => findings.length > 0);
  return (
    <Form id={findingsFormId} reloadDocument>
      {hasFindings ? <VersionNotes versions={versions} /> : null}
      <DocumentTable
        documents={documents}
        addressOf={addressOf}
        actOf={({ id, fileName }) => (
          <button type="submit" name="intent" value={`ask-remove:${id}`} className="button-quiet">
            {t('remove')} <span className="visually-hidden">{fileName}</span>
          </button>
        )}
      />
      {hasFindings ? (
        <section aria-labelledby="findings">
          <h3 id="findings">{t('findings.heading')}</h3>
          <p>{t('findings.intro')}</p>
          {documents.map((document) => (
            <DocumentFindings key={document.id} document={document} entries={entries} errors={errors} />
          ))}
          <SaveButtons versions={versions} save={t('findings.save')} />
        </section>
      ) : null}
    </Form>
  );
}

interface DocumentFindingsProps {
  document: UploadDocument & ExplainedDocument;
  entries: Entries;
  errors: readonly FormError[];
}

function DocumentFindings({ document: { key, fileName, findings }, entries, errors }: DocumentFindingsProps) {
  const { t } = useTranslation('upload-documents');
  return findings.map((finding) => {
    const field = findingField(key, finding.kind);
    const name = t(`findings.${finding.kind}`, { file: fileName });
    return (
      <section key={field} aria-labelledby={`${field}-heading`}>
        <h4 id={`${field}-heading`}>{name}</h4>
        <FindingPlaces finding={finding} />
        <TextArea
          id={field}
          name={field}
          label={
            <>
              {t('findings.comment')} <span className="visually-hidden">{`(${name})`}</span>
            </>
          }
          hint={t('findings.hint', { max: maxCommentCharacters })}
          defaultValue={entryValue(entries, field)}
          error={errors.find(({ fieldId }) => fieldId === field)?.message ?? null}
          rows={2}
        />
      </section>
    );
  });
}
