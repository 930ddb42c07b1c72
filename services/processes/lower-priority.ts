import { readdirSync } from 'node:fs';
import os from 'node:os';

const priority = os.constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lets this process give way to others, such as the server that renders everybody's pages. On Linux a priority belongs
 * to a thread, and Node has started some by now; threads that start later inherit it.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return os.setPriority(priority);
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      os.setPriority(Number(thread), priority);
    } catch {
      // It has ended since.
    }
  }
}
