import type { SerializeFrom } from '@remix-run/node';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { maxClassColumns, maxClassRows } from '@domain/limits';
import { classFields } from '~/forms/class-form';
import { ErrorSummary } from '~/forms/error-summary';
import { describedBy, FieldError, TextArea } from '~/forms/fields';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import type { ClassStep } from '~/screens/my-class.server';

import { ClassForm, StepHeading, useFileAddress } from './class-form';

type Shown = SerializeFrom<Extract<ClassStep, { step: 'take' }>>;

/** The first step: a file, or a table that is pasted. */
export function TakeStep({ shown }: { shown: Shown }) {
  const { t } = useTranslation('my-class');
  const language = useLanguage();
  const { carried, pasted, hadFile, errors } = shown;
  const errorAt = (id: string) => errors.find(({ fieldId }) => fieldId === id)?.message;
  const [rows, columns] = [maxClassRows, maxClassColumns].map((limit) => formatNumber(limit, language));
  return (
    <>
      <p>
        {t('introMore')} <a href={paths.compare()}>{t('curves')}</a>
      </p>
      <ErrorSummary errors={errors} />
      {hadFile ? <p className="notice">{t('take.fileAgain')}</p> : null}
      <StepHeading step="take" />
      <p>
        {t('take.text')} {t('take.limits', { rows, columns })}
      </p>
      <ClassForm step="take" carried={carried}>
        <ClassFile error={errorAt(classFields.file)} />
        <p className="actions">
          <ReadButton intent="read-file">{t('take.readFile')}</ReadButton>
        </p>
        <TextArea
          id={classFields.paste}
          name="pasted"
          rows={10}
          label={t('take.paste')}
          hint={t('take.pasteHint')}
          defaultValue={pasted}
          error={errorAt(classFields.paste)}
        />
        <p className="actions">
          <ReadButton intent="read">{t('take.read')}</ReadButton>
          {carried ? (
            <button type="submit" name="intent" value="mapping" className="button-quiet">
              {t('take.goOn')}
            </button>
          ) : null}
        </p>
      </ClassForm>
    </>
  );
}

/**
 * Sends the form with the bytes of its file. A pasted table goes the same way: in the encoding of addresses, Cyrillic or
 * Chinese takes six or nine times the room. The other buttons, as those for the language, send the name of the file only.
 */
function ReadButton({ intent, children }: { intent: 'read' | 'read-file'; children: ReactNode }) {
  const address = useFileAddress();
  return (
    <button type="submit" name="intent" value={intent} formAction={address} formEncType="multipart/form-data">
      {children}
    </button>
  );
}

function ClassFile({ error }: { error: string | undefined }) {
  const { t } = useTranslation('my-class');
  const id = classFields.file;
  const hint = t('take.fileHint');
  return (
    <div className={error ? 'field field-with-error' : 'field'}>
      <div className="label-line">
        <label htmlFor={id}>{t('take.file')}</label>
      </div>
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
      <FieldError id={id} error={error} />
      <input
        type="file"
        id={id}
        name="file"
        accept=".csv,.txt,.tsv,.xlsx,.xls,.sav"
        {...describedBy({ id, hint, error })}
      />
    </div>
  );
}
