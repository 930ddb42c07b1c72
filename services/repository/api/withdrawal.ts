import { Hono } from 'hono';

import { WithdrawalDecisionSchema, WithdrawalReasonSchema } from '@domain/life/withdrawal';

import {
  askOwnRemoval,
  askRemoval,
  confirmOwnRemoval,
  confirmRemoval,
  declineRemoval,
  takeRemovalBack,
} from '../usecases/life/removal';
import {
  askWithdrawal,
  decideWithdrawal,
  findOwnWithdrawal,
  listWithdrawals,
  readWithdrawalAsChair,
  restoreDataSet,
  takeWithdrawalBack,
} from '../usecases/life/withdrawal';
import { type ApiEnvironment, callerOf, readJson } from './environment';

/** Withdrawal of accepted data sets, by their contributors and the chair. */
export const withdrawalRoutes = new Hono<ApiEnvironment>();

withdrawalRoutes.get('/api/fileupload/:id/withdrawal', async (c) =>
  c.json(await findOwnWithdrawal(callerOf(c, 'findOwnWithdrawal'), c.get('repository'), c.req.param('id'))),
);

withdrawalRoutes.post('/api/fileupload/:id/withdrawal', async (c) => {
  const actor = callerOf(c, 'askWithdrawal');
  const { reason } = await readJson(c, WithdrawalReasonSchema);
  return c.json(await askWithdrawal(actor, c.get('repository'), c.req.param('id'), reason));
});

withdrawalRoutes.delete('/api/fileupload/:id/withdrawal', async (c) =>
  c.json(await takeWithdrawalBack(callerOf(c, 'takeWithdrawalBack'), c.get('repository'), c.req.param('id'))),
);

withdrawalRoutes.delete('/api/fileupload/:id/removal', async (c) =>
  c.json(await takeRemovalBack(callerOf(c, 'takeRemovalBack'), c.get('repository'), c.req.param('id'))),
);

withdrawalRoutes.post('/api/fileupload/:id/removal', async (c) => {
  const actor = callerOf(c, 'askOwnRemoval');
  const { reason } = await readJson(c, WithdrawalReasonSchema);
  return c.json(await askOwnRemoval(actor, c.get('repository'), c.req.param('id'), reason));
});

withdrawalRoutes.post('/api/fileupload/:id/removal/confirmation', async (c) =>
  c.json(await confirmOwnRemoval(callerOf(c, 'confirmOwnRemoval'), c.get('repository'), c.req.param('id'))),
);

withdrawalRoutes.get('/api/editorial/withdrawals', async (c) =>
  c.json(await listWithdrawals(callerOf(c, 'listWithdrawals'), c.get('repository'))),
);

withdrawalRoutes.get('/api/editorial/:id/withdrawal', async (c) =>
  c.json(await readWithdrawalAsChair(callerOf(c, 'readWithdrawalAsChair'), c.get('repository'), c.req.param('id'))),
);

withdrawalRoutes.post('/api/editorial/:id/withdrawal', async (c) => {
  const actor = callerOf(c, 'decideWithdrawal');
  const decision = await readJson(c, WithdrawalDecisionSchema);
  return c.json(await decideWithdrawal(actor, c.get('repository'), c.req.param('id'), decision));
});

withdrawalRoutes.post('/api/editorial/:id/restoration', async (c) => {
  const actor = callerOf(c, 'restoreDataSet');
  const { reason } = await readJson(c, WithdrawalReasonSchema);
  return c.json(await restoreDataSet(actor, c.get('repository'), c.req.param('id'), reason));
});

withdrawalRoutes.post('/api/editorial/:id/removal', async (c) => {
  const actor = callerOf(c, 'askRemoval');
  const { reason } = await readJson(c, WithdrawalReasonSchema);
  return c.json(await askRemoval(actor, c.get('repository'), c.req.param('id'), reason));
});

withdrawalRoutes.post('/api/editorial/:id/removal/refusal', async (c) => {
  const actor = callerOf(c, 'declineRemoval');
  const { reason } = await readJson(c, WithdrawalReasonSchema);
  return c.json(await declineRemoval(actor, c.get('repository'), c.req.param('id'), reason));
});

withdrawalRoutes.post('/api/editorial/:id/removal/confirmation', async (c) =>
  c.json(await confirmRemoval(callerOf(c, 'confirmRemoval'), c.get('repository'), c.req.param('id'))),
);
