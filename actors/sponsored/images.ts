/** The pictures of items, from their links to their end: kept and let go in the commit of the item that shows them. */

import { refuse } from '#actors/runtime/decision.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import { keepFile, releaseFile, writePresigned } from '#actors/writers/commands.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { isInFolder } from '#src/domain/accounts/photo.js';
import { extensions, isUsable, presignedFile, type StoredFile } from '#src/domain/messages/file.js';
import { bytesMaxOf, mediaTypes, THUMB_BYTES_MAX } from '#src/domain/messages/media.js';
import type { OrganizationId } from '#src/domain/organizations/organization.js';
import {
  type Problems,
  type SponsoredContent,
  type SponsoredItem,
  sponsoredFolder,
} from '#src/domain/sponsored/sponsored.js';
import type { Reader, Write } from '#src/store/store.js';
import type { CommandOf, Handlers } from './handler.js';
import { itemChange, readPanel, showingRefusal } from './panel-read.js';
import { committed, type SponsoredState, sponsoredRead } from './sponsored-state.js';

type Pictures = Partial<Pick<SponsoredContent, 'imageKey' | 'thumbKey'>>;
export type Files = Map<string, StoredFile>;

export interface ImageUser {
  organization: OrganizationId;
  item: string;
  by: AccountId;
  now: number;
}

export const keysOf = ({ imageKey = null, thumbKey = null }: Pictures): string[] => [
  ...new Set([imageKey, thumbKey].filter((key) => key !== null)),
];

/** The records of these files. */
export async function readFiles(reader: Reader, keys: string[]): Promise<Files> {
  const files = await reader.getMany<StoredFile>('files', keys);
  return new Map(files.flatMap((file) => (file ? [[file._id, file]] : [])));
}

/** Pictures that are not the organization's own, or about to go. Whether a link was asked for does not matter. */
export function imageProblems(organization: OrganizationId, { imageKey, thumbKey }: Pictures, files: Files): Problems {
  const problem = ["must be this organization's own upload"];
  const isForeign = (key: string | null | undefined): boolean => {
    if (key === null || key === undefined) return false;
    const file = files.get(key);
    return !isInFolder(sponsoredFolder(organization), key) || (file !== undefined && !isUsable(file));
  };
  return {
    ...(isForeign(imageKey) ? { image_key: problem } : {}),
    ...(isForeign(thumbKey) ? { thumb_key: problem } : {}),
  };
}

/** From these pictures to those. */
export function imageWrites(before: Pictures, after: Pictures, files: Files, user: ImageUser): Write[] {
  const [old, wanted] = [keysOf(before), keysOf(after)];
  return [
    ...wanted.filter((key) => !old.includes(key)).flatMap((key) => kept(key, files, user)),
    ...old.filter((key) => !wanted.includes(key)).flatMap((key) => released(key, files, user)),
  ];
}

function kept(key: string, files: Files, { organization, item, by, now }: ImageUser): Write[] {
  const [used, keep] = keepFile({ key, owner: organization, by: item }, now) as [Write, Write];
  const file = files.get(key);
  if (file) return file.state === 'presigned' ? [used, keep] : [used];
  const contentType = typeOf(key);
  const about = { by, owner: organization, at: now, contentType, maxBytes: bytesMaxOf(contentType) };
  const doc: StoredFile = { ...presignedFile({ _id: key, ...about }), state: 'kept', dueAt: now };
  return [used, { op: 'put', in: 'files', doc: { ...doc }, guard: { absent: true } }];
}

function released(key: string, files: Files, { organization, item, now }: ImageUser): Write[] {
  const [unused, due] = releaseFile({ key, owner: organization, by: item }, now) as [Write, Write];
  return files.has(key) ? [unused, due] : [unused];
}

const typeOf = (key: string) =>
  mediaTypes.find((type) => extensions[type] === key.slice(key.lastIndexOf('.') + 1)) ?? 'image/jpeg';

const presignRead = sponsoredRead((reader, { by }: CommandOf<'presign_images'>, { id }: SponsoredState) =>
  readPanel(reader, id, by),
);

function presign(state: SponsoredState, command: CommandOf<'presign_images'>, { env, now }: Turn): Turned {
  const refusal = showingRefusal(presignRead.of(state, command), state.id);
  if (refusal) return refusal;
  const { by, contentType, thumbType, bytesMax } = command;
  const name = `${sponsoredFolder(state.id)}${env.uuid()}`;
  const full = { key: `${name}.${extensions[contentType]}`, contentType, bytesMax };
  const thumb = { key: `${name}-thumb.${extensions[thumbType]}`, contentType: thumbType, bytesMax: THUMB_BYTES_MAX };
  const writes = [full, thumb].map(({ key, contentType: type, bytesMax: maxBytes }) =>
    writePresigned(presignedFile({ _id: key, by, owner: state.id, at: now, contentType: type, maxBytes })),
  );
  return committed(state, writes, { full, thumb });
}

interface RemovalRead {
  item: SponsoredItem | null;
  files: Files;
}

const removalRead = sponsoredRead(
  async (reader, { key, itemId }: CommandOf<'remove_image'>, _: SponsoredState): Promise<RemovalRead> => {
    const item = await reader.get<SponsoredItem>('sponsoredItems', itemId);
    return { item, files: await readFiles(reader, [key]) };
  },
);

/** The uploaded file is no picture: the item continues without it. */
function removeImage(state: SponsoredState, command: CommandOf<'remove_image'>, { now }: Turn): Turned {
  const { key, itemId } = command;
  const { item, files } = removalRead.of(state, command);
  if (item?.organization !== state.id || !keysOf(item).includes(key)) return refuse('not_found');
  const set = {
    ...(item.imageKey === key ? { imageKey: null } : {}),
    ...(item.thumbKey === key ? { thumbKey: null } : {}),
  };
  const user = { organization: state.id, item: itemId, by: '', now };
  return committed(state, [itemChange(item, set), ...released(key, files, user)], null);
}

export const imageHandlers: Handlers<'presign_images' | 'remove_image'> = {
  presign_images: { needs: presignRead.load, handle: presign },
  remove_image: { needs: removalRead.load, handle: removeImage },
};
