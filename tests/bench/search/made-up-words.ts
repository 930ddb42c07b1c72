import type { Language } from '@domain/language';
import type { Random } from '../../../services/repository/help-files/made-up-people';

/** Frequent words that say nothing, of which a third of each text consists. */
const connecting: Record<Language, string> = {
  de: 'der die und in von mit zu den bei für im des auf wurde wurden eine nach sich als aus an einer über zwischen durch ist werden nicht sowie am',
  en: 'the of and in to a with were was for by at from on as between after or an is that all during who than per each their not into',
};

/** Words of studies on motor performance, the frequent ones first. */
const topics: Record<Language, string> = {
  de: 'Kinder Studie Jahre Test Schule Kraft Ausdauer Daten Messung Jungen Mädchen Jugendliche Bewegung Sport Leistung Fitness Alter Gesundheit Entwicklung Gruppe Sprung Lauf Klasse Erhebung Stichprobe Koordination Beweglichkeit Gleichgewicht Erwachsene Training Ergebnisse Normwerte Verein Region Übergewicht Körper Aktivität Schnelligkeit Vergleich Längsschnitt Programm Senioren Wirkung Unterricht Förderung Grundschule Turnen Hand Bein Rumpf Stadt Land Größe Gewicht Geschlecht Zusammenhang Muskel Motorik Fähigkeit Querschnitt Wiederholung Sprint Ball Wurf Rücken Herz Kreislauf Kindergarten Gymnasium Talent Rehabilitation Belastung Pause Sprache Migration Umwelt Wohnort Familie Eltern Ernährung Schlaf Medien',
  en: 'children study years test school strength endurance data measurement boys girls adolescents movement sport performance fitness age health development group jump run class survey sample coordination flexibility balance adults training results reference club region overweight body activity speed comparison longitudinal programme seniors effect lessons promotion primary gymnastics hand leg trunk city country height weight sex association muscle motor ability cross-sectional repetition sprint ball throw back heart circulation kindergarten secondary talent rehabilitation load break language migration environment residence family parents nutrition sleep media',
};

const syllables =
  'ba be bir bo dan de dor el en fal fen ger gra hal hei in ka kel kir la len lim ma men mor na nor ol pel ra ren ro sal sen stel tal ter ul van ver wal wen zin'.split(
    ' ',
  );

/** Rare words of a language: names of projects, places and instruments, typing errors. */
const rareWords = 30_000;

/** Words of a language by how often they are used, and compounds. */
export class MadeUpWords {
  readonly #connecting: string[];
  readonly #telling: string[];
  readonly #reach: number[] = [];

  constructor(language: Language, random: Random) {
    this.#connecting = connecting[language].split(' ');
    const known = topics[language].split(' ');
    const compounds = language === 'de' ? compoundsOf(known) : [];
    const rare = Array.from({ length: rareWords }, () => madeUpWord(random));
    this.#telling = [...known, ...shuffled([...compounds, ...rare], random)];
    // Zipf's law: the word at rank n is used 1/n as often as the first one.
    let reach = 0;
    for (let rank = 1; rank <= this.#telling.length; rank += 1) this.#reach.push((reach += 1 / (rank + 2)));
  }

  /** A word that says something, a frequent one most of the time. */
  word(random: Random): string {
    const wanted = random.fraction() * this.#reach.at(-1)!;
    let [from, to] = [0, this.#reach.length - 1];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#reach[middle]! < wanted) from = middle + 1;
      else to = middle;
    }
    return this.#telling[from]!;
  }

  /** Some words that say something. */
  words(count: number, random: Random): string[] {
    return Array.from({ length: count }, () => this.word(random));
  }

  /** A text of so many words in sentences. */
  text(count: number, random: Random): string {
    const words = Array.from({ length: count }, (_, index) => {
      const word =
        index % 3 === 1 ? this.#connecting[random.whole(0, this.#connecting.length - 1)]! : this.word(random);
      return index % 14 === 13 ? `${word}.` : word;
    });
    return words.join(' ');
  }
}

/** A pronounceable word of two to four syllables. */
export function madeUpWord(random: Random): string {
  const count = random.whole(2, 4);
  return Array.from({ length: count }, () => syllables[random.whole(0, syllables.length - 1)]).join('');
}

/** 'Grundschulkinder': two words of studies as one. */
function compoundsOf(words: string[]): string[] {
  return words.flatMap((first) =>
    words.flatMap((second) => (first === second ? [] : `${first.replace(/(?:en|e)$/, '')}${second.toLowerCase()}`)),
  );
}

function shuffled(words: string[], random: Random): string[] {
  for (let last = words.length - 1; last > 0; last -= 1) {
    const other = random.whole(0, last);
    [words[last], words[other]] = [words[other]!, words[last]!];
  }
  return words;
}
