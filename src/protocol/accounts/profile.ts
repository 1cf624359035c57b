/** The account's own profile, and its follows. */
import { BIO_MAX, DM_STAR_COST_MAX, type DmPolicy, type PhotoVisibility } from '#src/domain/accounts/account.js';
import { endpoint } from '../schema/endpoint.js';
import { flag, integer, list, object, oneOf, text } from '../schema/kinds.js';
import { accountShape } from '../shapes/account.js';
import { followRowShape } from './people.js';

/** Missing fields stay unchanged. */
export interface ProfileBody {
  bio?: string | null;
  dm_policy?: DmPolicy;
  dm_star_cost?: number;
  photo_visibility?: PhotoVisibility;
  hidden_profile?: boolean;
  personalized_ads?: boolean;
}

const tag = 'Account';
const rows = { 200: { description: 'The newest 200.', shape: object({ people: list(followRowShape).required() }) } };

const profileBody = object<ProfileBody>({
  bio: text().trim().allow('', null).chars(0, BIO_MAX).description('`null` or only blanks clears it.'),
  dm_policy: oneOf('open', 'closed', 'paid').description('`paid` needs a `dm_star_cost` above 0.'),
  dm_star_cost: integer().min(0).max(DM_STAR_COST_MAX),
  photo_visibility: oneOf('everyone', 'followers', 'nobody').description('`followers`: either side follows the other.'),
  hidden_profile: flag(),
  personalized_ads: flag(),
}).label('Profile');

export const profileEndpoints = {
  changeProfile: endpoint({
    id: 'changeProfile',
    method: 'put',
    path: '/api/me/profile',
    tag,
    summary: 'Change the profile of the account',
    description: 'A field that is left out stays. Prices and policies hold for direct chats that are opened later.',
    access: 'bearer',
    body: profileBody,
    answers: { 200: { description: 'The account.', shape: object({ account: accountShape.required() }) } },
  }),
  listOwnFollowers: endpoint({
    id: 'listOwnFollowers',
    method: 'get',
    path: '/api/me/followers',
    tag,
    summary: 'List the followers of the caller, newest first',
    description: 'There are no pages: older followers are counted, and not listed.',
    access: 'bearer',
    answers: rows,
  }),
  listOwnFollowing: endpoint({
    id: 'listOwnFollowing',
    method: 'get',
    path: '/api/me/following',
    tag,
    summary: 'List the accounts that the caller follows, newest first',
    description: 'There are no pages: older ones are counted, and not listed.',
    access: 'bearer',
    answers: rows,
  }),
};
