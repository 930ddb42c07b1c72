/** Of equal lines so many are written in a minute; the others are counted. */
export const maxEqualLines = 10;
const windowMs = 60_000;
/** Different lines that are counted beside each other; those beyond count as equal. */
const maxKinds = 500;

export interface RepeatLimit {
  /** Whether a line may be written: it is not one of many that say the same. */
  admit(kind: string): boolean;
  /** Tells what is counted by now, as the process ends. */
  end(): void;
}

/** `tell` hears at the end of each minute how many lines of a kind were left out. */
export function createRepeatLimit(tell: (kind: string, left: number) => void): RepeatLimit {
  const counts = new Map<string, { count: number; timer: NodeJS.Timeout }>();
  const close = (kind: string) => {
    const { count = 0, timer } = counts.get(kind) ?? {};
    clearTimeout(timer);
    counts.delete(kind);
    if (count > maxEqualLines) tell(kind, count - maxEqualLines);
  };
  return {
    admit: (given) => {
      const kind = counts.has(given) || counts.size < maxKinds ? given : 'various';
      const known = counts.get(kind);
      if (known) return ++known.count <= maxEqualLines;
      counts.set(kind, { count: 1, timer: setTimeout(close, windowMs, kind).unref() });
      return true;
    },
    end: () => [...counts.keys()].forEach(close),
  };
}
