/** Bodies and queries of the examples for which the schema alone would give an unhelpful one. */
const photo = { key: 'the key of the answer before', thumb_key: 'its second key', content_type: 'image/jpeg' };

export const exampleBodies: Record<string, unknown> = {
  loginIdentity: {
    code: 'the code of the provider',
    redirect_uri: 'https://chat.example.org/login',
    code_verifier: 'the verifier of the challenge',
  },
  refreshTokens: { refresh_token: 'rt_Zk3…' },
  logout: { refresh_token: 'rt_Zk3…' },
  deleteMe: {},
  changeProfile: { bio: 'Kahve ve kitap.', dm_policy: 'open' },
  addPhoto: { ...photo, byte_size: 81_234, size_px: 640, primary: true },
  addRoomPhoto: { ...photo, byte_size: 81_234, size_px: 640, primary: true },
  report: { kind: 'account', id: '3f0c8d2e-6f4b-4c1d-9a57-2b1e8c7d9f10', reason: 'spam' },
  changeSettings: { welcome_message: 'Hoş geldin!', join_approval: false },
  addMember: { username: 'bob' },
  createBot: { username: 'yanki' },
  createWebhook: {
    bot_id: '3f0c8d2e-6f4b-4c1d-9a57-2b1e8c7d9f10',
    room: 'kahve',
    url: 'https://bot.example.org/meydan',
    events: ['message:new', 'member:joined'],
  },
  changeWebhook: { events: ['message:new'] },
  postIncoming: { body: 'Deployed 1.4.2' },
  createBotAsOperator: { username: 'duyuru', reason: 'announcements' },
  createBotTokenAsOperator: { name: 'announcements', reason: 'announcements' },
  createBotToken: { name: 'server in Ankara' },
  grantPermissions: { granted: ['group.can_ban_members'] },
  denyPermissions: { denied: ['send_message.photos'] },
  tagMember: { tag: 'barista' },
  muteMember: { minutes: 60 },
  banMember: { reason: 'spam' },
  createInvite: { expires_in_hours: 24, max_uses: 10 },
  sendMessage: { client_id: 'c-7f3a01', body: 'Merhaba!' },
  editMessage: { body: 'Merhaba herkese!' },
  presignDocument: { content_type: 'application/pdf', name: 'menu.pdf' },
  shareEntry: { via: 'link' },
  changeOrganization: { display_name: 'Kahve Köşesi' },
  editSponsored: { title: 'Yaz indirimi' },
  putCatalog: { positions: [{ id: '3f0c8d2e-6f4b-4c1d-9a57-2b1e8c7d9f10', names: { tr: 'Kurucu', en: 'Founder' } }] },
  putProducts: {
    products: [
      {
        id: '3f0c8d2e-6f4b-4c1d-9a57-2b1e8c7d9f10',
        slug: 'baslangic',
        names: { tr: 'Başlangıç', en: 'Starter' },
        price_cents: 49_900,
        vat_rate: 20,
        currency: 'TRY',
        quotas: { message: 5_000, ai: 500, impression: 10_000, verification: 100 },
        features: ['sponsored'],
        on_sale: true,
      },
    ],
  },
  settlePackageRequest: { decision: 'approve' },
};

/** Operators say why they look into private content or take something away. */
const operatorReason = 'reason=asked%20for%20by%20its%20owner';

export const exampleQueries: Record<string, string> = {
  liftSuspension: operatorReason,
  liftV1Suspension: operatorReason,
  listSessionsOfAccount: operatorReason,
  listBotsOfAccount: operatorReason,
  disableWebhook: operatorReason,
  endOperatorLogins: operatorReason,
  releaseSlot: operatorReason,
  listRoomsOfAccount: operatorReason,
  eraseAccountAsOperator: operatorReason,
  readRoomAsOperator: operatorReason,
  deleteMessageAsOperator: operatorReason,
  deleteRoomAsOperator: operatorReason,
  viewReportedConversation: operatorReason,
  usernameAvailable: 'username=ada',
  listPeople: 'ids=$ACCOUNT_ID',
  findAccounts: 'username=bob',
  findRooms: 'q=kahve',
  searchRoom: 'q=kahve',
  listMessages: 'limit=50',
  listEvents: 'limit=50',
  listMembers: 'limit=100',
  explainPermission: 'account_id=$ACCOUNT_ID&permission=send_message',
  suggestTopics: 'q=kah',
  linkPreview: 'url=https://example.com/',
  offerSponsored: 'placement=chats',
};

/** Payloads of the socket, likewise. */
export const examplePayloads: Record<string, unknown> = {
  'message:new': { room: 'kahve', client_id: 'c-7f3a01', body: 'Günaydın! #kahve' },
  'message:react': { room: 'kahve', message_id: '$MESSAGE_ID', emoji: '👍', on: true },
  'message:pin': { room: 'kahve', message_id: '$MESSAGE_ID', pinned: true },
  'message:read': { room: 'kahve', seq: 12 },
  'session:renew': { token: '$TOKEN' },
};
