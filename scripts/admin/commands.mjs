/** The commands of the command line of operators: each is one request to the operator interface. */

/** `<name>` is an argument; options are `--name value`. `query` and `body` name the options that go there. */
export const commands = [
  { name: 'whoami', does: 'show the operator of the key', call: ['GET', '/me'] },
  {
    name: 'accounts find',
    does: 'find an account by --username, --id or --email (of /v1)',
    call: ['GET', '/accounts'],
    query: { username: false, id: false, email: false },
  },
  {
    name: 'accounts rooms <id>',
    does: 'list the rooms of an account',
    call: ['GET', '/accounts/{id}/rooms'],
    query: { reason: true },
  },
  {
    name: 'accounts suspend <id>',
    does: 'suspend an account until a date, for a time (3d, 12h) or until it is lifted (never)',
    call: ['PUT', '/accounts/{id}/suspension'],
    body: { until: true, reason: true },
  },
  {
    name: 'accounts lift <id>',
    does: 'lift the suspension of an account',
    call: ['DELETE', '/accounts/{id}/suspension'],
    query: { reason: true },
  },
  {
    name: 'accounts end-sessions <id>',
    does: 'end all sessions of an account',
    call: ['POST', '/accounts/{id}/sessions/end'],
    body: { reason: true },
  },
  {
    name: 'accounts erase <id>',
    does: 'erase an account on request, for good',
    call: ['DELETE', '/accounts/{id}'],
    query: { reason: true },
    isFinal: true,
  },
  {
    name: 'reports list',
    does: 'list open reports, or --status settled',
    call: ['GET', '/reports'],
    query: { status: false, limit: false },
  },
  {
    name: 'reports show <id>',
    does: 'look into the conversation around a report',
    call: ['GET', '/reports/{id}/conversation'],
    query: { reason: true, limit: false },
  },
  {
    name: 'reports decide <id> <decision>',
    does: 'uphold or dismiss a report; --action suspend_account (with --until), delete_message or delete_room',
    call: ['POST', '/reports/{id}/decision'],
    body: { note: false, action: false, until: false },
  },
  {
    name: 'rooms read <id>',
    does: 'read the messages of a room, by id or slug',
    call: ['GET', '/rooms/{id}/messages'],
    query: { reason: true, before_seq: false, after_seq: false, around_seq: false, limit: false },
  },
  {
    name: 'rooms delete-message <id> <message_id>',
    does: 'delete a message of a room',
    call: ['DELETE', '/rooms/{id}/messages/{message_id}'],
    query: { reason: true },
  },
  {
    name: 'rooms delete <id>',
    does: 'delete a room for everybody, for good',
    call: ['DELETE', '/rooms/{id}'],
    query: { reason: true },
    isFinal: true,
  },
  { name: 'keys list', does: 'list the keys of operators', call: ['GET', '/keys'] },
  {
    name: 'keys create <name> <role>',
    does: 'create a key for a support, moderator or admin; --expires_in_days 1-366 or never',
    call: ['POST', '/keys'],
    body: { expires_in_days: false },
  },
  { name: 'keys rotate <id>', does: 'give a key a new secret', call: ['POST', '/keys/{id}/rotation'] },
  { name: 'keys revoke <id>', does: 'revoke a key, for good', call: ['DELETE', '/keys/{id}'] },
  {
    name: 'audit list',
    does: 'list the audit log, newest first',
    call: ['GET', '/audit'],
    query: { target: false, operator: false, before: false, limit: false },
  },
  {
    name: 'audit export',
    does: 'write the audit log as JSON lines, from --after on, to its end',
    call: ['GET', '/audit/export'],
    query: { after: false },
    isPaged: true,
  },
];
