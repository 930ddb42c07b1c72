import { OperatorError } from '@domain/operator-error';
import { isOutage, outageStatus } from '@domain/outage';

/** What a command for a move gets. */
export interface MoveCommand {
  environment: Record<string, string | undefined>;
  write: (text: string) => void;
}

/** An outage becomes an OperatorError that also says how things stand (`state`); other errors stay. */
export function reasonOf(error: unknown, state: string): unknown {
  if (error instanceof OperatorError || !isOutage(error)) return error;
  const what = outageStatus(error) === 507 ? 'A disk or the store is full' : 'Something was away or refused the work';
  const { code, name } = error as NodeJS.ErrnoException;
  return new OperatorError(`${what} (${code ?? name}). ${state} Run the move again.`, { cause: error });
}
