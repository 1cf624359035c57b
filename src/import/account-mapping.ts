/** The mapping of people of the export to accounts: their id or e-mail address there, the account here. */
import type { AccountId } from '#src/domain/accounts/account.js';
import { foldUsername } from '#src/domain/accounts/username.js';
import type { Doc, Reader } from '#src/store/store.js';
import { ImportError, type SourcePerson } from './common-form.js';
import { PEOPLE_MAX } from './import-bounds.js';
import { fieldsOf } from './readers/fields.js';

export interface MappedAccount {
  accountId: AccountId;
  username: string;
}

export class AccountMapping {
  readonly #accounts: ReadonlyMap<string, MappedAccount>;

  private constructor(accounts: ReadonlyMap<string, MappedAccount>) {
    this.#accounts = accounts;
  }

  /** `value`: `{"U024BE7LH": "<account id>", "ada@example.org": "@ada"}`. */
  static async read(reader: Reader, value: unknown): Promise<AccountMapping> {
    const pairs = Object.entries(fieldsOf(value, 'the mapping'));
    if (pairs.length > PEOPLE_MAX) throw new ImportError('the mapping', `it has more than ${PEOPLE_MAX} people`);
    const accounts = new Map<string, MappedAccount>();
    for (const [key, address] of pairs) {
      if (typeof address !== 'string') throw new ImportError(`the mapping, "${key}"`, 'its account is no text');
      accounts.set(keyOf(key), await accountOf(reader, address, `the mapping, "${key}"`));
    }
    return new AccountMapping(accounts);
  }

  of({ id, email }: SourcePerson): MappedAccount | null {
    return this.#accounts.get(id) ?? (email === null ? null : (this.#accounts.get(keyOf(email)) ?? null));
  }
}

const keyOf = (key: string): string => (key.includes('@') ? key.toLowerCase() : key);

/** An account by its id, or by `@username`. */
export async function accountOf(reader: Reader, address: string, place: string): Promise<MappedAccount> {
  const id = address.startsWith('@')
    ? (await reader.get<Doc & { account: string }>('usernames', foldUsername(address.slice(1))))?.account
    : address;
  const account = id ? await reader.get<Doc & { username: string | null }>('accounts', id) : null;
  if (!account) throw new ImportError(place, `there is no account ${address}`);
  if (!account.username) throw new ImportError(place, `the account ${address} has no username yet`);
  return { accountId: account._id, username: account.username };
}
