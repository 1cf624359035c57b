/** Panels: linked by a code that works once, claimed once by the browser that showed it, cut off at once. */

import { commandRead } from '#actors/runtime/command-read.js';
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import type { SessionId } from '#src/domain/accounts/account.js';
import {
  isGoodCode,
  linkAge,
  PANEL_LINKS_MAX,
  type PanelCode,
  type PanelLink,
} from '#src/domain/organizations/panel-link.js';
import { asDoc, type Write } from '#src/store/store.js';
import type { Session } from '../commands/session-commands.js';
import type { CommandOf, Handlers, UserTools } from '../handler.js';
import { change, type UserState } from '../user-state.js';
import { namedDevices } from './devices.js';
import { usedNow } from './panel-use.js';
import { newSession, removeSessions, sessionClosedEvent, sessionsToEvict } from './sessions.js';

type Link = CommandOf<'link_panel'>;
type Unlink = CommandOf<'unlink_panel'>;
type Claim = CommandOf<'claim_panel'>;

interface LinkRead {
  code: PanelCode | null;
  links: PanelLink[];
}

const linkRead = commandRead(async (reader, command: Link, state: UserState): Promise<LinkRead> => {
  const own = { index: 'byAccount', prefix: [state.id], limit: 2 * PANEL_LINKS_MAX };
  const [code, links] = await Promise.all([
    reader.get<PanelCode>('panelCodes', command.code),
    reader.range<PanelLink>('panelLinks', own),
  ]);
  return { code, links };
});

function linkPanel(state: UserState, command: Link, { now }: Turn): Turned {
  const { account, id } = state;
  if (!account || !isOwnLogin(state, command.sessionId, now)) return refuse('unauthorized');
  const { code, links } = linkRead.of(state, command);
  if (!code || !isGoodCode(code, now)) return refuse('not_found');
  const known = links.find(({ _id }) => _id === command.linkId);
  // The command came before, and its outcome was unknown.
  if (known && code.link === known._id) return reply(known);
  if (code.account !== null) return refuse('not_found');
  const link: PanelLink = { _id: command.linkId, account: id, label: code.label, linkedAt: now, lastUsedAt: null };
  const crowded = excessLinks(links);
  const sessions = sessionsOf(state, crowded);
  const writes: Write[] = [
    { op: 'put', in: 'panelLinks', doc: asDoc(link), guard: { absent: true } },
    {
      op: 'set',
      in: 'panelCodes',
      id: code._id,
      set: { account: id, link: link._id, confirmedBy: command.sessionId },
      guard: { equals: { account: null } },
    },
    ...crowded.map((gone): Write => ({ op: 'del', in: 'panelLinks', id: gone })),
    ...removeSessions(state, sessions),
  ];
  const unit = change(state, account, namedDevices(state, account), writes);
  return { kind: 'commit', unit, reply: link, outputs: sessionClosedEvent(state, sessions) };
}

/** A token outlives its session: from one that is over, or from a panel, no further session may come. */
function isOwnLogin({ sessions }: UserState, id: SessionId, now: number): boolean {
  const session = sessions.get(id);
  return session !== undefined && session.panel === undefined && now < session.expiresAt;
}

function excessLinks(links: PanelLink[]): string[] {
  const excess = Math.max(0, links.length + 1 - PANEL_LINKS_MAX);
  return [...links]
    .sort((a, b) => linkAge(a) - linkAge(b))
    .slice(0, excess)
    .map(({ _id }) => _id);
}

function sessionsOf({ sessions }: UserState, links: string[]): SessionId[] {
  const own = [...sessions.values()].filter(({ panel }) => panel !== undefined && links.includes(panel));
  return own.map(({ _id }) => _id);
}

const unlinkRead = commandRead((reader, command: Unlink, _: UserState) =>
  reader.get<PanelLink>('panelLinks', command.linkId),
);

/** A code that was confirmed but not claimed leads nowhere from now on: the link it would open is gone. */
function unlinkPanel(state: UserState, command: Unlink): Turned {
  const { account, id } = state;
  const link = unlinkRead.of(state, command);
  if (!account) return refuse('unauthorized');
  if (link?.account !== id) return refuse('not_found');
  const sessions = sessionsOf(state, [link._id]);
  const gone: Write = { op: 'del', in: 'panelLinks', id: link._id, guard: { equals: { account: id } } };
  const writes = [gone, ...removeSessions(state, sessions)];
  const unit = change(state, account, namedDevices(state, account), writes);
  return { kind: 'commit', unit, reply: null, outputs: sessionClosedEvent(state, sessions) };
}

interface ClaimRead {
  code: PanelCode | null;
  link: PanelLink | null;
  /** The session of an earlier try that became durable after the account was loaded, and took the code with it. */
  stored: Session | null;
}

const claimRead = commandRead(async (reader, command: Claim, _: UserState): Promise<ClaimRead> => {
  const code = await reader.get<PanelCode>('panelCodes', command.code);
  const link = code?.link ? await reader.get<PanelLink>('panelLinks', code.link) : null;
  const stored = code ? null : await reader.get<Session>('sessions', command.sessionId);
  return { code, link, stored };
});

function claimPanel(state: UserState, command: Claim, { now }: Turn, tools: UserTools): Turned {
  const { account, sessions, id } = state;
  if (!account) return refuse('not_found');
  const { code, link, stored } = claimRead.of(state, command);
  const known = sessions.get(command.sessionId) ?? (stored?.account === id ? stored : undefined);
  if (known)
    return known.refreshHash === command.refreshHash ? reply({ account, session: known }) : refuse('not_found');
  if (!code || code.claim !== command.claim || code.account !== id) return refuse('not_found');
  if (link?.account !== id || !isGoodCode(code, now)) return refuse('not_found');
  if (!isOwnLogin(state, code.confirmedBy ?? '', now)) return refuse('not_found');
  const crowded = sessionsToEvict(state, now);
  const session: Session = { ...newSession(account, command, now, tools), platform: 'web_app', panel: link._id };
  sessions.set(session._id, session);
  const writes: Write[] = [
    { op: 'del', in: 'panelCodes', id: code._id, guard: { equals: { link: link._id } } },
    usedNow(link._id, now),
    { op: 'put', in: 'sessions', doc: asDoc(session), guard: { absent: true } },
    ...removeSessions(state, crowded),
  ];
  const unit = change(state, account, namedDevices(state, account), writes);
  return {
    kind: 'commit',
    unit,
    reply: { account: state.account, session },
    outputs: sessionClosedEvent(state, crowded),
  };
}

export const panelHandlers: Handlers<'link_panel' | 'unlink_panel' | 'claim_panel'> = {
  link_panel: { needs: linkRead.load, handle: linkPanel },
  unlink_panel: { needs: unlinkRead.load, handle: unlinkPanel },
  claim_panel: { needs: claimRead.load, handle: claimPanel },
};
