/** A new group, under the slug that was asked for or under one that its name suggests. */
import type { Rooms, RoomView } from '#actors/room/commands.js';
import type { Caller } from '#src/domain/accounts/account.js';
import type { PanelGroup, RoomSettings } from '#src/domain/rooms/room.js';
import { deriveSlug, suffixSlug } from '#src/domain/text/slug.js';
import { RefusalError } from '#src/errors.js';
import type { EdgeEnv } from '../routing/edge-env.js';

export interface WantedRoom {
  slug?: string | undefined;
  settings: RoomSettings;
  /** Groups of the panel. */
  panel?: PanelGroup;
}

/** With a million suffixes the second try already succeeds; more only guard against a run of bad luck. */
const SLUG_ATTEMPTS_MAX = 5;
const SUFFIX_CHARS = 4;

type Creating = { rooms: Rooms; env: EdgeEnv };

export function createRoom({ rooms, env }: Creating, by: Caller, wanted: WantedRoom): Promise<RoomView> {
  const { slug, ...rest } = wanted;
  if (!slug) return createWithDerivedSlug({ rooms, env }, by, rest);
  return rooms.ask(env.uuid(), { type: 'create_room', by, slug, ...rest });
}

/** A derived slug that is taken gets a random suffix: the client did not choose it, so it is no conflict. */
async function createWithDerivedSlug({ rooms, env }: Creating, by: Caller, wanted: Omit<WantedRoom, 'slug'>) {
  const base = deriveSlug(wanted.settings.name);
  for (let attempt = 0; ; attempt += 1) {
    const slug = attempt === 0 ? base : suffixSlug(base, randomSuffix(env));
    const answer = await rooms.tryAsk(env.uuid(), { type: 'create_room', by, slug, ...wanted });
    if (answer.ok) return answer.value;
    if (answer.fields?.slug === undefined || attempt === SLUG_ATTEMPTS_MAX) throw new RefusalError(answer.code, answer);
  }
}

function randomSuffix(env: EdgeEnv): string {
  return Math.floor(env.random() * 36 ** SUFFIX_CHARS)
    .toString(36)
    .padStart(SUFFIX_CHARS, '0');
}
