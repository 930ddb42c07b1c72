import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { formatBytes } from '@domain/formats';
import type { Language } from '@domain/language-code';

import { requireAdmin } from '~/auth/guards';
import { ListTable } from '~/components/administration/list-table';
import { useLanguage } from '~/i18n/use-language';
import { listSettings } from '~/repository-client/administration';
import { orFailurePage } from '~/repository-client/transport';

export const handle = { title: 'administration:settings.documentTitle', help: 'administration' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireAdmin(request, context);
  return { settings: await orFailurePage(listSettings(context)) };
}

const heads = ['name', 'value', 'origin'] as const;

/** The settings in force; of secrets only whether they are set. */
export default function AdministrationSettings() {
  const { settings } = useLoaderData<typeof loader>();
  const { t } = useTranslation('administration');
  const language = useLanguage();
  return (
    <>
      <h2>{t('settings.title')}</h2>
      <p>{t('settings.intro')}</p>
      <ListTable
        label={t('settings.table')}
        heads={heads.map((head) => t(`settings.heads.${head}`))}
        none={t('settings.none')}
        rows={settings.map(({ name, value, isSecret, isSet }) => ({
          id: name,
          cells: [
            <code lang="en" key="name">
              {name}
            </code>,
            isSecret && (isSet || value)
              ? t(isSet ? 'settings.secret' : 'settings.generated')
              : withSize(name, value, language),
            t(isSet ? 'settings.set' : 'settings.default'),
          ],
        }))}
      />
    </>
  );
}

/** A value as it is written; of bytes also in the unit that people read. */
function withSize(name: string, value: string | null, language: Language): string | null {
  const bytes = Number(value ?? '');
  if (!name.endsWith('_BYTES') || !Number.isSafeInteger(bytes) || bytes < 1000) return value;
  return `${value} (${formatBytes(bytes, language)})`;
}
