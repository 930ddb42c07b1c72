import { z } from 'zod';

import { emailSchema } from '@domain/email-address';
import { knownRoles } from '@domain/roles';
import { shortNameSchema } from '@domain/short-name';

import { maxPasswordCharacters, minPasswordCharacters, passwordLength } from './passwords';

export const maxNameCharacters = 200;

/**
 * Longer entries at a login cannot be an address: it has at most 254 characters, and invisible ones may have been copied
 * with it.
 */
export const maxTypedEmailCharacters = 320;

/** Validation errors of entries. These are keys under `problems` in `locales/<language>/identity.json`. */
export type EntryProblem =
  | 'emailMissing'
  | 'emailInvalid'
  | 'nameMissing'
  | 'nameTooLong'
  | 'passwordMissing'
  | 'passwordTooShort'
  | 'passwordTooLong'
  | 'currentPasswordMissing'
  | 'currentPasswordNone'
  | 'currentPasswordWrong'
  | 'signInFailed';

const problem = (key: EntryProblem) => ({ error: key });

export const EmailSchema = emailSchema({ missing: 'emailMissing', invalid: 'emailInvalid' } satisfies Record<
  string,
  EntryProblem
>);

export const NameSchema = shortNameSchema(maxNameCharacters, problem('nameTooLong')).pipe(
  z.string().min(1, problem('nameMissing')),
);

export const NewPasswordSchema = z
  .string()
  .min(1, problem('passwordMissing'))
  .refine(
    (password) => password === '' || passwordLength(password) >= minPasswordCharacters,
    problem('passwordTooShort'),
  )
  .refine((password) => passwordLength(password) <= maxPasswordCharacters, problem('passwordTooLong'));

/** A known role, written exactly as in the `role` claim. */
export const RoleSchema = z.enum(knownRoles);
