import { useForm, type SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { maxInstitutionCharacters, maxPurposeCharacters } from '@domain/limits';

import { ErrorSummary } from '~/forms/error-summary';
import { CheckboxField, FieldGroup, SelectField, TextArea, TextField } from '~/forms/fields';
import { Form } from '~/forms/form';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { paths } from '~/paths';

interface DownloadFormProps {
  /** Heading and data sets, between the error summary and the fields. */
  head: ReactNode;
  reply: SubmissionResult<string[]> | undefined;
  countries: string[];
  /** Page to which 'Back' leads. */
  back: BackAddress;
  /** The results from which the form was opened, as the query of their address; '' for none. */
  results: string;
  /** Previous entries and ticks. */
  typed: Record<string, string>;
  /** Time of the draft, ISO 8601; null if it is not a draft. */
  draftedAt: string | null;
}

export interface BackAddress {
  path: string;
  query: [name: string, value: string][];
}

const limits = { institution: maxInstitutionCharacters, purpose: maxPurposeCharacters };

interface Values {
  institution: string;
  country: string;
  purpose: string;
  accurate: boolean;
  licence: boolean;
}

/** Who downloads a Scientific Use File, and for what. */
export function DownloadForm({ head, reply, countries, typed, draftedAt, back, results }: DownloadFormProps) {
  const { t } = useTranslation('downloads');
  const language = useLanguage();
  const [form, fields] = useForm<Values>({ id: 'download', lastResult: reply, defaultValue: typed });
  const error = (errors: string[] | undefined) => (errors?.[0] ? t(errors[0], limits) : null);
  const text = (name: 'institution' | 'country' | 'purpose') => ({
    id: fields[name].id,
    name,
    label: t(`form.${name}`),
    mark: '*',
    hint: t(`form.${name}Hint`, limits),
    error: error(fields[name].errors),
    defaultValue: fields[name].initialValue,
  });
  const confirmation = (name: 'accurate' | 'licence') => ({
    id: fields[name].id,
    name,
    label: t(`form.${name}`),
    error: error(fields[name].errors),
    defaultChecked: fields[name].initialValue === 'on',
  });
  const summary = Object.entries(form.allErrors).map(([name, errors]) => ({
    message: error(errors) ?? '',
    fieldId: name ? `${form.id}-${name}` : null,
  }));

  return (
    <>
      <ErrorSummary errors={summary} />
      {head}
      <p>{t('form.intro')}</p>
      <p className="hint">{t('form.marks')}</p>
      <DraftTime draftedAt={reply ? null : draftedAt} />
      <Form id={form.id} onSubmit={form.onSubmit} reloadDocument>
        <input type="hidden" name="results" value={results} />
        <TextField {...text('institution')} autoComplete="organization" />
        <SelectField
          {...text('country')}
          options={countries.map((name) => ({ value: name, label: name }))}
          empty={t('form.chooseCountry')}
          autoComplete="country-name"
        />
        <TextArea {...text('purpose')} rows={4} />
        <FieldGroup id="download-confirmations" legend={t('form.confirmations')}>
          <CheckboxField {...confirmation('accurate')} />
          <CheckboxField {...confirmation('licence')} />
          <p>
            <a href={paths.info('sufl-licence')}>{t('form.licenceLink')}</a>{' '}
            <a href={paths.licencePdf(language)}>{t('form.licencePdf')}</a>
          </p>
        </FieldGroup>
        <p>
          {t('form.legal')} <Link to={`${paths.info('terms')}#standards`}>{t('form.standards')}</Link>
        </p>
        <div className="actions">
          <button type="submit">{t('form.download')}</button>
          <button type="submit" form="download-back" className="button-quiet">
            {t('form.back')}
          </button>
        </div>
      </Form>
      <form id="download-back" method="get" action={back.path}>
        {back.query.map(([name, value], at) => (
          <input key={at} type="hidden" name={name} value={value} />
        ))}
      </form>
    </>
  );
}

function DraftTime({ draftedAt }: Pick<DownloadFormProps, 'draftedAt'>) {
  const { t } = useTranslation('downloads');
  const language = useLanguage();
  const timeZone = useTimeZone();
  if (draftedAt === null) return null;
  return <p className="draft-note">{t('form.draft', { time: formatDateTime(draftedAt, language, timeZone) })}</p>;
}
