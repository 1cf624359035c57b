/** A life of each kind of actor that decides with transactions, step by step. */
import type { Node } from '#src/node.js';
import type { Store } from '#src/store/store.js';

export type Step = (node: Node, store: Store) => Promise<unknown>;

const hash = (n: number) => `hash-${n}`;

const account = (id: string) => ({
  _id: id,
  version: 1,
  fingerprint: `f-${id}`,
  developer: false,
  username: null,
  birthDate: null,
  gender: null,
  profile: {},
  premium: false,
  createdAt: 0,
});

export async function people(store: Store): Promise<void> {
  await store.write(
    ['u1', 'u2', 'u3'].flatMap((id) => [
      { op: 'put' as const, in: 'accounts' as const, doc: account(id) },
      { op: 'put' as const, in: 'tallies' as const, doc: { _id: id, stars: 0, followers: 0, following: 0 } },
    ]),
  );
  const room = { _id: 'cay-evi', room: 'r1' };
  await store.write([
    { op: 'put', in: 'slugs', doc: room },
    { op: 'put', in: 'reports', doc: { ...report, by: 'u1', status: 'open', at: 0 } },
  ]);
}

const report = {
  _id: 'report-1',
  kind: 'account' as const,
  target: 'u2',
  reason: 'spam',
  text: null,
  content: null,
};

const user =
  (command: Parameters<Node['users']['tryAsk']>[1]): Step =>
  ({ users }) =>
    users.tryAsk('u1', command);

const opened = (sessionId: string, n: number) => ({ sessionId, refreshHash: hash(n), refreshExpiresAt: 9e15 });

const upload = (n: number) => ({
  key: `avatars/u1/p${n}.jpg`,
  thumbKey: `avatars/u1/p${n}-thumb.jpg`,
  contentType: 'image/jpeg' as const,
  byteSize: 1_000,
  sizePx: 100,
});

const photo =
  (type: 'choose_photo' | 'delete_photo', key: string): Step =>
  async ({ users }) => {
    const photos = await users.ask('u1', { type: 'list_photos' });
    const photoId = photos.find(({ photo }) => photo.key === key)?.photo.id ?? 'none';
    return users.tryAsk('u1', { type, photoId });
  };

const ofUsers: Record<string, Step> = {
  open_session: user({ type: 'open_session', ...opened('s1', 1), claims: { birthDate: '2000-01-01', gender: null } }),
  another_session: user({ type: 'open_session', ...opened('s2', 2) }),
  set_device: user({
    type: 'set_device',
    sessionId: 's1',
    fields: { platform: 'ios' },
    pushEnv: 'production',
    push: { id: 'p1', token: 't1' },
  }),
  rotate_session: user({ type: 'rotate_session', usedHash: hash(1), isGenuine: true, ...opened('s1', 3) }),
  forget_token: user({ type: 'forget_token', sessionId: 's1' }),
  choose_username: user({ type: 'choose_username', username: 'ada.lovelace' }),
  change_profile: user({ type: 'change_profile', changes: { bio: 'selam', personalizedAds: true } as never }),
  add_photo: user({ type: 'add_photo', upload: upload(1), primary: false }),
  add_second_photo: user({ type: 'add_photo', upload: upload(2), primary: false }),
  add_primary_photo: user({ type: 'add_photo', upload: upload(3), primary: true }),
  choose_photo: photo('choose_photo', upload(1).key),
  delete_photo: photo('delete_photo', upload(2).key),
  delete_primary_photo: photo('delete_photo', upload(1).key),
  accept_events: user({
    type: 'accept_events',
    sessionId: 's1',
    told: 1,
    events: [{ id: 'e1', type: 'topic_open', at: 0, topic: 'çay' }],
  }),
  keep_profile: user({ type: 'keep_profile', profile: null, stamp: -1, dueAt: 9e15 }),
  settle_report: user({ type: 'settle_report', reportId: report._id, decision: 'dismiss', note: null }),
  set_follow: user({ type: 'set_follow', other: 'u2', on: true }),
  set_block: user({ type: 'set_block', other: 'u3', on: true }),
  hide_sponsored: user({ type: 'hide_sponsored', item: 'i1' }),
  set_premium: user({ type: 'set_premium', premium: true }),
  grant_stars: user({ type: 'grant_stars', entryId: 'g1', delta: 5, reason: 'test' }),
  buy_link: user({ type: 'buy_link', room: 'r1', slug: 'cay-evi', handle: 'cay', price: 2 }),
  buy_another_link: user({ type: 'buy_link', room: 'r1', slug: 'cay-evi', handle: 'kahve', price: 2 }),
  request_export: user({ type: 'request_export', language: 'tr' }),
  view_entry: user({ type: 'view_entry', entry: 7 }),
  share_entry: user({ type: 'share_entry', entry: 7, via: 'link' as never, share: 'x1' }),
  open_code: ({ panelCodes }) => panelCodes.open({ _id: 'code', claim: 'claim', label: 'Tarayıcı', expiresAt: 9e15 }),
  link_panel: user({ type: 'link_panel', code: 'code', linkId: 'l1', sessionId: 's1' }),
  claim_panel: user({ type: 'claim_panel', code: 'code', claim: 'claim', ...opened('s3', 4) }),
  unlink_panel: user({ type: 'unlink_panel', linkId: 'l1' }),
  set_device_again: user({
    type: 'set_device',
    sessionId: 's1',
    fields: { platform: 'ios' },
    pushEnv: 'production',
    push: { id: 'p2', token: 't2' },
  }),
  drop_token: async ({ users }, store) => {
    const device = await store.get<{ _id: string; since: number }>('devices', 'p2');
    return users.tryAsk('u1', { type: 'drop_token', device: 'p2', since: device?.since ?? -1 });
  },
  over_session: user({ type: 'open_session', sessionId: 's4', refreshHash: hash(9), refreshExpiresAt: 1 }),
  sweep_sessions: user({ type: 'sweep_sessions' }),
  close_session: user({ type: 'close_session', sessionId: 's1' }),
  give_up: user({ type: 'give_up' }),
  erase_follows: user({ type: 'erase_own' }),
};

