import { useEffect, useRef } from 'preact/hooks';

/** Asks for more when the end of the list comes near; a key that changes with the list asks again. */
export function ListEnd({ onSeen }: { onSeen: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watch.disconnect();
        onSeen();
      },
      { rootMargin: '400px' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return <div ref={place} class="list-end" />;
}
