/** Writes of the panel: items are created, changed and deleted. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import {
  contentProblems,
  ITEMS_MAX,
  isEditable,
  type Problems,
  type SponsoredContent,
  type SponsoredItem,
} from '#src/domain/sponsored/sponsored.js';
import { noSuchRoom, targetAsKept, targetProblem } from '#src/domain/sponsored/sponsored-target.js';
import type { Write } from '#src/store/store.js';
import type { CommandOf, Handlers } from './handler.js';
import { type Files, imageProblems, imageWrites, keysOf, readFiles } from './images.js';
import { changed, itemChange, type PanelRead, readPanel, rightRefusal, showingRefusal } from './panel-read.js';
import { committed, type SponsoredState, sponsoredRead } from './sponsored-state.js';
import { roomOf } from './target-room.js';

type Create = CommandOf<'create_item'>;
type Edit = CommandOf<'edit_item'>;
type Delete = CommandOf<'delete_item'>;

interface WritingRead extends PanelRead {
  files: Files;
  /** The group that the target names. */
  room: string | null;
  /** How many the organization has. */
  items: number;
}

const createRead = sponsoredRead(async (reader, command: Create, state: SponsoredState): Promise<WritingRead> => {
  const content = asKept(command.content);
  const range = { index: 'byOrganization', prefix: [state.id] };
  const [reads, files, room, items] = await Promise.all([
    readPanel(reader, state.id, command.by, command.itemId),
    readFiles(reader, keysOf(content)),
    roomOf(reader, content),
    reader.count('sponsoredItems', range),
  ]);
  return { ...reads, files, room, items };
});

function create(state: SponsoredState, command: Create, { now }: Turn): Turned {
  const reads = createRead.of(state, command);
  const { itemId, by } = command;
  const refusal = showingRefusal(reads, state.id);
  if (refusal) return refusal;
  if (reads.item) return reply(reads.item);
  if (reads.items >= ITEMS_MAX) return refuse('invalid_state', { message: `At most ${ITEMS_MAX} items are kept.` });
  const content = asKept(command.content);
  const fields = problemsOf(state, content, reads);
  if (fields) return refuse('validation_failed', { fields });
  const item = newItem(state, itemId, content, reads.room, now);
  const put: Write = { op: 'put', in: 'sponsoredItems', doc: { ...item }, guard: { absent: true } };
  const images = imageWrites({}, content, reads.files, { organization: state.id, item: itemId, by, now });
  return committed(state, [put, ...images], item);
}

function newItem(
  { id }: SponsoredState,
  itemId: string,
  content: SponsoredContent,
  room: string | null,
  now: number,
): SponsoredItem {
  return {
    _id: itemId,
    organization: id,
    version: 1,
    status: 'draft',
    rejectReason: null,
    ...content,
    impressions: 0,
    clicks: 0,
    left: content.budget,
    ...(room === null ? {} : { room }),
    createdAt: now,
    updatedAt: now,
  };
}

const asKept = (content: SponsoredContent): SponsoredContent => ({
  ...content,
  target: targetAsKept(content.targetKind, content.target),
});

function problemsOf({ id }: SponsoredState, content: SponsoredContent, reads: WritingRead): Problems | null {
  const { targetKind, target } = content;
  const unfit = targetProblem(targetKind, target) ?? (targetKind === 'room' && !reads.room ? noSuchRoom : null);
  const problems = {
    ...contentProblems(content),
    ...imageProblems(id, content, reads.files),
    ...(unfit === null ? {} : { target: [unfit] }),
  };
  return Object.keys(problems).length > 0 ? problems : null;
}

const editRead = sponsoredRead(async (reader, command: Edit, state: SponsoredState): Promise<WritingRead> => {
  const reads = await readPanel(reader, state.id, command.by, command.itemId);
  if (!reads.item) return { ...reads, files: new Map(), room: null, items: 0 };
  const content = asKept({ ...contentOf(reads.item), ...command.changes });
  const keys = [...new Set([...keysOf(reads.item), ...keysOf(content)])];
  const [files, room] = await Promise.all([readFiles(reader, keys), roomOf(reader, content)]);
  return { ...reads, files, room, items: 0 };
});

function edit(state: SponsoredState, command: Edit, { now }: Turn): Turned {
  const reads = editRead.of(state, command);
  const refusal = rightRefusal(reads, state.id);
  if (refusal) return refusal;
  const { item } = reads;
  if (!item) return refuse('not_found');
  if (reads.organization?.suspended) return refuse('organization_suspended');
  if (!isEditable(item)) return refuse('invalid_state');
  if (Object.keys(command.changes).length === 0) return reply(item);
  const content = asKept({ ...contentOf(item), ...command.changes });
  const fields = problemsOf(state, content, reads);
  if (fields) return refuse('validation_failed', { fields });
  const set: Partial<SponsoredItem> = {
    ...content,
    status: 'draft',
    rejectReason: null,
    left: content.budget - item.impressions,
    ...(reads.room === null ? {} : { room: reads.room }),
    updatedAt: now,
  };
  const user = { organization: state.id, item: item._id, by: command.by, now };
  const change = itemChange(item, set, reads.room === null ? ['room'] : []);
  return committed(state, [change, ...imageWrites(item, content, reads.files, user)], changed(item, set));
}

function contentOf(item: SponsoredItem): SponsoredContent {
  const { title, body, targetKind, target, imageKey, thumbKey, languages, platforms } = item;
  const { budget, startsAt, endsAt, audience } = item;
  const shown = { title, body, targetKind, target, imageKey, thumbKey };
  return { ...shown, languages, platforms, budget, startsAt, endsAt, audience };
}

const deleteRead = sponsoredRead(async (reader, command: Delete, state: SponsoredState) => {
  const reads = await readPanel(reader, state.id, command.by, command.itemId);
  return { ...reads, files: await readFiles(reader, reads.item ? keysOf(reads.item) : []) };
});

/** Its spent credits stay in the usage of the organization. */
function remove(state: SponsoredState, command: Delete, { now }: Turn): Turned {
  const reads = deleteRead.of(state, command);
  const refusal = rightRefusal(reads, state.id);
  if (refusal) return refusal;
  const { item, files } = reads;
  if (!item) return refuse('not_found');
  if (item.status === 'live') return refuse('invalid_state');
  const { _id: id, version, status } = item;
  const gone: Write = { op: 'del', in: 'sponsoredItems', id, guard: { equals: { version, status } } };
  const user = { organization: state.id, item: id, by: command.by, now };
  return committed(state, [gone, ...imageWrites(item, {}, files, user)], null);
}

export const itemHandlers: Handlers<'create_item' | 'edit_item' | 'delete_item'> = {
  create_item: { needs: createRead.load, handle: create },
  edit_item: { needs: editRead.load, handle: edit },
  delete_item: { needs: deleteRead.load, handle: remove },
};