const fields = { displayName: 'Kahveci', purpose: '', positionId: null, typeId: null, teamSize: null, billing: null };
const organization =
  (command: Parameters<Node['organizations']['tryAsk']>[1]): Step =>
  ({ organizations }) =>
    organizations.tryAsk('o1', command);
const FREE = '9af60933-0c4b-484c-88ba-bf136f37b8e6';
const PAID = 'b242b8c7-55d1-4381-ae32-94e55f5580f1';

const item =
  (type: 'submit_item' | 'pause_item' | 'resume_item' | 'delete_item'): Step =>
  ({ sponsored }) =>
    sponsored.tryAsk('o1', { type, by: 'u1', itemId: 'i1' });
const content = {
  title: 'Çay',
  body: 'Taze çay',
  targetKind: 'link',
  target: 'https://example.com/',
  imageKey: null,
  thumbKey: null,
  languages: [],
  platforms: [],
  budget: 100,
  startsAt: null,
  endsAt: null,
  audience: {},
};
const review = (requestId: string): Step => {
  const decision = { decision: 'approve' as const, reason: null, requestId };
  return ({ sponsored }) => sponsored.tryAsk('o1', { type: 'review_item', itemId: 'i1', ...decision });
};

const ofBusinesses: Record<string, Step> = {
  create_organization: organization({
    type: 'create_organization',
    by: 'u1',
    kind: 'individual',
    fields,
    slug: 'kahveci',
  }),
  change_organization: organization({ type: 'change_organization', by: 'u1', change: { purpose: 'çay' }, slug: null }),
  request_package: organization({ type: 'request_package', by: 'u1', product: FREE, requestId: 'r1' }),
  request_paid: organization({ type: 'request_package', by: 'u1', product: PAID, requestId: 'r2' }),
  withdraw_request: organization({ type: 'withdraw_request', by: 'u1' }),
  request_again: organization({ type: 'request_package', by: 'u1', product: PAID, requestId: 'r3' }),
  settle_request: organization({ type: 'settle_request', decision: 'approve', requestId: 'r4' }),
  add_person: organization({ type: 'add_person', by: 'u1', account: 'u2', role: 'admin' }),
  change_role: organization({ type: 'change_role', by: 'u1', account: 'u2', role: 'viewer' }),
  remove_person: organization({ type: 'remove_person', by: 'u1', account: 'u2' }),
  grant_credit: organization({
    type: 'grant_credit',
    entryId: 'c1',
    counter: 'impression',
    quantity: 1_000,
    note: null,
  }),
  create_item: ({ sponsored }) =>
    sponsored.tryAsk('o1', { type: 'create_item', by: 'u1', itemId: 'i1', content: content as never }),
  edit_item: ({ sponsored }) =>
    sponsored.tryAsk('o1', { type: 'edit_item', by: 'u1', itemId: 'i1', changes: { title: 'Kahve' } }),
  submit_item: item('submit_item'),
  review_item: review('q1'),
  pause_item: item('pause_item'),
  resume_item: item('resume_item'),
  count: ({ sponsored }) =>
    sponsored.tryAsk('o1', {
      type: 'count',
      marks: [
        { action: 'impression', item: 'i1', mark: 'm1' },
        { action: 'impression', item: 'i1', mark: 'm2' },
        { action: 'tap', item: 'i1', mark: 'm3' },
      ],
    }),
  pause_again: item('pause_item'),
  create_another: ({ sponsored }) =>
    sponsored.tryAsk('o1', {
      type: 'create_item',
      by: 'u1',
      itemId: 'i2',
      content: { ...content, endsAt: 1 } as never,
    }),
  delete_item: item('delete_item'),
  close_items: ({ sponsored }) => sponsored.tryAsk('o1', { type: 'close_items' }),
  set_suspended: organization({ type: 'set_suspended', suspended: true }),
  drop_person: organization({ type: 'drop_person', account: 'u1' }),
};

