import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { type AccessTokens, maxTokenLabelCharacters, type TokenScope } from '@domain/access-tokens';
import { formatDay } from '@domain/formats';

import { requireUser } from '~/auth/guards';
import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions } from '~/drafts/form-snapshot';
import { VersionNotes, versionsAfterReply } from '~/drafts/form-versions';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary, type FormError } from '~/forms/error-summary';
import { FieldGroup, TextField } from '~/forms/fields';
import { Form } from '~/forms/form';
import { type Entries, entryValue, entryValues } from '~/forms/form-entries';
import { loadTexts } from '~/i18n/browser-texts';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import type { FormReply } from '~/screens/posted-form.server';

import { TokenList } from './token-list';
import { changeTokens, loadTokens } from './tokens.server';

await loadTexts('access-tokens', 'form-versions');

const formId = 'token-form';

export const handle = {
  title: 'access-tokens:title',
  help: 'access-tokens',
  preservesForm: (): PreservedForm => ({ kind: 'access-token', id: formId, object: 'new' }),
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireUser(request, context);
  return loadTokens(context);
}

export function action({ request, context }: ActionFunctionArgs) {
  return changeTokens(request, context);
}

/** The user's access tokens with their last uses, and a form for a further one. */
export default function AccessTokensPage() {
  const { ends, tokens, scopes, entries, versions } = useLoaderData<typeof loader>();
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation('access-tokens');
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      <h1>{t('title')}</h1>
      <p>{t('intro')}</p>
      <p>
        <a href={paths.apiDocs()}>{t('docs')}</a>
      </p>
      <MakeForm
        ends={ends}
        scopes={scopes}
        entries={reply?.entries ?? entries}
        errors={reply?.errors ?? []}
        versions={versionsAfterReply(versions, reply)}
      />
      <section aria-labelledby="tokens">
        <h2 id="tokens">{t('list.heading')}</h2>
        <TokenList page={paths.accessTokens()} tokens={tokens} />
      </section>
    </>
  );
}

interface MakeFormProps {
  ends: AccessTokens['ends'];
  /** Those that the user may choose. */
  scopes: readonly TokenScope[];
  entries: Entries;
  errors: readonly FormError[];
  versions: FormVersions;
}

function MakeForm({ ends, scopes, entries, errors, versions }: MakeFormProps) {
  const { t } = useTranslation('access-tokens');
  const language = useLanguage();
  const errorOf = (name: string) => errors.find(({ fieldId }) => fieldId === name)?.message ?? null;
  const field = (name: string) => ({ id: name, name, defaultValue: entryValue(entries, name), error: errorOf(name) });
  const to = formatDay(ends.to.split('-'), language);
  return (
    <section aria-labelledby="make-token">
      <h2 id="make-token">{t('make.heading')}</h2>
      <Form id={formId} reloadDocument>
        <VersionNotes versions={versions} />
        <TextField
          {...field('label')}
          label={t('make.label')}
          hint={t('make.labelHint', { max: maxTokenLabelCharacters })}
          autoComplete="off"
        />
        <Scopes scopes={scopes} ticked={entryValues(entries, 'scopes')} error={errorOf('scopes')} />
        <TextField
          {...field('until')}
          type="date"
          min={ends.from}
          max={ends.to}
          label={t('make.until')}
          hint={t('make.untilHint', { to })}
        />
        <SaveButtons versions={versions} save={t('make.button')} />
      </Form>
    </section>
  );
}

interface ScopesProps {
  scopes: readonly TokenScope[];
  ticked: readonly string[];
  error: string | null;
}

function Scopes({ scopes, ticked, error }: ScopesProps) {
  const { t } = useTranslation('access-tokens');
  return (
    <FieldGroup id="scopes" legend={t('make.scopes')} error={error}>
      {scopes.map((scope) => (
        <div className="choice" key={scope}>
          <input
            type="checkbox"
            id={`scope-${scope}`}
            name="scopes"
            value={scope}
            defaultChecked={ticked.includes(scope)}
          />
          <label htmlFor={`scope-${scope}`}>
            <code lang="en">{scope}</code>: {t(`scopes.${scope}`)}
          </label>
        </div>
      ))}
    </FieldGroup>
  );
}
