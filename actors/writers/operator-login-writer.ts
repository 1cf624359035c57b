/** Logins of operators: each is one document, which is deleted when the login ends. */
import { OPERATOR_LOGINS_MAX, type OperatorLogin } from '#src/domain/operators/operator-login.js';
import { asDoc, type Store, type Write } from '#src/store/store.js';
import type { OperatorLoginWriter } from './commands.js';

/** More than logins at once can leave. */
const READ_MAX = 100;

export function createOperatorLoginWriter(store: Store): OperatorLoginWriter {
  const loginsOf = (person: string) =>
    store.range<OperatorLogin>('operatorLogins', { index: 'byPerson', prefix: [person], desc: true, limit: READ_MAX });
  const removal = ({ _id: id }: OperatorLogin): Write => ({ op: 'del', in: 'operatorLogins', id });
  return {
    async open(login) {
      const held = await loginsOf(login.person);
      const same = held.filter(({ groups }) => groups.join() === login.groups.join());
      const stays = new Set(same.slice(0, OPERATOR_LOGINS_MAX - 1));
      const ended = held.filter((one) => !stays.has(one)).map(removal);
      // The others end first: a failure in between leaves one login too few.
      if (ended.length > 0) await store.write(ended);
      await store.write([{ op: 'put', in: 'operatorLogins', doc: asDoc(login), guard: { absent: true } }]);
    },
    async end(id) {
      await store.write([{ op: 'del', in: 'operatorLogins', id }]);
    },
    async endAll(person) {
      for (;;) {
        const held = await loginsOf(person);
        if (held.length === 0) return;
        await store.write(held.map(removal));
      }
    },
  };
}
