import { z } from 'zod';

import { MetadataEntrySchema } from '@domain/api/metadata';
import { type Language, languages } from '@domain/language';
import { titleIn, titlesOf } from '@domain/metadata/text-language';
import { fillText, oneLine } from '@domain/text';

import type { Mail } from '../context/mailer';
import { readTexts } from '../locale-texts';

const VersionMailTextsSchema = z.object({ subject: z.string(), text: z.string() });
type VersionMailTexts = z.infer<typeof VersionMailTextsSchema>;

const texts: Record<Language, VersionMailTexts> = readTexts('mail-versions', VersionMailTextsSchema);

interface VersionMailValues {
  name: string;
  email: string;
  /** Language of the reader; null if it is unknown. */
  language: Language | null;
  /** URL of the site without a trailing slash. */
  origin: string;
  /** Secret of the link that ends these mails. */
  endToken: string;
  nr: number;
  version: number;
  /** Published metadata of the version. */
  metadata: unknown;
  /** What is new, in the contributor's words. */
  news: string;
}

/**
 * Composes the mail about a new version of a data set that its reader has downloaded, in the reader's language, or in
 * both if it is unknown. What users typed is put on one line, so that it cannot imitate our own text.
 */
export function composeVersionMail(values: VersionMailValues): Mail {
  const { name, email, language, origin, endToken, nr, version, metadata, news } = values;
  const titles = titlesOf(MetadataEntrySchema.array().parse(metadata));
  const used = language === null ? languages : [language];
  const parts = used.map((each) => {
    return fillText(texts[each].text, {
      name: oneLine(name || email),
      title: oneLine(titleIn(titles, each)?.text ?? String(nr)),
      version: String(version),
      news: oneLine(news),
      address: `${origin}/data-set/${nr}`,
      endAddress: `${origin}/my-downloads/end/${endToken}`,
    });
  });
  return {
    to: email,
    subject: `Motothek: ${used.map((each) => texts[each].subject).join(' / ')}`,
    text: `${parts.join('\n\n---\n\n')}\n`,
    endAddress: `${origin}/api/search/versions/end/${endToken}`,
  };
}
