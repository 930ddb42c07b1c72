import { emailField, formPage, link } from '../pages/account-pages';
import type { Html } from '../pages/html';
import { minPasswordCharacters } from '../passwords';
import { fillIn } from '../texts';
import { returnAddress, returnQuery } from './interaction';
import type { Visit } from './screen';

export type ProfileErrors = Partial<Record<'name' | 'email' | 'current-password' | 'new-password', string>>;

/** What was saved, as the page's address says it: a new password with all else, or anything but one. */
export const savedChanges = ['yes', 'password'] as const;
export type SavedChange = (typeof savedChanges)[number];

export function profilePage(
  visit: Visit,
  values: { email: string; name: string; saved?: SavedChange | undefined },
  errors: ProfileErrors = {},
  intro?: Html,
) {
  const { texts } = visit.frame;
  const saved = { yes: texts.profile.saved, password: texts.profile.passwordSaved };
  return formPage(visit.frame, {
    title: texts.profile.title,
    intro: intro ?? texts.profile.intro,
    done: values.saved && saved[values.saved],
    form: {
      action: `${visit.services.mountPath}/profile${returnQuery(visit)}`,
      submit: texts.profile.submit,
      formToken: visit.formToken,
      fields: [
        {
          name: 'name',
          label: texts.fields.name,
          type: 'text',
          autocomplete: 'name',
          value: values.name,
          error: errors.name,
        },
        emailField(texts.fields.email, 'email', { value: values.email, error: errors.email }),
        {
          name: 'current-password',
          label: texts.fields.currentPassword,
          type: 'password',
          autocomplete: 'current-password',
          hint: texts.profile.currentPasswordHint,
          error: errors['current-password'],
        },
        {
          name: 'new-password',
          label: texts.fields.newPassword,
          type: 'password',
          autocomplete: 'new-password',
          hint: fillIn(texts.profile.newPasswordHint, { min: minPasswordCharacters }),
          error: errors['new-password'],
        },
      ],
    },
    links: [link(returnAddress(visit) ?? `${visit.services.origin}/`, texts.profile.back)],
  });
}
