import { useEffect, useRef, useState } from 'preact/hooks';
import { myId } from '#page/app/app-state.js';
import { randomId } from '#page/app/browser-session.js';
import { type ArticleDraft, type BlockDraft, isWorthKeeping, paragraph } from './article-draft.js';
import { draftKeyOf } from './article-draft-key.js';
import { dropDraft, loadDraft, saveDraft } from './article-drafts.js';

export interface Article {
  draft: ArticleDraft;
  /** True when the draft was restored from an earlier visit. */
  isRestored: boolean;
  /** Whether the draft is stored; null while there is nothing to store. */
  isKept: boolean | null;
  set: (patch: Partial<ArticleDraft>) => void;
  /** `by` gets the current blocks, because an upload may finish while the person writes. */
  change: (by: (blocks: BlockDraft[]) => BlockDraft[]) => void;
  forget: () => void;
}

const fresh = (): ArticleDraft => ({ title: '', tag: '', blocks: [paragraph(randomId())] });

/** The draft of an article in a room; every change is stored at once, and all tabs show the same one. */
export function useArticle(room: string): Article {
  const [restored] = useState(() => loadDraft(localStorage, myId(), room, Date.now()));
  const [draft, setDraft] = useState<ArticleDraft>(() => restored ?? fresh());
  const [isRestored, setRestored] = useState(restored !== null);
  const [isKept, setKept] = useState<boolean | null>(null);
  const followed = useRef<ArticleDraft | null>(null);
  useEffect(() => {
    // Another tab has stored or published it: storing it again would answer that tab without an end.
    if (draft === followed.current) return;
    if (isWorthKeeping(draft)) return setKept(saveDraft(localStorage, myId(), room, draft, Date.now()));
    dropDraft(localStorage, myId(), room);
    setKept(null);
  }, [draft, room]);
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key !== draftKeyOf(myId(), room)) return;
      followed.current = loadDraft(localStorage, myId(), room, Date.now()) ?? fresh();
      setDraft(followed.current);
      setKept(newValue === null ? null : true);
      if (newValue === null) setRestored(false);
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [room]);
  const forget = () => {
    // Removed at once, because the editor may close before the next effect runs.
    dropDraft(localStorage, myId(), room);
    setRestored(false);
    setDraft(fresh());
  };
  return {
    draft,
    isRestored,
    isKept,
    set: (patch) => setDraft((before) => ({ ...before, ...patch })),
    change: (by) => setDraft((before) => ({ ...before, blocks: by(before.blocks) })),
    forget,
  };
}
