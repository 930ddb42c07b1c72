import { useTranslation } from 'react-i18next';

import type { PoolDataSets } from '@domain/api/pool';

import { CheckboxField, FieldGroup } from '~/forms/fields';
import { Form } from '~/forms/form';
import { paths } from '~/paths';

/** How data sets under SUFL 1.0 are had: after signing in, with the download form. `login` is null for users. */
export function ClosedDataSets({ closed, login }: { closed: PoolDataSets; login: string | null }) {
  const { t } = useTranslation('pool');
  return (
    <section aria-labelledby="pool-closed">
      <h2 id="pool-closed">{t('closed.heading')}</h2>
      <p>{t('closed.explain', { count: closed.length })}</p>
      {login === null ? (
        <Form action={paths.searchDownload()} reloadDocument>
          <FieldGroup id="pool-closed-sets" legend={t('sets.heading')}>
            {closed.map(({ nr, title }) => (
              <CheckboxField
                key={nr}
                id={`pool-closed-${nr}`}
                name="nr"
                value={String(nr)}
                label={t('sets.name', { nr, title })}
                defaultChecked
              />
            ))}
          </FieldGroup>
          <button type="submit" className="button-quiet">
            {t('closed.form')}
          </button>
        </Form>
      ) : (
        <p>
          <a href={login}>{t('closed.login')}</a>
        </p>
      )}
    </section>
  );
}
