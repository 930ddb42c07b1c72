import type { SerializeFrom } from '@remix-run/node';
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
  const { carried, pasted, errors } = shown;
  const errorAt = (id: string) => errors.find(({ fieldId }) => fieldId === id)?.message;
  const [rows, columns] = [maxClassRows, maxClassColumns].map((limit) => formatNumber(limit, language));
  return (
    <>
      <p>
        {t('introMore')} <a href={paths.compare()}>{t('curves')}</a>
      </p>
      <ErrorSummary errors={errors} />
      <StepHeading step="take" />
      <p>
        {t('take.text')} {t('take.limits', { rows, columns })}
      </p>
      {/* A form of its own, because browsers never fill a field for files again. */}
      <ClassForm step="take" carried={carried} hasFile>
        <ClassFile error={errorAt(classFields.file)} />
        <p className="actions">
          <button type="submit" name="intent" value="read">
            {t('take.readFile')}
          </button>
        </p>
      </ClassForm>
      <PasteForm carried={carried} pasted={pasted} error={errorAt(classFields.paste)} />
    </>
  );
}

interface PasteProps extends Pick<Shown, 'carried' | 'pasted'> {
  error: string | undefined;
}

function PasteForm({ carried, pasted, error }: PasteProps) {
  const { t } = useTranslation('my-class');
  const address = useFileAddress();
  return (
    <ClassForm step="take" carried={carried}>
      <TextArea
        id={classFields.paste}
        name="pasted"
        rows={10}
        label={t('take.paste')}
        hint={t('take.pasteHint')}
        defaultValue={pasted}
        error={error}
      />
      <p className="actions">
        {/* In the encoding of addresses, Cyrillic or Chinese takes six or nine times the room. */}
        <button type="submit" name="intent" value="read" formAction={address} formEncType="multipart/form-data">
          {t('take.read')}
        </button>
        {carried ? (
          <button type="submit" name="intent" value="mapping" className="button-quiet">
            {t('take.goOn')}
          </button>
        ) : null}
      </p>
    </ClassForm>
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
