/** The offers for one person: their segments are read for this request, and leave no trace of it. */
import { LRUCache } from 'lru-cache';
import type { Session } from '#actors/user/commands.js';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import type { InterestProfile } from '#src/domain/interests/interest-profile.js';
import type { SponsoredHide, SponsoredId } from '#src/domain/sponsored/sponsored.js';
import { reachOf, type Viewer } from '#src/domain/sponsored/sponsored-audience.js';
import type { Reader } from '#src/store/store.js';
import type { TokenHolder } from '../routing/route.js';
import { chooseItem } from './choose-item.js';
import type { LiveItem, LiveItemsCache } from './live-items-cache.js';

export interface SponsoredOffers {
  /** Null when the account sees no sponsored items, or none is meant for it. */
  offer(holder: TokenHolder): Promise<LiveItem | null>;
}

export interface OffersDeps {
  reader: Reader;
  liveItems: LiveItemsCache;
  env: { now(): number; random(): number };
}

const HIDDEN_MAX = 10_000;
/** For so many people this node remembers their latest offer. */
const REMEMBERED_MAX = 20_000;

export function createSponsoredOffers({ reader, liveItems, env }: OffersDeps): SponsoredOffers {
  const last = new LRUCache<AccountId, SponsoredId>({ max: REMEMBERED_MAX });

  return {
    async offer(holder) {
      const items = await liveItems.items();
      if (items.isEmpty) return null;
      const { accountId } = holder;
      const [viewer, hidden] = await Promise.all([viewerOf(reader, holder), hiddenFrom(reader, accountId)]);
      if (!viewer) return null;
      const about = { ...viewer, hidden, last: last.get(accountId), now: env.now() };
      const chosen = chooseItem(items.reaching(reachOf(viewer)), about, env.random);
      if (chosen) last.set(accountId, chosen.item._id);
      return chosen;
    },
  };
}

/** Null for premium accounts. Without personalized ads nothing of the profile is looked at. */
async function viewerOf(reader: Reader, { accountId, sessionId }: TokenHolder): Promise<Viewer | null> {
  const [account, session, profile] = await Promise.all([
    reader.get<Account>('accounts', accountId),
    reader.get<Session>('sessions', sessionId),
    reader.get<InterestProfile>('interestProfiles', accountId),
  ]);
  if (!account || account.premium) return null;
  return {
    language: session?.language ?? null,
    platform: session?.platform ?? null,
    profile: account.profile.personalizedAds ? profile : null,
  };
}

async function hiddenFrom(reader: Reader, account: AccountId): Promise<Set<SponsoredId>> {
  const range = { index: 'byAccount', prefix: [account], limit: HIDDEN_MAX };
  const hidden = await reader.range<SponsoredHide>('sponsoredHidden', range);
  return new Set(hidden.map(({ item }) => item));
}
