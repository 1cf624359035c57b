import type { ComponentChild, ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useText } from '../app/text/text.js';

/** A component that is loaded on first use, with an error text if loading fails. */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  wrap: (inner: ComponentChild) => ComponentChild,
) {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const text = useText();
    const [state, setState] = useState<'loading' | 'there' | 'failed'>(loaded ? 'there' : 'loading');
    const failures = useRef(0);
    useEffect(() => {
      if (state !== 'loading') return;
      load()
        .then((part) => {
          loaded = part;
          setState('there');
        })
        .catch(() => {
          failures.current += 1;
          setState('failed');
        });
    }, [state]);
    if (loaded) {
      const Part = loaded;
      return <Part {...props} />;
    }
    // A chunk that fails twice may belong to an older build, so a reload gets the current one.
    const again = () => (failures.current > 1 ? location.reload() : setState('loading'));
    if (state !== 'failed') return wrap(<p class="form-hint">{text.starting}</p>);
    return wrap(
      <button type="button" class="button button-quiet" onClick={again}>
        {text.partMissing}
      </button>,
    );
  };
}
