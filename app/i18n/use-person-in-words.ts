import { useTranslation } from 'react-i18next';

/**
 * Says who somebody is by name and e-mail address, as far as they are known. Those whose account is deleted have
 * neither: they are called a former member of the board, or the deleted account of a contributor.
 */
export function usePersonInWords(): (
  person: { name?: string; email?: string | null },
  former?: 'person' | 'member',
) => string {
  const { t } = useTranslation('common');
  return ({ name, email }, former = 'person') => [name, email].filter(Boolean).join(', ') || t(`former.${former}`);
}
