import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useText } from '../text/text.js';

/** A part of the page that comes when it is first wanted, and says so when it does not come. */
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
    // What does not come may be of a page that is older than the service: a new one knows where the part is.
    return (
      <button type="button" class="button button-quiet" onClick={() => location.reload()}>
        {text.partMissing}
      </button>
    );
  };
}
