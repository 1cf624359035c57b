import { type Reader, unreadIn } from '#sdk/log/unread.js';
import type { Row } from '#sdk/wire.js';

const ada: Reader = { accountId: 'a', username: 'ada', readSeq: 3 };

const row = (fields: object): Row =>
  ({
    seq: 4,
    sender: { account_id: 'b', role: 'member' },
    mentions: [],
    discussion_of: null,
    deleted_at: null,
    ...fields,
  }) as never;
const counted = (fields: object, reader = ada) => Object.values(unreadIn([row(fields)], reader));

describe('a row counts', () => {
  it.each([
    ['of somebody else', {}, [1, 0]],
    ['that is read', { seq: 3 }, [0, 0]],
    ['of the account', { sender: { account_id: 'a' } }, [0, 0]],
    ['about an act of the account', { sender: null, event: { actor: 'ada' } }, [0, 0]],
    ['about an act of somebody else', { sender: null, event: { actor: 'bob' } }, [1, 0]],
    ['of a discussion', { discussion_of: 'm' }, [0, 0]],
    ['that is deleted', { deleted_at: 1 }, [0, 0]],
    ['with the name', { mentions: ['ada'] }, [1, 1]],
    ['with another name', { mentions: ['bob'] }, [1, 0]],
    ['with the @all of an admin', { mentions: ['all'], sender: { account_id: 'b', role: 'admin' } }, [1, 1]],
    ['of a member that names somebody called all', { mentions: ['all'] }, [1, 0]],
    ['of an event with @all', { mentions: ['all'], sender: null }, [1, 1]],
  ])('%s', (_, fields, counts) => expect(counted(fields)).toEqual(counts));

  it('for an account without a name', () => {
    expect(counted({ mentions: [null] }, { ...ada, username: null })).toEqual([1, 0]);
  });
});
