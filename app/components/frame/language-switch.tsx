import { useTranslation } from 'react-i18next';

import { type Language, languageNames, languages } from '@domain/language-code';
import { usePreservedForm } from '~/drafts/preserved-form';
import { Form } from '~/forms/form';
import { paths } from '~/paths';

/**
 * Reloads the page in another language and keeps what is typed in it. It is a new document, so that no text of the
 * previous language stays. `isBeforePage` = it stands before the forms of the page.
 */
export function LanguageSwitch({ language, isBeforePage = false }: { language: Language; isBeforePage?: boolean }) {
  const { t } = useTranslation();
  const { action, button } = usePreservedForm(paths.language());
  return (
    <Form action={action} reloadDocument className="language-switch">
      {isBeforePage ? <PageSubmit form={button.form} /> : null}
      <fieldset>
        {/* In the banner the buttons speak for themselves. */}
        <legend className={isBeforePage ? 'visually-hidden' : undefined}>{t('footer.language')}</legend>
        {languages.map((code) => (
          <button
            key={code}
            type="submit"
            name="language"
            value={code}
            lang={code}
            aria-pressed={code === language}
            className="button-quiet"
            {...button}
          >
            {languageNames[code]}
          </button>
        ))}
      </fieldset>
    </Form>
  );
}

/** Texts of the offer, in the language that is offered. */
const offers: Partial<Record<Language, string>> = { de: 'Diese Seite gibt es auch auf Deutsch.' };

/** One line for visitors whose browser prefers another language and who have not chosen one yet. */
export function LanguageOffer({ language }: { language: Language }) {
  const { action, button } = usePreservedForm(paths.language());
  return (
    <Form action={action} reloadDocument className="language-offer" lang={language}>
      <PageSubmit form={button.form} />
      <p>
        {offers[language]}{' '}
        <button type="submit" name="language" value={language} className="button-quiet" {...button}>
          {languageNames[language]}
        </button>
      </p>
    </Form>
  );
}

/** Enter in a field of the page's form presses its first button, which must not be one for a language. */
function PageSubmit({ form }: { form: string | undefined }) {
  const { t } = useTranslation('forms');
  if (form === undefined) return null;
  return (
    <button type="submit" form={form} className="visually-hidden" tabIndex={-1} aria-hidden="true">
      {t('send')}
    </button>
  );
}
