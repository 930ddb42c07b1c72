import { z } from 'zod';

import { criteria } from '@domain/board/criteria';
import { pointsOf } from '@domain/board/points';
import { maxChangePoints, maxCommentCharacters } from '@domain/limits';
import type { Rating } from '@domain/upload-status';
import { typedTextSchema } from '~/forms/typed-text';
import { criterionAnswers } from '~/forms/vote-form';

const ImpartialSchema = z.literal(true, 'errors:not-impartial');
const AnswerSchema = z.enum(criterionAnswers).optional().catch(undefined);

/** The vote form of a panel. Messages are keys of the locales. */
export const VoteFormSchema = z.object({
  email: z.string('editorial:vote.invalidEmail'),
  isImpartial: ImpartialSchema,
  criteria: z.object(Object.fromEntries(criteria.map((name) => [name, AnswerSchema]))).default({}),
  rating: z.enum(['1', '2'], 'editorial:vote.invalidRating').transform((rating): Rating => (rating === '1' ? 1 : 2)),
  note: typedTextSchema({ tooLong: 'editorial:vote.noteHint' }).default(''),
  /** Changes are sent by a button of their own, and must not get lost with a vote. */
  points: z
    .string()
    .default('')
    .refine((text) => text.trim() === '', 'board:changes.notSent'),
  /** Version of the panel that was shown. Without a valid one the panel counts as empty then. */
  version: z.number().int().min(0).catch(0),
});

/** The same form, sent to ask for changes. */
export const ChangesFormSchema = z.object({
  isImpartial: ImpartialSchema,
  points: z
    .string('errors:points-missing')
    .transform(pointsOf)
    .refine((points) => points.length > 0, 'errors:points-missing')
    .refine((points) => points.length <= maxChangePoints, 'errors:too-many-points')
    .refine((points) => points.every(({ length }) => length <= maxCommentCharacters), 'board:changes.tooLong'),
});
