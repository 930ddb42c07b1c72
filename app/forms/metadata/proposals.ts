import type { DataFacts, MetadataEntry } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';
import { fieldIds } from '@domain/metadata/field-ids';
import { type DateParts, formatDateRange, formatName, type NameParts } from '@domain/metadata/storage-forms';

/** Words of the language in which the form is shown. */
interface ProposalWords {
  age(ages: { from: number; to: number }): string;
  sex(codes: readonly string[]): string;
  test(key: string): string;
}

interface ProposalSource {
  account: { name: string; email: string } | null;
  /** Null if the data cannot be read now. */
  facts: DataFacts | null;
}

/**
 * What account and data say about a study whose metadata nobody has entered yet, as entries of the form. Fields that
 * the schema does not have are left out.
 */
export function proposeMetadata(
  fields: readonly FormField[],
  { account, facts }: ProposalSource,
  words: ProposalWords,
): MetadataEntry[] {
  const name = account && formatName(splitName(account.name));
  const about = facts
    ? [facts.ages ? words.age(facts.ages) : '', facts.sexes.length > 0 ? words.sex(facts.sexes) : '']
    : [];
  const proposed: [id: number, values: (string | null | undefined)[]][] = [
    [fieldIds.author, [name]],
    [fieldIds.contactPerson, [name]],
    [fieldIds.contactEmail, [account?.email]],
    [fieldIds.keyword, facts?.tests.map(words.test) ?? []],
    [
      fieldIds.collection,
      [facts?.begin && formatDateRange({ begin: dayOf(facts.begin), end: dayOf(facts.end ?? facts.begin) })],
    ],
    [fieldIds.criteria, [about.filter((text) => text !== '').join(' ')]],
    [fieldIds.persons, [facts?.persons ? String(facts.persons) : '']],
    [fieldIds.testBattery, facts?.batteries ?? []],
  ];
  return proposed.flatMap(([id, texts]) => {
    const field = fields.find((one) => one.id === id);
    const values = texts.flatMap((text) => text || []);
    if (!field || values.length === 0) return [];
    const parents = field.nestedIn === null ? {} : { parents: values.map(() => 0) };
    return { id, name: field.label, values, ...parents };
  });
}

const particle = /^(?:van|von|vom|zu|zum|zur|de|del|della|di|da|den|der|dos|du|la|le|ten|ter)$/i;

/** Family and given name of a name as people write it: 'Ada von Beck' or 'Beck, Ada'. */
export function splitName(name: string): NameParts {
  const [family = '', given] = name.split(',').map((part) => part.trim());
  if (given !== undefined) return { family, given };
  const words = family.split(/\s+/);
  const first = words.findIndex((word, index) => index > 0 && particle.test(word));
  const start = first > 0 && first < words.length - 1 ? first : words.length - 1;
  return { family: words.slice(start).join(' '), given: words.slice(0, start).join(' ') };
}

function dayOf(iso: string): DateParts {
  const [year = '', month = '', day = ''] = iso.split('-');
  return { year, month: String(Number(month)), day: String(Number(day)) };
}
