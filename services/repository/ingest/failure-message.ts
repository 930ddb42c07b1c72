import { z } from 'zod';

import type { ErrorParameters } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { fillText } from '@domain/text';

import { readTexts } from '../locale-texts';

const messages = readTexts('ingest', z.record(z.string(), z.string()));

/** Message for a stored failure code, with its `{{parameters}}` filled in. */
export function failureMessage(code: string, language: Language, parameters: ErrorParameters = {}): string {
  return fillText(messages[language][code] ?? messages[language]['reading-error'] ?? code, parameters);
}

/** The same of a corrected file, whose bytes are not kept: it can only be sent again. */
export function correctionFailureMessage(code: string, language: Language, parameters: ErrorParameters = {}): string {
  return ownMessage(`corrected-${code}`, code, language, parameters);
}

/** The same of a class, which is chosen or pasted again: its screen has no uploads and no choice of a header row. */
export function classFailureMessage(code: string, language: Language, parameters: ErrorParameters = {}): string {
  return ownMessage(`class-${code}`, code, language, parameters);
}

function ownMessage(own: string, code: string, language: Language, parameters: ErrorParameters): string {
  return failureMessage(messages[language][own] === undefined ? code : own, language, parameters);
}
