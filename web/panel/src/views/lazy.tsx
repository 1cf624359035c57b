import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useText } from '../text/text.js';

/** A component that is loaded on first use, with an error text if loading fails. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const text = useText();
    const [hasFailed, setFailed] = useState(false);
    const [, setThere] = useState(loaded !== null);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (part) => {
          loaded = part;
          setThere(true);
        },
        () => setFailed(true),
      );
    }, []);
    if (loaded) {
      const Part = loaded;
      return <Part {...props} />;
    }
    if (!hasFailed) return <p class="note">{text.loading}</p>;
    // A chunk that cannot be loaded may belong to an older build, so a reload gets the current one.
    return (
      <button type="button" class="button button-quiet" onClick={() => location.reload()}>
        {text.partMissing}
      </button>
    );
  };
}
