import type { ComponentChild, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useText } from '../text/text.js';

/** A part of the page that comes when it is first wanted, and says so when it does not come. */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  around: (inner: ComponentChild) => ComponentChild,
) {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const text = useText();
    const [state, setState] = useState<'loading' | 'there' | 'failed'>(loaded ? 'there' : 'loading');
    useEffect(() => {
      if (state !== 'loading') return;
      load()
        .then((part) => {
          loaded = part;
          setState('there');
        })
        .catch(() => setState('failed'));
    }, [state]);
    if (loaded) {
      const Part = loaded;
      return <Part {...props} />;
    }
    if (state !== 'failed') return around(<p class="form-hint">{text.starting}</p>);
    return around(
      <button type="button" class="button button-quiet" onClick={() => setState('loading')}>
        {text.partMissing}
      </button>,
    );
  };
}
