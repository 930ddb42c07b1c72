import { z } from 'zod';

import { knownRoles } from '@domain/roles';

import { maxPasswordCharacters, minPasswordCharacters, passwordLength } from './passwords';

/** Longest address mail servers take (RFC 5321, 4.5.3.1.3, without the angle brackets). */
const maxEmailCharacters = 254;
export const maxNameCharacters = 200;

/** What is wrong with an entry: keys of `locales/<language>/identity.json` under `problems`. */
export type EntryProblem =
  | 'emailMissing'
  | 'emailInvalid'
  | 'emailTaken'
  | 'nameMissing'
  | 'nameTooLong'
  | 'passwordMissing'
  | 'passwordTooShort'
  | 'passwordTooLong'
  | 'currentPasswordMissing'
  | 'currentPasswordWrong'
  | 'signInFailed';

const problem = (key: EntryProblem) => ({ error: key });

/** One part of an address: no spaces, control characters or signs with a meaning in mail headers. */
const part = String.raw`[^\s\p{Cc}@<>()[\],;:"\\.]+`;
const dotted = String.raw`${part}(?:\.${part})`;
const emailPattern = new RegExp(`^${dotted}*@${dotted}+$`, 'u');

/** An e-mail address: something, an @, a domain with a dot. Whether it exists only a mail can tell. */
export const EmailSchema = z
  .string()
  .trim()
  .min(1, problem('emailMissing'))
  .max(maxEmailCharacters, problem('emailInvalid'))
  .regex(emailPattern, problem('emailInvalid'));

export const NameSchema = z
  .string()
  // Control characters cannot be stored or spoken; the rest is the person's own business.
  .transform((name) => name.replace(/\p{Cc}+/gu, ' ').trim())
  .pipe(z.string().min(1, problem('nameMissing')).max(maxNameCharacters, problem('nameTooLong')));

export const NewPasswordSchema = z
  .string()
  .min(1, problem('passwordMissing'))
  .refine(
    (password) => password === '' || passwordLength(password) >= minPasswordCharacters,
    problem('passwordTooShort'),
  )
  .refine((password) => passwordLength(password) <= maxPasswordCharacters, problem('passwordTooLong'));

/** A role as it stands in the `role` claim: one that means something, letter by letter. */
export const RoleSchema = z.enum(knownRoles);
