import { useLayoutEffect, useRef } from 'preact/hooks';
import { randomId } from '#page/app/browser-session.js';
import {
  type BlockDraft,
  endsList,
  movedBy,
  paragraph,
  splitAt,
  type TextDraft,
  withAfter,
  withBlock,
  withoutBlock,
} from './article-draft.js';
import type { Article } from './use-article.js';

export interface BlockKeys {
  /** The block after which the next picture or block is inserted. */
  here: () => string | null;
  onFocus: (id: string) => void;
  onBlockKey: (event: KeyboardEvent, block: BlockDraft) => void;
  onTextKey: (event: KeyboardEvent, block: TextDraft) => void;
  move: (id: string, steps: number) => void;
  remove: (id: string) => void;
  focus: Focus;
}

type Focus = (id: string, atEnd?: boolean) => void;

/** Keyboard handling in the blocks; after each change the focus is in the block where the writer continues. */
export function useBlockKeys(article: Article, select: (place: [at: number, count: number]) => void): BlockKeys {
  const last = useRef<string | null>(null);
  const focus = useFocus();
  const { blocks } = article.draft;
  const move = (id: string, steps: number) => {
    const place = blocks.findIndex((block) => block.id === id) + steps;
    if (place < 0 || place >= blocks.length) return;
    article.change((held) => movedBy(held, id, steps));
    select([place + 1, blocks.length]);
  };
  const remove = (id: string) => {
    const next = beside(blocks, id, -1) ?? beside(blocks, id, 1);
    const newId = randomId();
    article.change((held) => withoutBlock(held, id, newId));
    focus(next?.id ?? newId, true);
  };
  const onBlockKey = (event: KeyboardEvent, block: BlockDraft) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(block.id, event.key === 'ArrowUp' ? -1 : 1);
    focus(block.id);
  };
  const onFocus = (id: string) => {
    last.current = id;
  };
  const onTextKey = writing(article, focus, remove);
  return { here: () => last.current, onFocus, onBlockKey, onTextKey, move, remove, focus };
}

const beside = (blocks: BlockDraft[], id: string, steps: number): BlockDraft | undefined =>
  blocks[blocks.findIndex((block) => block.id === id) + steps];

/** Keys in the text of a block: split, merge with the previous block, and arrows across block edges. */
function writing({ draft: { blocks }, change }: Article, focus: Focus, remove: (id: string) => void) {
  const enter = (field: HTMLTextAreaElement, { id, type, text }: TextDraft): boolean => {
    const isEndOfList = type === 'list' && endsList(text) && field.selectionStart === text.length;
    if (type === 'code' || (type === 'list' && !isEndOfList)) return false;
    const newId = randomId();
    const ended = (held: BlockDraft[]) =>
      withAfter(withBlock(held, id, { text: text.trimEnd() }), id, [paragraph(newId)]);
    change((held) => (isEndOfList ? ended(held) : splitAt(held, id, field.selectionStart, newId)));
    focus(newId);
    return true;
  };
  const backspace = (field: HTMLTextAreaElement, { id, type, text }: TextDraft): boolean => {
    if (field.selectionEnd > 0) return false;
    if (type !== 'paragraph') change((held) => withBlock(held, id, { type: 'paragraph' }));
    else if (text === '' && blocks.length > 1) remove(id);
    else return false;
    return true;
  };
  const arrow = (field: HTMLTextAreaElement, id: string, steps: number): boolean => {
    const isAtEdge = steps < 0 ? field.selectionEnd === 0 : field.selectionStart === field.value.length;
    const target = isAtEdge && fieldOf(beside(blocks, id, steps)?.id ?? '');
    if (!target) return false;
    focusIn(target, steps < 0);
    return true;
  };
  const keys: Record<string, (field: HTMLTextAreaElement, block: TextDraft) => boolean> = {
    Enter: enter,
    Backspace: backspace,
    ArrowUp: (field, { id }) => arrow(field, id, -1),
    ArrowDown: (field, { id }) => arrow(field, id, 1),
  };
  return (event: KeyboardEvent, block: TextDraft): void => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (keys[event.key]?.(event.currentTarget as HTMLTextAreaElement, block)) event.preventDefault();
  };
}

/** Focuses a block once it is rendered. */
function useFocus(): Focus {
  const wanted = useRef<{ id: string; atEnd: boolean } | null>(null);
  // A layout effect, so that the next keystroke goes to the new block.
  useLayoutEffect(() => {
    const field = wanted.current && fieldOf(wanted.current.id);
    if (!wanted.current || !field) return;
    focusIn(field, wanted.current.atEnd);
    wanted.current = null;
  });
  return (id, atEnd = false) => {
    wanted.current = { id, atEnd };
  };
}

/** The text field of a block, or the first button of a picture. */
const fieldOf = (id: string): HTMLElement | null =>
  document.getElementById(`block-${id}`) ?? document.getElementById(`tools-${id}`);

function focusIn(field: HTMLElement, atEnd: boolean): void {
  field.focus();
  if (field instanceof HTMLTextAreaElement && atEnd) field.setSelectionRange(field.value.length, field.value.length);
}
