/** The log of the outbox, which the mails of the demonstration enter as one line. */
export interface OutboxLog {
  /** One line on a filed mail. */
  add(text: string): void;
  /** Runs `work`; the lines that come up meanwhile are counted and told together. */
  summarise<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Made for the first start, whose invented studies send a dozen mails to invented people. */
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
