import { z } from 'zod';

import { maxValueCharacters } from '../limits';
import { storableText } from '../text';

/** How often somebody gets mails of the board: one for each event, or one a day with all of them. */
export const MailRhythmSchema = z.enum(['each', 'daily']);
export type MailRhythm = z.infer<typeof MailRhythmSchema>;

/** Maximum number of topics in a profile. */
export const maxTopics = 50;

const TextSchema = z.string().trim().max(maxValueCharacters).transform(storableText);
const DaySchema = z.iso.date();

/** What a member of the board says about themselves: `GET` and `PUT api/editorial/profile`. */
export const ExpertProfileSchema = z.object({
  institution: TextSchema,
  /** Keys of motor tests, and words for methods. */
  topics: z.array(TextSchema).max(maxTopics),
  /** First and last day of an absence, during which nobody invites them. */
  awayFrom: DaySchema.nullable(),
  awayUntil: DaySchema.nullable(),
  mails: MailRhythmSchema,
});
export type ExpertProfile = z.infer<typeof ExpertProfileSchema>;

/** The profile of somebody who has said nothing. */
export const emptyProfile: ExpertProfile = {
  institution: '',
  topics: [],
  awayFrom: null,
  awayUntil: null,
  mails: 'each',
};

/** Whether somebody is away on a day, yyyy-MM-dd. An absence may be open at either end. */
export function isAway({ awayFrom, awayUntil }: Pick<ExpertProfile, 'awayFrom' | 'awayUntil'>, day: string): boolean {
  if (awayFrom === null && awayUntil === null) return false;
  return (awayFrom === null || day >= awayFrom) && (awayUntil === null || day <= awayUntil);
}
