/** Deletes again the accounts that a restored backup brought back. The service erases their data after its start. */
import { randomUUID } from 'node:crypto';
import { built } from './commands.mjs';

export async function closeErased(store, objects) {
  const { erasedAccountOf } = await built('src/domain/accounts/erasure');
  const { createNode } = await built('src/node');
  const { systemEnv } = await built('actors/runtime/system-env');
  const node = createNode({ store, env: systemEnv, owner: randomUUID(), alone: true, brand: '' });
  let closed = 0;
  try {
    for (
      let page = await objects.list('erased/');
      page.length > 0;
      page = await objects.list('erased/', page.at(-1).key)
    ) {
      for (const { key } of page) closed += await close(node, store, erasedAccountOf(key));
    }
  } finally {
    await node.system.stop();
  }
  return closed;
}

async function close(node, store, account) {
  if (account === null || !(await store.get('accounts', account))) return 0;
  await node.users.ask(account, { type: 'give_up' });
  return 1;
}
