import { facetNames, sortOrders } from '@domain/search/filters';
import type { Random } from '../../../services/repository/help-files/made-up-people';
import type { MadeUpDataSets } from './made-up-data-set';

const signs = [...'abcdefghijklmnopqrstuvwxyzäöüßABCXYZ0123456789  --/\\\'"„“»«*%_:;,.!?&|<>()[]{}@#$^~+=`\t\n'];
const strange = [
  '\u0000',
  '\u200b',
  '\u202e',
  '𝔎𝔯𝔞𝔣𝔱',
  '👟',
  'ﬁ',
  'é',
  'Å',
  'İ',
  'ſ',
  '中文',
  'кино',
  'حركة',
  '\ud800',
];
const parts = [
  "' or 1=1 --",
  'kraft:*',
  '!!kinder',
  'a <-> b',
  '(((',
  '%',
  '_',
  '*',
  'e*',
  'sch*',
  '10.5072/*',
  '10.5072/MT-77',
  '0000-0002-0000-0077',
  'data-set/5',
  '1950-2099',
  '0-120',
  'PLZ 7',
  '76131',
  '"in der schule"',
  '"of the"',
  '"german sport university"',
  'Universität',
  'Karlsruhe Institute of Technology',
  'Test',
  'Kinder',
  'DMT 6-18',
  'standing long jump',
  'RAW',
  'CC-BY',
  '<script>',
  '../../etc',
];

/** The query of an address as nobody would type it: signs, foreign scripts, very long, very many, or beyond all limits. */
export function hostileSearch({ words }: Pick<MadeUpDataSets, 'words'>, random: Random): string {
  const one = <Value>(values: readonly Value[]): Value => values[random.whole(0, values.length - 1)]!;
  const some = (count: number, make: () => string) => Array.from({ length: count }, make);
  const texts: (() => string)[] = [
    () => some(random.whole(1, 300), () => one(signs)).join(''),
    () => some(random.whole(1, 40), () => one([...signs, ...strange])).join(''),
    () => some(random.whole(1, 25), () => one(parts)).join(one([' ', ';', '; '])),
    () => some(random.whole(5, 40), () => words.de.word(random)).join(one([' ', ';'])),
    () => words.en.word(random).repeat(random.whole(1, 60)),
    () => `"${some(random.whole(2, 12), () => words.de.text(1, random)).join(' ')}"`,
    () => `${words.de.word(random).slice(0, random.whole(1, 4))}*`,
    () => words.de.word(random).replace(/.$/, one(signs)),
  ];
  const query = new URLSearchParams({ q: one(texts)() });
  for (const name of facetNames) {
    if (random.fraction() < 0.15)
      for (const value of some(random.whole(1, 60), () => one(parts))) query.append(name, value);
  }
  if (random.fraction() < 0.3) query.set('sort', one([...sortOrders, 'nothing']));
  if (random.fraction() < 0.3) query.set('page', one(['0', '-1', '2', '1999', '1e9', 'NaN', '']));
  return String(query);
}
