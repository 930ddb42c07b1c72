import { useTranslation } from 'react-i18next';

import type { Language } from '@domain/language';
import { maxLetterCharacters } from '@domain/limits';
import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions } from '~/drafts/form-snapshot';
import { VersionNotes } from '~/drafts/form-versions';
import type { FormError } from '~/forms/error-summary';
import { TextArea } from '~/forms/fields';
import { Form } from '~/forms/form';

/** Id of the form on its page. */
export const letterFormId = 'letter-form';
/** Id of the control of the letter. */
export const letterFieldId = 'letter-text';

interface LetterFormProps {
  text: string;
  /** In which the contributor reads it. */
  language: Language;
  errors: readonly FormError[];
  versions: FormVersions;
}

/** The letter about a decision, as long as it can be changed. */
export function LetterForm({ text, language, errors, versions }: LetterFormProps) {
  const { t } = useTranslation('decision-letter');
  return (
    <Form id={letterFormId} reloadDocument>
      <VersionNotes versions={versions} />
      <TextArea
        id={letterFieldId}
        name="text"
        label={t('letter')}
        hint={t('hint', { max: maxLetterCharacters, language: t(`languages.${language}`) })}
        defaultValue={text}
        error={errors.find(({ fieldId }) => fieldId === letterFieldId)?.message ?? null}
        rows={16}
      />
      <SaveButtons versions={versions} save={t('save')} />
      <div className="actions">
        <button type="submit" name="intent" value="send" className="button-quiet">
          {t('send')}
        </button>
      </div>
    </Form>
  );
}