const address =
  (command: Parameters<Node['addresses']['tryAsk']>[1]): Step =>
  ({ addresses }) =>
    addresses.tryAsk('a1', command);
const mailed = (n: number) => ({
  from: 'net',
  link: `link-${n}`,
  mail: `mail-${n}`,
  email: 'ada@example.com',
  language: 'tr' as const,
});
const session = (sessionId: string, n: number) => ({ sessionId, refreshHash: hash(n), expiresAt: 9e15 });

const ofAddresses: Record<string, Step> = {
  register: address({ type: 'register', sameAs: null, accountId: 'v1', passwordHash: 'p', ...mailed(1) }),
  resend_verification: address({ type: 'resend_verification', ...mailed(7) }),
  verify: address({ type: 'verify', link: 'link-1' }),
  log_in: address({ type: 'log_in', passwordRev: 2, ...session('z1', 1) }),
  rotate: address({ type: 'rotate', generation: 1, usedHash: hash(1), replayMs: 10_000, ...session('z1', 2) }),
  rehash: address({ type: 'rehash', passwordRev: 2, passwordHash: 'p2' }),
  forget_password: address({ type: 'forget_password', ...mailed(2) }),
  reset_password: address({
    type: 'reset_password',
    link: 'link-2',
    passwordHash: 'p3',
    mail: 'mail-3',
    language: 'tr',
  }),
  enter_with_provider: address({
    type: 'enter_with_provider',
    email: 'ada@example.com',
    accountId: 'v2',
    link: 'link-4',
    boundTo: 'b',
    expiresAt: 9e15,
  }),
  exchange_code: address({ type: 'exchange_code', link: 'link-4', boundTo: 'b', ...session('z2', 5) }),
  close: address({ type: 'close', sessionId: 'z2' }),
  settle_mail: address({ type: 'settle_mail', mail: 'mail-1', tryAt: null }),
  try_mail_again: address({ type: 'settle_mail', mail: 'mail-3', tryAt: 9e15 }),
  log_in_again: address({ type: 'log_in', passwordRev: 3, ...session('z3', 6) }),
  close_listed: address({ type: 'close_listed', accountId: 'v1', sessionId: 'z3' }),
  over_session: address({ type: 'log_in', passwordRev: 3, ...session('z4', 7), expiresAt: 1 }),
  sweep: address({ type: 'sweep' }),
  log_in_once_more: address({ type: 'log_in', passwordRev: 3, ...session('z5', 8) }),
  delete_account: address({
    type: 'delete_account',
    accountId: 'v1',
    sessionId: 'z5',
    passwordRev: 3,
    mail: 'mail-9',
    language: 'tr',
  }),
};

export const lives = [
  ['users', ofUsers],
  ['businesses', ofBusinesses],
  ['addresses', ofAddresses],
] as const;
