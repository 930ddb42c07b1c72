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
  const own = messages[language][`corrected-${code}`];
  return own === undefined ? failureMessage(code, language, parameters) : fillText(own, parameters);
}
