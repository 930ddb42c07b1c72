import { useTranslation } from 'react-i18next';

interface Person {
  name?: string;
  email?: string | null;
}

/**
 * Says who somebody is by name and e-mail address, as far as they are known. Those whose account is deleted have
 * neither: they are called a former member of the board, or the deleted account of a contributor.
 */
export function usePersonInWords(): (person: Person, former?: 'person' | 'member') => string {
  const { t } = useTranslation('common');
  return (person, former = 'person') => namesOf(person) || t(`former.${former}`);
}

/** Whether anything is known of somebody. Sentences about others have to be put differently. */
export function isKnown(person: Person): boolean {
  return namesOf(person) !== '';
}

function namesOf({ name, email }: Person): string {
  return [name, email].filter(Boolean).join(', ');
}
