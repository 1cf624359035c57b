/** Copies of their own data that people ask for: at most one is made at a time. */

import { commandRead } from '#actors/runtime/command-read.js';
import { refuse, reply } from '#actors/runtime/decision.js';
import { trackWrite } from '#actors/runtime/in-flight-writes.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import { EXPORT_STALL_TIMEOUT_MS, isUnderWay, type OwnExport } from '#src/domain/accounts/own-export.js';
import { asDoc, type Reader, type Write } from '#src/store/store.js';
import type { CommandOf, Handlers } from '../handler.js';
import { change, type UserState } from '../user-state.js';

const UNDER = 'export';
const NEWEST = 20;

type Request = CommandOf<'request_export'>;

const exportsRead = commandRead((reader, _: Request, { id }: UserState) => newest(reader, id), UNDER);

const newest = (reader: Reader, account: string): Promise<OwnExport[]> =>
  reader.range<OwnExport>('exports', { index: 'byAccount', prefix: [account], desc: true, limit: NEWEST });

/**
 * Asking again while one is being made is asking for that one. The account's version guards it: a request that an
 * earlier owner wrote late would be a second one.
 */
function requestExport(state: UserState, command: Request, { now, env }: Turn): Turned {
  const { account } = state;
  if (!account) return refuse('unauthorized');
  const running = exportsRead.of(state, command).find(isUnderWay);
  if (running) return reply(running);
  const asked: OwnExport = {
    _id: env.uuid(),
    account: account._id,
    status: 'queued',
    language: command.language,
    at: now,
    tries: 0,
    files: [],
    readyAt: null,
    dueAt: now,
  };
  const put: Write = { op: 'put', in: 'exports', doc: asDoc(asked), guard: { absent: true } };
  const unit = change(state, account, {}, [put]);
  return { kind: 'commit', unit: trackWrite(state, UNDER, unit), reply: asked, outputs: [] };
}

/**
 * One that is gone with its account stays gone, and what is written late of an earlier attempt changes nothing of a later
 * one. A job of an earlier version does not name its attempt.
 */
function updateExport(
  { id: account }: UserState,
  id: string,
  set: Partial<OwnExport>,
  from: Partial<Pick<OwnExport, 'tries' | 'status'>>,
): Turned {
  return written([{ op: 'set', in: 'exports', id, set, guard: { equals: { account, ...from } } }]);
}

const written = (writes: Write[]): Turned => ({ kind: 'commit', unit: { writes }, reply: null, outputs: [] });

export const exportHandlers: Handlers<
  'request_export' | 'begin_export' | 'note_export' | 'release_export' | 'drop_export'
> = {
  request_export: { needs: exportsRead.load, handle: requestExport },
  begin_export: {
    handle: (state, { id, tries }, { now }) =>
      updateExport(state, id, { status: 'working', tries, dueAt: now + EXPORT_STALL_TIMEOUT_MS }, { tries: tries - 1 }),
  },
  note_export: {
    handle: (state, { type: _, id, tries, ...set }) => {
      // Progress that is written late does not undo the outcome of its attempt.
      const isProgress = set.status === 'working';
      const from = { ...(tries !== undefined && { tries }), ...(isProgress && { status: set.status }) };
      return updateExport(state, id, set, from);
    },
  },
  release_export: {
    handle: (state, { id, tries, dueAt }) =>
      updateExport(state, id, { status: 'queued', tries: tries - 1, dueAt }, { tries, status: 'working' }),
  },
  drop_export: {
    handle: ({ id: account }, { id }) => written([{ op: 'del', in: 'exports', id, guard: { equals: { account } } }]),
  },
};
