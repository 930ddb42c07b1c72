import { z } from 'zod';

import type { MetadataEntry } from '../api/metadata';
import type { ErrorCode } from '../error-codes';
import { maxCommentCharacters, minCommentCharacters } from '../limits';
import { addDays } from '../local-time';
import { embargoDay, isUnderEmbargo, latestEmbargoEnd } from '../metadata/embargo';
import { firstValueOf } from '../metadata/entries';
import { fieldIds } from '../metadata/field-ids';
import { formatDateRange, parseDateRange } from '../metadata/storage-forms';
import { storableText } from '../text';
import { statusRules, type UploadStatus, UploadStatusSchema } from '../upload-status';
import { UploadIdSchema } from '../upload-id';

/*
 * How long an embargo may last and who changes it (docs/embargo.md). Days are those of the time zone of the installation.
 */

/** Days before the end of an embargo on which the contributor gets a notice. Own estimate: time to ask for more. */
export const embargoNoticeDays = 14;

/** What is done with the embargo of an accepted data set: its contributor shortens it, the chair lengthens it. */
export const embargoActs = ['shorten', 'lengthen'] as const;
export type EmbargoAct = (typeof embargoActs)[number];

/** What decides whether the embargo of a data set may be changed. */
export interface EmbargoFacts {
  status: UploadStatus;
  isWithdrawn: boolean;
  isPublished: boolean;
  metadata: readonly MetadataEntry[];
  /** Yyyy-MM-dd. */
  today: string;
  /** Day on which the first accepted data set of the study was accepted, yyyy-MM-dd. All of them share the embargo. */
  acceptedOn: string;
}

/** Why an embargo cannot be changed at all; null if it can. */
export function embargoRefusal(facts: EmbargoFacts): ErrorCode | null {
  if (!statusRules[facts.status].published) return 'not-accepted';
  if (facts.isWithdrawn) return 'data-set-withdrawn';
  if (facts.isPublished) return 'already-published';
  return isUnderEmbargo(facts.metadata, facts.today) ? null : 'no-embargo';
}

/** Days that an act may choose as the end of the embargo, both included. There are none if `from` is after `to`. */
export function endsOf(act: EmbargoAct, { metadata, today, acceptedOn }: EmbargoFacts): { from: string; to: string } {
  const end = embargoDay(metadata);
  if (act === 'shorten') return { from: today, to: addDays(end, -1) };
  return { from: addDays(end, 1), to: latestEmbargoEnd(acceptedOn) };
}

/** Why an act may not choose a day as the end of the embargo; null if it may. */
export function embargoChangeRefusal(act: EmbargoAct, facts: EmbargoFacts, until: string): ErrorCode | null {
  const refusal = embargoRefusal(facts);
  if (refusal) return refusal;
  return embargoDayRefusal(act, endsOf(act, facts), until);
}

/** Why a day is none of those that an act may choose; null if it is one. */
export function embargoDayRefusal(
  act: EmbargoAct,
  { from, to }: { from: string; to: string },
  until: string,
): ErrorCode | null {
  if (act === 'shorten') return until < from || until > to ? 'embargo-not-shorter' : null;
  if (until < from) return 'embargo-not-longer';
  return until > to ? 'embargo-too-long' : null;
}

/** What an act can still do with the embargo of a data set. */
export function allowedEmbargoActs(facts: EmbargoFacts): EmbargoAct[] {
  if (embargoRefusal(facts)) return [];
  return embargoActs.filter((act) => {
    const { from, to } = endsOf(act, facts);
    return from <= to;
  });
}

/** The value of the embargo field with another end. A begin after it is left out. */
export function withEmbargoEnd(metadata: readonly MetadataEntry[], until: string): string {
  const range = parseDateRange(firstValueOf(metadata, fieldIds.embargo));
  const [year = '', month = '', day = ''] = until.split('-');
  const none = { year: '', month: '', day: '' };
  const begin = range?.begin ?? none;
  const begins = [begin.year, (begin.month || '1').padStart(2, '0'), (begin.day || '1').padStart(2, '0')].join('-');
  const end = { year, month: String(Number(month)), day: String(Number(day)) };
  return formatDateRange({ begin: begin.year !== '' && begins <= until ? begin : none, end });
}

/** Whether the contributor is to be told that the embargo ends soon. With little time, the acceptance has told it. */
export function isNoticeDue(end: string, { today, acceptedOn }: Pick<EmbargoFacts, 'today' | 'acceptedOn'>): boolean {
  const noticeDay = addDays(end, -embargoNoticeDays);
  return end > today && noticeDay <= today && noticeDay > acceptedOn;
}

const DaySchema = z.iso.date();

/** Body of `POST api/fileupload/{id}/embargo`. */
export const ShorterEmbargoSchema = z.object({
  until: DaySchema.describe(
    'New end, yyyy-MM-dd, from today to the day before the present end. Today publishes the data.',
  ),
});

/** Body of `POST api/editorial/{id}/embargo`. */
export const LongerEmbargoSchema = z.object({
  until: DaySchema.describe('New end, yyyy-MM-dd, at most 24 months after the first acceptance in the study.'),
  reason: z
    .string()
    .trim()
    .max(maxCommentCharacters)
    .transform(storableText)
    .describe(`Public reason, at least ${minCommentCharacters} characters.`),
});
export type LongerEmbargo = z.infer<typeof LongerEmbargoSchema>;

/** Embargo of a data set as its contributor and the chair see it. */
export const EmbargoViewSchema = z.object({
  id: UploadIdSchema,
  nr: z.number().int().nullable().describe('Public number of the data set; null before acceptance.'),
  status: UploadStatusSchema,
  fileName: z.string(),
  title: z.string().nullable(),
  until: z.string().describe("End of the embargo, yyyy-MM-dd; '' if there is none or it is over."),
  isPublished: z.boolean().describe('The data is public.'),
  isWithdrawn: z.boolean(),
  shorten: z.object({ from: z.string(), to: z.string() }).nullable().describe('Days that may be chosen to shorten it.'),
  lengthen: z.object({ from: z.string(), to: z.string() }).nullable().describe('Days that the chair may choose.'),
  others: z.array(z.string()).describe('File names of the other accepted data sets of the study, which share it.'),
  changes: z
    .array(
      z.object({
        at: z.iso.datetime(),
        act: z.enum(embargoActs),
        until: z.string().describe('The end that was chosen, yyyy-MM-dd.'),
        reason: z.string(),
      }),
    )
    .describe('How it was changed, oldest first.'),
});
export type EmbargoView = z.infer<typeof EmbargoViewSchema>;
