/** The reading events and the interest profile of an account. */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { EntryVisit } from '#src/domain/dictionary/entry-counts.js';
import type { StoredEvent } from '#src/domain/interests/interest-event.js';
import type { InterestProfile } from '#src/domain/interests/interest-profile.js';
import { eachOf, type OwnReader, timeOf } from './own-reader.js';
import type { Row } from './pages.js';

const DAY_MS = 86_400_000;

const underIts = (id: AccountId) => ({ index: '_id', gte: `${id}:`, lt: `${id};` });

export async function* ownReadings(reader: OwnReader, id: AccountId): AsyncGenerator<Row> {
  for await (const event of eachOf<StoredEvent>(reader, 'interestEvents', underIts(id), ({ _id }) => _id)) {
    const { _id: _, account: __, era: ___, place: ____, ...told } = event;
    const { at, type, topic = null, category = null, entryId = null } = told;
    yield { cells: [timeOf(at), type, topic, category, entryId], data: told };
  }
}

/** One line for each entry of the profile. */
export async function* ownInterests(reader: OwnReader, id: AccountId): AsyncGenerator<Row> {
  const profile = await reader.get<InterestProfile>('interestProfiles', id);
  if (!profile) return;
  const { _id: _, builtAt, ...said } = profile;
  yield { cells: ['builtAt', timeOf(builtAt)], data: { builtAt } };
  for (const [field, value] of Object.entries(said)) {
    yield { cells: [field, [value].flat().join(', ')], data: { [field]: value } };
  }
}

export async function* ownVisits(reader: OwnReader, id: AccountId): AsyncGenerator<Row> {
  for await (const visit of eachOf<EntryVisit>(reader, 'entryVisits', underIts(id), ({ _id }) => _id)) {
    const { entry, day } = visit;
    const lastSeen = day === null ? null : day * DAY_MS;
    yield { cells: [entry, timeOf(lastSeen).slice(0, 10)], data: { entry, lastSeen } };
  }
}
