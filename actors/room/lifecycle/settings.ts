/** The settings of the room. Any admin may change them; in a DM either side, and there only the wallpaper. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Caller } from '#src/domain/accounts/account.js';
import type { Head, Member, RoomSettings } from '#src/domain/rooms/room.js';
import { adminOr, exists, isRefused, roomView } from '../access/access.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import { adminEvents } from '../members/roles.js';
import { adminRow } from '../model/event-rows.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';

type ChangeSettings = CommandOf<'change_settings'>;

const PIN_KEY = 'group.can_pin_message';

function settingsNeeds(needs: Needs, { by }: ChangeSettings): void {
  needs.member(by.accountId);
}

function changeSettings(state: RoomState, command: ChangeSettings): Handled {
  const { by, unfit, names } = command;
  const member = changerOr(state, by);
  if (isRefused(member)) return member;
  const head = state.head as Head;
  if (unfit) return { kind: 'refuse', refusal: unfit };
  const isDm = head.kind === 'dm';
  const { wallpaper } = command.settings;
  if (isDm && wallpaper === undefined) return refuse('validation_failed', { fields: { wallpaper: ['is required'] } });
  const settings: Partial<RoomSettings> = isDm && wallpaper ? { wallpaper } : command.settings;
  const view = () => roomView(state, by.accountId);
  if (names.length === 0) return reply(view());
  const denied = deniedWith(head, settings);
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [{ type: 'room_settings_changed', settings, ...(denied ? { denied } : {}) }],
    ...(isDm
      ? {}
      : { row: adminRow(head, 'room_settings_changed', by.accountId, null, by.username, { settings: names }) }),
    reply: view,
    userEvents: () => (denied || settings.membersCanVideo !== undefined ? adminEvents(state) : []),
  };
}

function changerOr(state: RoomState, by: Caller): Member | ReturnType<typeof refuse> {
  if (!exists(state) || state.head.kind !== 'dm') return adminOr(state, by);
  return state.memberOf(by.accountId) ?? refuse('room_not_found');
}

/** `members_can_pin` is the old name of a key: setting it changes the restrictions of members, never vice versa. */
function deniedWith({ memberDenied }: Head, { membersCanPin }: Partial<RoomSettings>): string[] | undefined {
  if (membersCanPin === undefined || memberDenied.includes(PIN_KEY) !== membersCanPin) return undefined;
  const others = memberDenied.filter((key) => key !== PIN_KEY);
  return membersCanPin ? others : [...others, PIN_KEY].sort();
}

export const settingsHandlers: Handlers<'change_settings'> = {
  change_settings: { needs: settingsNeeds, handle: changeSettings },
};
