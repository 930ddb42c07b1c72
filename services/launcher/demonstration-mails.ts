/** Log of the outbox. All mails of the demonstration become one line of it. */
export interface OutboxLog {
  /** Logs a line about a stored mail. */
  add(text: string): void;
  /** Runs `work`. Lines that are added in the meantime are only counted, and one line with their number is logged. */
  summarise<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * Creates a log for the first start, at which the invented studies send a dozen mails to invented people. A line for each
 * of them would hide the messages that the operator needs.
 */
export function createOutboxLog(log: (text: string) => void): OutboxLog {
  let counted: number | null = null;
  return {
    add: (text) => {
      if (counted === null) log(text);
      else counted += 1;
    },
    summarise: async (work) => {
      counted = 0;
      try {
        return await work();
      } finally {
        if (counted > 0) log(`${counted} mails of the demonstration are in the outbox`);
        counted = null;
      }
    },
  };
}
