import { possibleTrials } from '../vocabulary';
import { trialConcept, type TargetConcepts } from './name-targets';
import { filler, trialWord, type Lexicon } from './read-concepts';
import { joinTokens, type Token } from './split-header';

/** Phrase found in a header: tokens `from` to `to`, `to` excluded. */
export interface Span {
  from: number;
  to: number;
  concept: string;
  isAbbreviation: boolean;
  characters: number;
}

/** Too short to be unique, so it only counts right before the number, as in 'T2'. */
const trialLetter = 't';

/** Endings of ordinal numbers ('2nd trial', '2ter Versuch'), and ordinal numbers in words. */
const ordinalEnds = ['st', 'nd', 'rd', 'th', 'te', 'ter', 'tes'];
const ordinals = new Map(
  [
    ['first', 'erste', 'erster', 'erstes'],
    ['second', 'zweite', 'zweiter', 'zweites'],
    ['third', 'dritte', 'dritter', 'drittes'],
    ['fourth', 'vierte', 'vierter', 'viertes'],
    ['fifth', 'fuenfte', 'fuenfter', 'fuenftes'],
    ['sixth', 'sechste', 'sechster', 'sechstes'],
  ].flatMap((words, index) => words.map((word): [string, number] => [word, index + 1])),
);

/** All phrases of the lexicon and all numbered trials in a header's tokens, besides the phrases already found. */
export function findSpans(
  tokens: readonly Token[],
  { phrases, maxWords }: Lexicon,
  found: readonly Span[] = [],
): Span[] {
  const spans: Span[] = [...found];
  for (let from = 0; from < tokens.length; from += 1) {
    for (let to = from + 1; to <= Math.min(tokens.length, from + maxWords); to += 1) {
      const part = tokens.slice(from, to);
      const phrase = joinTokens(part);
      const apart = part.filter((token, i) => isApart(part[i - 1], token)).length;
      for (const { concept, isAbbreviation, words } of phrases.get(phrase) ?? []) {
        if (isAbbreviation && apart > words) continue;
        spans.push({ from, to, concept, isAbbreviation, characters: phrase.length });
      }
    }
  }
  return [...spans, ...findTrials(tokens, spans), ...findBeams(tokens)];
}

/** Whether a word stands apart from the one before it. Letters with dots between them are one: 'Jg.st.'. */
function isApart(before: Token | undefined, { start }: Token): boolean {
  if (!before) return true;
  return start > before.end + (before.shortened === 'dot' ? 1 : 0);
}

/** Widths of the beams in cm, the middle one also without its half. */
const beams = new Map([
  ['6', 'beam-60'],
  ['4.5', 'beam-45'],
  ['4', 'beam-45'],
  ['3', 'beam-30'],
]);

/** A width without its unit, right before the number of a trial: 'Bal_4,5_1'. */
function findBeams(tokens: readonly Token[]): Span[] {
  return tokens.flatMap(({ text }, at): Span[] => {
    const concept = beams.get(text);
    if (concept === undefined || !tokens[at + 1]?.isNumber || at + 2 < tokens.length) return [];
    return [{ from: at, to: at + 1, concept, isAbbreviation: true, characters: text.length }];
  });
}

function findTrials(tokens: readonly Token[], spans: readonly Span[]): Span[] {
  const isTrialWord = (at: number) =>
    spans.some((span) => span.concept === trialWord && span.from === at && span.to === at + 1);
  return tokens.flatMap((token, at): Span[] => {
    const ordinal = ordinals.get(token.text);
    if (ordinal && isTrialWord(at + 1)) return [trialSpan(tokens, ordinal, at, at + 2)];
    const trial = Number(token.text);
    if (!token.isNumber || !possibleTrials.includes(trial)) return [];
    const make = (from: number, to: number) => trialSpan(tokens, trial, from, to);
    const before = at > 0 && isTrialWord(at - 1) ? [make(at - 1, at + 1)] : [];
    const next = tokens[at + 1]?.text ?? '';
    const after = isTrialWord(at + 1) && next !== trialLetter ? [make(at, at + 2)] : [];
    const counted = ordinalEnds.includes(next) && isTrialWord(at + 2) ? [make(at, at + 3)] : [];
    const alone = at > 0 && at === tokens.length - 1 ? [make(at, at + 1)] : [];
    return [...before, ...after, ...counted, ...alone];
  });
}

function trialSpan(tokens: readonly Token[], trial: number, from: number, to: number): Span {
  const { length } = joinTokens(tokens.slice(from, to));
  return { from, to, concept: trialConcept(trial), isAbbreviation: false, characters: length };
}

/** How well the concepts of a target explain a header. */
export interface Cover {
  /** All of its words are explained. */
  isWhole: boolean;
  /** A required word is abbreviated. */
  hasAbbreviation: boolean;
  /** The phrases of its concepts, from which the reason is made. */
  used: Span[];
}

/** Best explanation of a header by the concepts of a target, including all required ones; null if there is none. */
export function coverHeader(
  tokens: readonly Token[],
  spans: readonly Span[],
  { concepts, optional }: TargetConcepts,
): Cover | null {
  const usable = spans.filter(
    ({ concept }) => concepts.includes(concept) || optional.includes(concept) || concept === filler,
  );
  const best = longestChain(tokens.length, usable, concepts);
  if (!best) return null;
  return {
    isWhole: best.reduce((sum, { from, to }) => sum + to - from, 0) === tokens.length,
    hasAbbreviation: best.some(({ concept, isAbbreviation }) => isAbbreviation && concepts.includes(concept)),
    used: best.filter(({ concept }) => concept !== filler),
  };
}

/** Spans that do not overlap, cover all required concepts and explain the most characters. */
function longestChain(length: number, spans: readonly Span[], needed: readonly string[]): Span[] | null {
  const all = (1 << needed.length) - 1;
  interface Chain {
    characters: number;
    spans: Span[];
  }
  /** Best chain up to each token index, by its concepts as bits. */
  const best: Map<number, Chain>[] = Array.from({ length: length + 1 }, () => new Map<number, Chain>());
  best[0]?.set(0, { characters: 0, spans: [] });
  const offer = (at: number, mask: number, chain: Chain) => {
    const there = best[at]?.get(mask);
    if (!there || there.characters < chain.characters) best[at]?.set(mask, chain);
  };
  for (let at = 0; at < length; at += 1) {
    for (const [mask, chain] of best[at] ?? []) {
      offer(at + 1, mask, chain);
      for (const span of spans) {
        if (span.from !== at) continue;
        const bit = needed.indexOf(span.concept);
        offer(span.to, bit < 0 ? mask : mask | (1 << bit), {
          characters: chain.characters + span.characters,
          spans: [...chain.spans, span],
        });
      }
    }
  }
  return best[length]?.get(all)?.spans ?? null;
}
